// usage: sbom.mjs
// Writes the bill of materials of a release, build/dist/arbiter-VERSION.spdx.json: every other file there
// with its checksum, and what it consists of. Everything is computed: what the programs are made of from
// the rules of build/release, what the archives contain from their notices, and what the clients need from
// their descriptions. Only the licenses are listed, in licenses.json.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

import { licenseOf } from "./licenses.mjs";
import { linesOf, linkedSources, sourcesOf } from "./linked.mjs";
import { requirementsOfNode, requirementsOfPython } from "./requirements.mjs";
import { idOf, problemsOf, purl } from "./spdx.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const version = readFileSync("CMakeLists.txt", "utf8").match(/^project\(arbiter VERSION (\S+)/m)[1];
const created = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString().replace(".000Z", "Z");
const dist = "build/dist";
const LICENSE = "Apache-2.0";

const packages = new Map();
const relationships = [];

/** Adds a package unless it is known, and returns its id. */
function add(id, name, versionInfo, license, more) {
  const known = packages.get(id)?.versionInfo ?? versionInfo;
  if (known !== versionInfo) throw new Error(`there are two versions of ${name}: ${known} and ${versionInfo}`);
  packages.set(id, {
    SPDXID: id, name, versionInfo, downloadLocation: "NOASSERTION", filesAnalyzed: false,
    licenseConcluded: license, licenseDeclared: license, copyrightText: "NOASSERTION", ...more,
  });
  return id;
}

const relate = (from, type, to) =>
  relationships.push({ spdxElementId: from, relationshipType: type, relatedSpdxElement: to });

/** Adds a source package of Debian. */
function addSource(name, sourceVersion) {
  return add(idOf("debian", name), name, sourceVersion, licenseOf("debian", name), {
    supplier: "Organization: Debian",
    externalRefs: [purl(`pkg:deb/debian/${name}@${encodeURIComponent(sourceVersion)}?arch=source`)],
  });
}

function addProgram(name) {
  const id = add(idOf("program", name), name, version, LICENSE, { primaryPackagePurpose: "APPLICATION" });
  for (const source of linkedSources(name)) {
    relate(id, source.relationship, addSource(source.name, source.version));
  }
  return id;
}

/** Adds a file of the release. */
function addFile(file, purpose) {
  const path = `${dist}/${file}`;
  if (!existsSync(path)) throw new Error(`${path} is missing; make the other parts first`);
  const checksumValue = createHash("sha256").update(readFileSync(path)).digest("hex");
  const id = add(idOf("file", file), file, version, LICENSE, {
    packageFileName: file, primaryPackagePurpose: purpose,
    checksums: [{ algorithm: "SHA256", checksumValue }],
  });
  relate("SPDXRef-DOCUMENT", "DESCRIBES", id);
  return id;
}

/** Adds the packages whose notices are in the list of an archive's files. */
function addNoticed(id, files) {
  const noticed = files.flatMap((file) => file.match(/\/(?:licenses|doc)\/([^/]+)\/copyright$/)?.[1] ?? [])
    .filter((name) => name !== "arbiter");
  if (noticed.length === 0) throw new Error(`${id} has no notices`);
  for (const [name, sourceVersion] of sourcesOf(noticed)) {
    relate(id, "CONTAINS", addSource(name, sourceVersion));
  }
}

/** Returns the files in the layers of the image. */
function filesOfImage(path) {
  const [{ Layers: layers }] = JSON.parse(linesOf("tar", "-xOf", path, "./manifest.json").join(""));
  return layers.flatMap((layer) => linesOf("sh", "-c", 'tar -xOf "$0" "./$1" | tar -tz', path, layer));
}

function addRequirements(id, requirements) {
  for (const { name, registry, versionInfo, license, locator, needed } of requirements) {
    const required = add(idOf(registry, name), name, versionInfo, license, { externalRefs: [purl(locator)] });
    for (const by of needed) relate(by === null ? id : idOf(registry, by), "DEPENDS_ON", required);
  }
}

const arbiterd = addProgram("arbiterd");
const arbiter = addProgram("arbiter");
const deb = addFile(`arbiter_${version}_amd64.deb`, "INSTALL");
const tarball = addFile(`arbiter-${version}-linux-x86_64.tar.gz`, "ARCHIVE");
const image = addFile(`arbiter-${version}-image.tar`, "CONTAINER");
for (const id of [deb, tarball, image]) relate(id, "CONTAINS", arbiterd);
for (const id of [deb, tarball]) relate(id, "CONTAINS", arbiter);
addNoticed(tarball, linesOf("tar", "-tzf", `${dist}/arbiter-${version}-linux-x86_64.tar.gz`));
addNoticed(image, filesOfImage(`${dist}/arbiter-${version}-image.tar`));
addRequirements(addFile(`arbiter-chess-client-${version}.tgz`, "LIBRARY"), requirementsOfNode());
for (const file of [`arbiter_client-${version}-py3-none-any.whl`, `arbiter_client-${version}.tar.gz`]) {
  addRequirements(addFile(file, "LIBRARY"), requirementsOfPython());
}
addFile(`arbiter-protos-${version}.tar.gz`, "SOURCE");
addFile(`arbiter-${version}-source.tar.gz`, "SOURCE");

const body = { packages: [...packages.values()], relationships };
const digest = createHash("sha256").update(JSON.stringify(body)).digest("hex");
const document = {
  spdxVersion: "SPDX-2.3",
  dataLicense: "CC0-1.0",
  SPDXID: "SPDXRef-DOCUMENT",
  name: `arbiter-${version}`,
  documentNamespace: `https://arbiter.example.org/spdx/arbiter-${version}-${digest}`,
  creationInfo: { created, creators: ["Organization: Arbiter developers", `Tool: arbiter-sbom-${version}`] },
  ...body,
};
const problems = problemsOf(document);
if (problems.length > 0) throw new Error(problems.join("\n"));
writeFileSync(`${dist}/arbiter-${version}.spdx.json`, `${JSON.stringify(document, null, 2)}\n`);
