import { render } from "preact";

import { App } from "./app.js";
import { startCatalogue } from "./catalogue.js";
import { startPreferences } from "./preferences.js";
import { startRouting } from "./route.js";
import "./board/board.css";
import "./app.css";

startPreferences();
startRouting();
startCatalogue();
render(<App />, document.getElementById("app")!);
