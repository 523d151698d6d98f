// Reads proto JSON that has exactly one reading. JSON.parse() keeps only the last of several values
// with the same name, so another program could read another value.

import { Failure } from "./failure.mjs";
import { knownNames, toSnakeCase } from "./json_types.mjs";
import { shortened } from "./printable.mjs";

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
 * is unknown, repeated or of another type than in `type` (json_types.mjs). The fields of the result
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
