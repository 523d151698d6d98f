// SPDX 2.3 documents: identifiers, purls and the rules that every document has to follow.

/** Returns the identifier of an element, in which only some characters are allowed. */
export const idOf = (...parts) => `SPDXRef-${parts.join("-").replace(/[^A-Za-z0-9.-]/g, "-")}`;

/** Returns a reference to a package in the registry of its kind. */
export const purl = (locator) => ({
  referenceCategory: "PACKAGE-MANAGER",
  referenceType: "purl",
  referenceLocator: locator,
});

const RELATIONSHIPS = ["DESCRIBES", "CONTAINS", "STATIC_LINK", "DYNAMIC_LINK", "DEPENDS_ON"];
const HEX_DIGITS = { SHA1: 40, SHA256: 64, SHA512: 128 };
const LICENSE = /^\(?[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) \(?[A-Za-z0-9.+-]+\)?)*\)?$/;

/** Returns what is wrong with a document, one sentence each. */
export function problemsOf(document) {
  const problems = [];
  const expect = (condition, problem) => {
    if (!condition) problems.push(problem);
  };
  expect(document.spdxVersion === "SPDX-2.3", "the version is not SPDX-2.3");
  expect(document.dataLicense === "CC0-1.0", "the data license is not CC0-1.0");
  expect(document.SPDXID === "SPDXRef-DOCUMENT", "the document's id is not SPDXRef-DOCUMENT");
  expect(document.name, "the document has no name");
  expect(/^[a-z][a-z0-9+.-]*:[^#]+$/.test(document.documentNamespace),
    "the namespace is not a URI without a fragment");
  expect(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(document.creationInfo?.created),
    "the time of creation is not in UTC");
  expect(document.creationInfo?.creators?.length > 0, "nobody has created the document");
  for (const creator of document.creationInfo?.creators ?? []) {
    expect(/^(Tool|Organization|Person): ./.test(creator), `unknown kind of creator: ${creator}`);
  }

  const ids = new Set([document.SPDXID]);
  for (const described of document.packages ?? []) {
    const { SPDXID: id, name } = described;
    expect(/^SPDXRef-[A-Za-z0-9.-]+$/.test(id), `${id} is not an identifier`);
    expect(!ids.has(id), `${id} is not unique`);
    ids.add(id);
    expect(name, `${id} has no name`);
    expect(described.versionInfo, `${id} has no version`);
    expect(described.downloadLocation, `${id} has no download location`);
    expect(described.filesAnalyzed === false, `${id} should list its files`);
    for (const license of [described.licenseConcluded, described.licenseDeclared]) {
      expect(LICENSE.test(license), `${id} has the license '${license}'`);
    }
    for (const { algorithm, checksumValue } of described.checksums ?? []) {
      expect(new RegExp(`^[0-9a-f]{${HEX_DIGITS[algorithm]}}$`).test(checksumValue),
        `${id} has a wrong checksum`);
    }
  }

  const related = new Map();
  for (const relationship of document.relationships ?? []) {
    const { spdxElementId: from, relationshipType: type, relatedSpdxElement: to } = relationship;
    expect(RELATIONSHIPS.includes(type), `${from} has a relationship '${type}'`);
    for (const end of [from, to]) expect(ids.has(end), `${from} ${type} ${to}: ${end} does not exist`);
    related.set(from, [...related.get(from) ?? [], to]);
  }
  const reached = new Set();
  const visit = (id) => {
    if (reached.has(id)) return;
    reached.add(id);
    for (const next of related.get(id) ?? []) visit(next);
  };
  visit(document.SPDXID);
  for (const id of ids) expect(reached.has(id), `nothing in the document leads to ${id}`);
  return problems;
}
