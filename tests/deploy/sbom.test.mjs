import assert from "node:assert/strict";
import { test } from "node:test";

import { LICENSES, licenseOf } from "../../deploy/release/licenses.mjs";
import { problemsOf } from "../../deploy/release/spdx.mjs";
import { deployed } from "./files.mjs";

/** Returns a valid document, in which `change` has changed something. */
function document(change = () => {}) {
  const described = (SPDXID) => ({
    SPDXID, name: "zlib", versionInfo: "1", downloadLocation: "NOASSERTION", filesAnalyzed: false,
    licenseConcluded: "Zlib", licenseDeclared: "GPL-3.0-or-later WITH GCC-exception-3.1",
    checksums: [{ algorithm: "SHA256", checksumValue: "0".repeat(64) }],
  });
  const relation = (from, type, to) =>
    ({ spdxElementId: from, relationshipType: type, relatedSpdxElement: to });
  const made = {
    spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: "arbiter",
    documentNamespace: "https://arbiter.example.org/spdx/arbiter",
    creationInfo: { created: "2026-11-22T00:00:00Z", creators: ["Tool: arbiter-sbom"] },
    packages: [described("SPDXRef-a"), described("SPDXRef-b")],
    relationships: [
      relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-a"),
      relation("SPDXRef-a", "CONTAINS", "SPDXRef-b"),
    ],
  };
  change(made);
  return made;
}

test("a valid bill of materials has no problems", () => {
  assert.deepEqual(problemsOf(document()), []);
});

for (const [problem, change] of [
  [/no name/, (made) => delete made.name],
  [/namespace/, (made) => { made.documentNamespace += "#1"; }],
  [/time of creation/, (made) => { made.creationInfo.created = "2026-11-22"; }],
  [/unknown kind of creator/, (made) => made.creationInfo.creators.push("somebody")],
  [/not an identifier/, (made) => { made.packages[1].SPDXID = "SPDXRef-b_c"; }],
  [/not unique/, (made) => { made.packages[1].SPDXID = "SPDXRef-a"; }],
  [/no version/, (made) => { made.packages[1].versionInfo = ""; }],
  [/the license/, (made) => { made.packages[1].licenseConcluded = "GPL or so"; }],
  [/wrong checksum/, (made) => { made.packages[0].checksums[0].checksumValue = "0"; }],
  [/SPDXRef-c does not exist/, (made) => { made.relationships[1].relatedSpdxElement = "SPDXRef-c"; }],
  [/a relationship 'USES'/, (made) => { made.relationships[1].relationshipType = "USES"; }],
  [/nothing in the document leads to SPDXRef-b/, (made) => made.relationships.pop()],
]) {
  test(`a bill of materials with a problem: ${problem.source}`, () => {
    assert.match(problemsOf(document(change)).join("\n"), problem);
  });
}

test("every package has to state its license", () => {
  assert.equal(licenseOf("debian", "zlib"), "Zlib");
  assert.throws(() => licenseOf("debian", "unheard-of"), /does not state the license of unheard-of/);
});

test("deploy/debian/copyright covers every source package of Debian", () => {
  const [, comment] = deployed("debian/copyright").match(/^Comment:\n((?: .*\n)+)/m);
  for (const { title } of Object.values(LICENSES.debian)) {
    assert.ok(comment.replace(/\s+/g, " ").includes(title), `${title} is missing`);
  }
});
