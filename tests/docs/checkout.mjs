import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../..", import.meta.url));

/** Makes an empty folder for a test, and returns its path. */
export const makeFolder = (context) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-docs-"));
  context.after(() => { rmSync(folder, { recursive: true }); });
  return folder;
};

/**
 * Fails unless `./dev` in a checkout that shares this build folder and the npm packages leaves both alone. It
 * would otherwise configure the folder again, for sources that are deleted after the test, or reinstall the
 * packages.
 */
const assertConfigured = (build) => {
  const [, home] = /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(readFileSync(join(build, "CMakeCache.txt"), "utf8"));
  assert.equal(home, realpathSync(source).replace(/\/$/, ""), `${build} is the build folder of another checkout`);
  const time = (file) => statSync(file).mtimeMs;
  assert.ok(time(join(build, "build.ninja")) > time(join(source, "CMakePresets.json")),
    `${build} was configured before CMakePresets.json changed: run ./dev build first`);
  const installed = join(source, "clients/node_modules/.package-lock.json");
  assert.ok(time(installed) > time(join(source, "clients/package-lock.json")),
    `${installed} is older than clients/package-lock.json: run ./dev playground or ./dev test first`);
};

/**
 * Makes a checkout of the files in this one, committed or not, as a user would have it after building:
 * `build/release` and `clients/node_modules` are the ones of this checkout. Returns its path, which is
 * alone in its folder.
 */
export const makeCheckout = (context) => {
  const checkout = join(makeFolder(context), "arbiter");
  const build = dirname(dirname(resolve(process.env.ARBITER)));
  assertConfigured(build);
  mkdirSync(join(checkout, "build"), { recursive: true });
  symlinkSync(build, join(checkout, "build/release"));
  // The times are those of the originals, so that `./dev` sees that they are built.
  execFileSync("bash", ["-c", `set -euo pipefail
    git ls-files -z --cached --others --exclude-standard |
      while IFS= read -r -d '' file; do [[ ! -e $file ]] || printf '%s\\0' "$file"; done |
      xargs -0 cp --preserve=timestamps,mode --parents --target-directory "$1"
    cd "$1"
    git init --quiet
    git -c core.autocrlf=false add .
    git -c user.name=test -c user.email=test@example.org commit --quiet --message checkout
    echo /clients/node_modules >>.git/info/exclude`, "bash", checkout], { cwd: source });
  symlinkSync(join(source, "clients/node_modules"), join(checkout, "clients/node_modules"));
  return checkout;
};

/** Returns the files of a checkout that were changed or are not known to Git, one a line. */
export const changesOf = (checkout) => execFileSync("git", ["status", "--porcelain"],
  { cwd: checkout, encoding: "utf8" });
