// Makes the certificates that tests use.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes an authority, a certificate of it for 127.0.0.1, and one for a client. Returns the names of
 * their files: `authority`, `certificate` with the private key in it, `client` likewise, and
 * `separate`, a certificate whose private key is in a file of its own; and their `folder`. They are
 * removed when the test ends.
 */
export const makeCertificates = (context) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter_certificates_"));
  context.after(() => rmSync(folder, { recursive: true }));
  const openssl = (...options) => execFileSync("openssl", options, { cwd: folder, stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...newKey, "-subj", "/CN=authority", "-keyout", "authority.key",
    "-out", "authority.pem");
  for (const name of ["server", "client"]) {
    writeFileSync(join(folder, `${name}.extensions`), "subjectAltName = IP:127.0.0.1");
    openssl("req", ...newKey, "-subj", `/CN=${name}`, "-keyout", `${name}.key`,
      "-out", `${name}.request`);
    openssl("x509", "-req", "-in", `${name}.request`, "-CA", "authority.pem",
      "-CAkey", "authority.key", "-CAcreateserial", "-extfile", `${name}.extensions`,
      "-out", `${name}.crt`);
    writeFileSync(join(folder, `${name}.pem`), Buffer.concat(
      [`${name}.crt`, `${name}.key`].map((file) => readFileSync(join(folder, file)))));
  }
  const file = (name) => join(folder, name);
  return { folder, authority: file("authority.pem"), certificate: file("server.pem"),
    client: file("client.pem"), separate: file("server.crt") };
};
