import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";

/** A key as the key file of `arbiterd` holds it. */
export const hashOf = (key) => createHash("sha256").update(key).digest("hex");

/** A certificate for localhost that has signed itself, in `folder`; the paths of its files. */
export function makeCertificate(folder, name) {
  const paths = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  execFileSync("openssl", [
    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
    "-days", "1", "-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost",
    "-keyout", paths.key, "-out", paths.cert,
  ], { stdio: ["ignore", "ignore", "pipe"] });
  return paths;
}
