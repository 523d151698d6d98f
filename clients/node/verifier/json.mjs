// Reads proto JSON that has exactly one reading. JSON.parse() keeps only the last of several values
// with the same name, so another program could read another value.

import { Failure, quoted, refuseField, shortened } from "./failure.mjs";

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Bytes as hexadecimal digits alone, which nearly always are valid base64 as well, but of other
 * bytes. A shorter text is no seed, which has at least 16 bytes, in either spelling. The base64 of a
 * random seed has this form with a probability of less than one in ten billion, (22/64)^22.
 */
const HEX_TEXT = /^[0-9A-Fa-f]{22,}$/;

/**
 * Decodes standard or URL-safe base64, with or without padding. Returns null if the text is
 * invalid or has bits that no byte uses.
 */
export function decodeBase64(text) {
  if (!BASE64.test(text)) return null;
  const digits = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  const hasWholeBytes = digits.length % 4 !== 1;
  const isWellPadded = digits.length === text.length || text.length % 4 === 0;
  if (!hasWholeBytes || !isWellPadded) return null;
  const bytes = atob(digits);
  if (btoa(bytes).replace(/=+$/, "") !== digits) return null;
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

// The types of fields in proto JSON. A type has
//   required     what an error says about a value of another type
//   fromText(text), fromNumber(number), fromBoolean(value)
//                convert a string, the text of a number or a boolean to a value of the type, or
//                return null if it is none; absent if the type has no such values
//   describe(value)
//                what an error says about a value that cannot be converted; by default `required`
//   fields, names, oneof
//                of an object: the types of its fields, their names by each of their two spellings,
//                and the fields of which only one may be given
//   element      of an array: the type of its elements

/** The maximum length of an integer, which is more than any that is in range. */
const MAX_DIGITS = 40;
const PLAIN_INTEGER = /^-?(?:0|[1-9][0-9]*)$/;

export const toSnakeCase = (name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the text that an error adds after an unknown name. */
const knownNames = (names) => (names.length === 0 ? "" : ` (known: ${names.join(", ")})`);

export const TEXT = { required: "must be a string", fromText: (text) => text };

/**
 * Bytes in base64, which become a Uint8Array. A text that could also be hexadecimal stays a string.
 */
export const BYTES = {
  required: "must be a string in base64",
  fromText: (text) => (HEX_TEXT.test(text) ? text : decodeBase64(text)),
};

export const FLAG = { required: "must be true or false", fromBoolean: (value) => value };

/** An integer from `min` to `max`, which are BigInts. It may also be a string. */
function integers(min, max) {
  const fromNumber = (number) => {
    const value = parseInteger(number);
    return value !== null && value >= min && value <= max ? Number(value) : null;
  };
  return {
    required: `must be an integer from ${min} to ${max}`,
    fromNumber,
    fromText: (text) => (PLAIN_INTEGER.test(text) ? fromNumber(text) : null),
  };
}

/** Returns a BigInt; null if the JSON number is not an integer. */
function parseInteger(number) {
  if (PLAIN_INTEGER.test(number)) return number.length > MAX_DIGITS ? null : BigInt(number);
  const real = Number(number);
  return Number.isSafeInteger(real) ? BigInt(real) : null;
}

export const UINT32 = integers(0n, 2n ** 32n - 1n);
export const INT64 = integers(-(2n ** 63n), 2n ** 63n - 1n);

/**
 * One of several values, in the order of their numbers from 0, given by name or number. The result
 * is the name without the prefix.
 */
export function enumeration(prefix, values) {
  const known = knownNames(values.map((value) => `${prefix}${value}`));
  return {
    required: "must be the name or the number of a value",
    describe: (value) => `unknown value ${quoted(value)}${known}`,
    fromText: (text) => values.find((value) => text === `${prefix}${value}`) ?? null,
    fromNumber: (number) => values[Number(parseInteger(number) ?? -1n)] ?? null,
  };
}

export function object(fields, { oneof = [] } = {}) {
  const names = Object.keys(fields).flatMap((name) => [[name, name], [toSnakeCase(name), name]]);
  return { required: "must be an object", fields, oneof, names: new Map(names) };
}

export const list = (element) => ({ required: "must be an array", element });

/** The maximum number of arrays and objects around a value. */
const MAX_DEPTH = 100;

const WHITE_SPACE = /[ \t\n\r]*/y;
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const NUMBER_CHARACTERS = /-?[0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?/y;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const HEX_DIGITS = /[0-9A-Fa-f]{4}/y;
const ESCAPES = { "\"": "\"", "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const fail = (reason) => {
  throw new Failure("file", reason);
};

const isHighSurrogate = (unit) => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit) => unit >= 0xdc00 && unit < 0xe000;

const shownName = (name) => (name === "" ? "\"\"" : shortened(name));

/**
 * Reads an object. Throws a Failure of the file if the text is not JSON (RFC 8259), or if a field
 * is unknown, repeated or of another type than in `type`. The fields of the result
 * have their names in camelCase; those that are null in the text are absent.
 */
export function readJson(text, type) {
  return new Reader(text).read(type);
}

/** Returns whether a text is a JSON object, of any fields. */
export function isJsonObject(text) {
  try {
    new Reader(text).read(null);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * Reads a text once. A syntax error ends the reading. After any other error the reading goes on,
 * because a syntax error takes precedence. A value whose type is null is dropped.
 */
class Reader {
  #text;
  #next = 0;
  #depth = 0;
  /** The names and indices that lead to the value that is being read. */
  #path = [];
  /** The first error that does not concern the syntax. */
  #fault = null;

  constructor(text) {
    this.#text = text;
  }

  /** If `type` is null, any object will do. */
  read(type) {
    if (/\p{Cs}/u.test(this.#text)) fail("not UTF-8 text");
    const isObject = this.#peek() === "{";
    const value = isObject ? this.#readObject(type) : this.#readValue(null);
    if (this.#peek() !== undefined) this.#failSyntax("expected the end of the text");
    if (!isObject) fail("not a JSON object");
    if (this.#fault !== null) fail(this.#fault);
    return value;
  }

  #readObject(type) {
    this.#enter();
    const object = {};
    const seen = new Set();
    if (this.#peek() !== "}") {
      do this.#readMember(type, object, seen); while (this.#skip(","));
    }
    this.#leave("}");
    return object;
  }

  #readMember(type, object, seen) {
    if (this.#peek() !== "\"") this.#failSyntax("expected a name in double quotes");
    const given = this.#readString();
    if (!this.#skip(":")) this.#failSyntax("expected ':'");
    if (type === null) {
      this.#readValue(null);
      return;
    }
    const name = type.names.get(given);
    this.#path.push(`.${name === undefined ? shownName(given) : toSnakeCase(name)}`);
    const value = this.#readValue(this.#newFieldType(type, { name, object, seen }));
    if (value !== null) object[name] = value;
    this.#path.pop();
  }

  /** Returns the type of a field; null if it may not be given here. */
  #newFieldType(type, { name, object, seen }) {
    if (name === undefined) {
      return this.#refuse(`unknown field${knownNames(Object.keys(type.fields))}`);
    }
    if (seen.has(name)) return this.#refuse("the field is repeated; give it once");
    seen.add(name);
    const other = type.oneof.includes(name)
      ? type.oneof.find((member) => Object.hasOwn(object, member)) : undefined;
    if (other !== undefined && this.#peek() !== "n") {
      return this.#refuse(`\`${toSnakeCase(other)}\` is given, too; give only one of them`);
    }
    return { ...type.fields[name], isNullable: true };
  }

  #readArray(element) {
    this.#enter();
    const values = [];
    if (this.#peek() !== "]") {
      do {
        this.#path.push(`[${values.length}]`);
        const value = this.#readValue(element);
        if (element !== null) values.push(value);
        this.#path.pop();
      } while (this.#skip(","));
    }
    this.#leave("]");
    return values;
  }

  /** Returns null for a value that is null, dropped or not of its type. */
  #readValue(type) {
    const first = this.#peek();
    if (first === "{") {
      const isKnown = type?.fields !== undefined;
      const object = this.#readObject(isKnown ? type : this.#refuseType(type));
      return isKnown ? object : null;
    }
    if (first === "[") {
      if (type?.element !== undefined) return this.#readArray(type.element);
      this.#refuseType(type);
      this.#readArray(null);
      return null;
    }
    if (first === "\"") return this.#convert(type, "fromText", this.#readString());
    if (first !== undefined && /[-0-9]/.test(first)) {
      return this.#convert(type, "fromNumber", this.#readNumber());
    }
    if (first === "t" || first === "f") {
      this.#readLiteral(first === "t" ? "true" : "false");
      return this.#convert(type, "fromBoolean", first === "t");
    }
    this.#readLiteral("null");
    return type?.isNullable ? null : this.#refuseType(type);
  }

  /** Converts a value to its type; null if that fails. */
  #convert(type, how, value) {
    if (type === null) return null;
    if (type[how] === undefined) return this.#refuseType(type);
    const converted = type[how](value);
    if (converted !== null) return converted;
    return this.#refuse(type.describe?.(value) ?? type.required);
  }

  #readString() {
    this.#next += 1;
    const parts = [];
    for (;;) {
      parts.push(this.#take(PLAIN_CHARACTERS));
      const end = this.#text[this.#next];
      if (end === "\"") break;
      if (end === undefined) this.#failSyntax("expected '\"' at the end of the string");
      if (end !== "\\") this.#failSyntax("control characters in a string must be escaped");
      parts.push(this.#readEscape());
    }
    this.#next += 1;
    return parts.join("");
  }

  #readEscape() {
    const start = this.#next;
    const escape = this.#text[start + 1];
    if (Object.hasOwn(ESCAPES, escape ?? "")) {
      this.#next += 2;
      return ESCAPES[escape];
    }
    const unit = this.#readCodeUnit();
    if (unit === null) this.#failSyntax("unknown escape sequence", start);
    if (!isHighSurrogate(unit) && !isLowSurrogate(unit)) return String.fromCharCode(unit);
    const low = isHighSurrogate(unit) ? this.#readCodeUnit() : null;
    if (low === null || !isLowSurrogate(low)) {
      this.#failSyntax("a surrogate must be part of a pair", start);
    }
    return String.fromCharCode(unit, low);
  }

  /** Reads an escape such as `\u0065`; returns null if there is none. */
  #readCodeUnit() {
    if (!this.#text.startsWith("\\u", this.#next)) return null;
    this.#next += 2;
    const digits = this.#take(HEX_DIGITS);
    return digits === "" ? null : Number.parseInt(digits, 16);
  }

  #readNumber() {
    const start = this.#next;
    const number = this.#take(NUMBER_CHARACTERS);
    if (!NUMBER.test(number)) this.#failSyntax("the number is not valid", start);
    return number;
  }

  #readLiteral(literal) {
    if (!this.#text.startsWith(literal, this.#next)) this.#failSyntax("expected a value");
    this.#next += literal.length;
  }

  #enter() {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#failSyntax(`more than ${MAX_DEPTH} levels of nesting`);
    this.#next += 1;
  }

  #leave(bracket) {
    if (!this.#skip(bracket)) this.#failSyntax(`expected ',' or '${bracket}'`);
    this.#depth -= 1;
  }

  /** Returns the next character after white space; undefined at the end. */
  #peek() {
    this.#take(WHITE_SPACE);
    return this.#text[this.#next];
  }

  #skip(character) {
    if (this.#peek() !== character) return false;
    this.#next += 1;
    return true;
  }

  /** Takes the text that a sticky expression matches at the next character; "" if it does not. */
  #take(expression) {
    expression.lastIndex = this.#next;
    const [taken = ""] = expression.exec(this.#text) ?? [];
    this.#next += taken.length;
    return taken;
  }

  #failSyntax(what, at = this.#next) {
    let line = 1;
    let column = 1;
    for (const character of this.#text.slice(0, at)) {
      column += 1;
      if (character !== "\n") continue;
      line += 1;
      column = 1;
    }
    fail(`not JSON: line ${line}, column ${column}: ${what}`);
  }

  /** Records an error of the value that is being read, and returns null. */
  #refuse(reason) {
    this.#fault ??= `${this.#path.join("").slice(1)}: ${reason}`;
    return null;
  }

  #refuseType(type) {
    return type === null ? null : this.#refuse(type.required);
  }
}

/** Returns whether a field has a value other than its default. */
export function isGiven(parent, name) {
  const value = parent[name];
  const isEmpty = typeof value === "object" && Object.keys(value).length === 0;
  return ![undefined, "", false, "UNSPECIFIED"].includes(value) && !isEmpty;
}

/** Returns the value of an enumeration, or `initial` if it is not given. */
export const enumAt = (parent, name, initial) => (isGiven(parent, name) ? parent[name] : initial);

/**
 * Returns an integer from `min` to `max`, or `initial` if it is not given. `path` is the path of
 * the parent in errors.
 */
export function integerAt(parent, name, { path, initial, min, max }) {
  const integer = parent[name] ?? initial;
  if (integer !== null && (integer < min || integer > max)) {
    refuseField(`${path}.${toSnakeCase(name)}`, `must be from ${min} to ${max}`);
  }
  return integer;
}
