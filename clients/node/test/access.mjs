import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";

/** Returns the hash of a key as it appears in the key file of `arbiterd`. */
export const hashOf = (key) => createHash("sha256").update(key).digest("hex");

/**
 * Makes a self-signed certificate for localhost in `folder`, and returns the paths of its files.
 */
export function makeCertificate(folder, name) {
  const paths = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  execFileSync("openssl", [
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
    "-days", "1", "-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost",
    "-keyout", paths.key, "-out", paths.cert,
  ], { stdio: ["ignore", "ignore", "pipe"] });
  return paths;
}
