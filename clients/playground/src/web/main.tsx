import { render } from "preact";

import { App } from "./app.js";
import { startCatalogue } from "./catalogue.js";
import { startPreferences } from "./preferences.js";
import { startRouting } from "./route.js";
import "./board/board.css";
import "./styles/app.css";

startPreferences();
startRouting();
startCatalogue();
render(<App />, document.getElementById("app")!);
