import { dirname, resolve } from "node:path";

const folders = [process.env.ARBITER, process.env.ARBITERD].filter(Boolean)
  .map((program) => dirname(resolve(program)));

/** The environment for commands of docs/: `arbiter` and `arbiterd` are the programs under test. */
export const environment = { ...process.env, PATH: [...folders, process.env.PATH].join(":") };
