import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  type KeyObject,
} from "node:crypto";
import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";

/** The claims `iss` and `aud` of every token, which the service must expect. */
export const TOKEN_ISSUER = "arbiter-playground";
export const TOKEN_AUDIENCE = "arbiter";

// A token is renewed at half of its life, so that the longest call ends before it expires.
const LIFETIME_S = 24 * 3600;
const MAX_KEPT = 4_096;

const KIB = 2 ** 10;
const MAX_KEY_BYTES = 64 * KIB;

interface Kept {
  token: string;
  /** In seconds since 1970. */
  renewAt: number;
}

/** Signs tokens (JWT) with which a service that knows the public key tells clients apart. */
export class TokenIssuer {
  readonly #key: KeyObject;
  readonly #nameKey: Buffer;
  readonly #header: string;
  readonly #kept = new Map<string, Kept>();

  /** The JWK set with the public key, for `arbiterd --jwt-keys`. */
  readonly jwks: string;

  /** `key` is a P-256 private key. */
  constructor(key: KeyObject) {
    const { crv, kty, x, y } = createPublicKey(key).export({ format: "jwk" });
    // The thumbprint of RFC 7638, for which the names are in this order. A service with several
    // keys needs it to find the one that has signed a token.
    const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
    const { d = "" } = key.export({ format: "jwk" });
    this.#key = key;
    this.#nameKey = Buffer.from(hkdfSync("sha256", d, "", "the names of clients", 32));
    this.#header = encode({ alg: "ES256", typ: "JWT", kid });
    this.jwks = JSON.stringify({ keys: [{ crv, kty, x, y, kid }] });
  }

  /** Makes an issuer with a new key. */
  static generate(): TokenIssuer {
    return new TokenIssuer(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
  }

  /** Reads a private key in PEM format; rejects if the file has no P-256 key. */
  static async read(file: string): Promise<TokenIssuer> {
    // `end` is the last byte that is read, and shows that the file is too large.
    const pem = await buffer(createReadStream(file, { end: MAX_KEY_BYTES }));
    if (pem.length > MAX_KEY_BYTES) {
      throw new Error(`it is larger than ${MAX_KEY_BYTES / KIB} KiB, the limit for such a file`);
    }
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
      throw new Error("the key is not on the curve P-256");
    }
    return new TokenIssuer(key);
  }

  /**
   * Reads the private key in a file. If there is no such file, makes a key and stores it there, for
   * its owner only, so that clients have the same names after a restart.
   */
  static async keep(file: string): Promise<TokenIssuer> {
    if (!existsSync(file)) {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const unfinished = `${file}.new`;
      writeFileSync(unfinished, privateKey.export({ type: "pkcs8", format: "pem" }), {
        mode: 0o600,
      });
      renameSync(unfinished, file);
    }
    return TokenIssuer.read(file);
  }

  /**
   * Returns the name that a client has in its tokens: an HMAC, so that neither the logs and metrics
   * of the service nor what the site stores reveal who that is.
   */
  nameOf(client: string): string {
    return createHmac("sha256", this.#nameKey).update(client).digest("base64url");
  }

  /** Returns a token for the client with a name from `nameOf`. */
  tokenFor(name: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const kept = this.#kept.get(name);
    if (kept !== undefined && now < kept.renewAt) return kept.token;
    const token = this.#sign({
      iss: TOKEN_ISSUER,
      aud: TOKEN_AUDIENCE,
      sub: name,
      exp: now + LIFETIME_S,
    });
    this.#keep(name, { token, renewAt: now + LIFETIME_S / 2 });
    return token;
  }

  /** Keeps a token as the newest, and drops the oldest one if there are too many. */
  #keep(name: string, kept: Kept): void {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  #sign(claims: object): string {
    const signed = `${this.#header}.${encode(claims)}`;
    const key = { key: this.#key, dsaEncoding: "ieee-p1363" } as const;
    return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
  }
}

function encode(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString("base64url");
}
