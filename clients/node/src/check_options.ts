import { knownNames } from "./known_names.js";
import type { ArbiterOptions, CallOptions, TlsOptions } from "./options.js";

/** The type of an option's value. */
interface OptionType {
  /** The type in errors. Example: `a string`. */
  name: string;
  includes(value: unknown): boolean;
}

/** The options with their types, so that the compiler notices a missing one. */
type TypesOf<Options> = Record<keyof Options, OptionType>;

const BOOLEAN: OptionType = { name: "a boolean", includes: (value) => typeof value === "boolean" };
const STRING: OptionType = { name: "a string", includes: (value) => typeof value === "string" };
const PEM: OptionType = {
  name: "a string or a Buffer in PEM format",
  includes: (value) => typeof value === "string" || value instanceof Uint8Array,
};
const MILLISECONDS: OptionType = {
  name: "a number of milliseconds", includes: (value) => typeof value === "number",
};

const TLS_OPTIONS: TypesOf<TlsOptions> = { ca: PEM, cert: PEM, key: PEM };
const ARBITER_OPTIONS: TypesOf<ArbiterOptions> = {
  tls: {
    name: "true, false or an object with ca, cert and key",
    includes: (value) => typeof value === "boolean" || isObject(value),
  },
  apiKey: STRING,
  insecure: BOOLEAN,
  deadlineMs: MILLISECONDS,
  userAgent: STRING,
  locale: STRING,
};
const CALL_OPTIONS: TypesOf<CallOptions> = {
  signal: {
    name: "an AbortSignal",
    // The signal can be of another implementation.
    includes: (value) => isObject(value) && "aborted" in value && "addEventListener" in value,
  },
  deadlineMs: MILLISECONDS,
  metadata: { name: "an object of strings", includes: isObject },
};

// Names of these options in other libraries.
const SYNONYMS = { timeout: "deadlineMs", timeoutMs: "deadlineMs", headers: "metadata" };

/**
 * Checks the options of a client. Throws a TypeError that names an option that is unknown or has a
 * wrong type, or a RangeError if the deadline is not above 0.
 */
export function checkArbiterOptions(options: ArbiterOptions): void {
  check(options, ARBITER_OPTIONS);
  if (typeof options.tls === "object") check(options.tls, TLS_OPTIONS, "tls.");
  checkDeadline(options.deadlineMs);
}

/** Checks the options of a call, like `checkArbiterOptions`. */
export function checkCallOptions(options: CallOptions): void {
  check(options, CALL_OPTIONS);
  checkDeadline(options.deadlineMs);
}

function check(options: unknown, types: Readonly<Record<string, OptionType>>, prefix = ""): void {
  // A string is not quoted, because it can be an API key.
  if (!isObject(options)) {
    throw new TypeError(`the options must be an object, not ${kindOf(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(types, name)) {
      throw new TypeError(`unknown option '${prefix}${name}'${knownOptions(name, types)}`);
    }
    const type = types[name]!;
    if (value === undefined || type.includes(value)) continue;
    const given = typeof value === "string" ? `'${value}'` : kindOf(value);
    throw new TypeError(`${prefix}${name} must be ${type.name}, not ${given}`);
  }
}

function knownOptions(unknown: string, types: object): string {
  const names = Object.keys(types);
  const synonyms = Object.entries(SYNONYMS).filter(([, name]) => names.includes(name));
  return knownNames(unknown, names, Object.fromEntries(synonyms));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the kind of a value with its article. Example: `a number`. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const kind = Array.isArray(value) ? "array" : typeof value;
  return /^[ao]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

function checkDeadline(deadlineMs: number | undefined): void {
  if (deadlineMs !== undefined && !(deadlineMs > 0)) {
    throw new RangeError(`deadlineMs is ${deadlineMs}; it must be above 0`);
  }
}
