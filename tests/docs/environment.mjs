import { dirname, resolve } from "node:path";

const folders = [process.env.ARBITER, process.env.ARBITERD].filter(Boolean)
  .map((program) => dirname(resolve(program)));

/** Of commands as docs/ has them: `arbiter` and `arbiterd` are those to test. */
export const environment = { ...process.env, PATH: [...folders, process.env.PATH].join(":") };
