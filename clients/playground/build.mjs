// Bundles the backend into dist/server.js, the page into dist/web/, and each test/folder/x.test.ts
// into dist/test/folder-x.test.js.
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const root = dirname(fileURLToPath(import.meta.url));
const at = (...parts) => join(root, ...parts);

const page = { jsx: "automatic", jsxImportSource: "preact", loader: { ".svg": "text" } };
const common = { bundle: true, sourcemap: true, logLevel: "warning", absWorkingDir: root };
const forNode = {
  ...common,
  platform: "node",
  target: "node18",
  format: "esm",
  packages: "external",
};
const forBrowsers = {
  ...common,
  ...page,
  platform: "browser",
  target: "es2022",
  format: "esm",
  minify: true,
};

const tests = (await readdir(at("test"), { recursive: true })).filter((file) =>
  file.endsWith(".test.ts"),
);

await rm(at("dist"), { recursive: true, force: true });
await mkdir(at("dist/web"), { recursive: true });
await build({ ...forNode, entryPoints: ["src/server/main.ts"], outfile: "dist/server.js" });
{
  await build({ ...forBrowsers, entryPoints: { app: "src/web/main.tsx" }, outdir: "dist/web" });
  await cp(at("src/web/index.html"), at("dist/web/index.html"));
}
await build({
  ...forNode,
  ...page,
  entryPoints: tests.map((file) => ({
    in: `test/${file}`,
    out: file.replaceAll("/", "-").slice(0, -3),
  })),
  outdir: "dist/test",
});
