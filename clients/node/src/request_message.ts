import {
  ScalarType, create, isMessage,
  type DescEnum, type DescField, type DescMessage, type DescOneof, type MessageInitShape,
  type MessageJsonType, type MessageShape,
} from "@bufbuild/protobuf";

import { knownNames } from "./known_names.js";
import { bytesOfText } from "./seed_text.js";

/** A request in the form of the generated types, or of the JSON in the documentation. */
export type RequestOf<Schema extends DescMessage> =
  | MessageInitShape<Schema>
  | MessageJsonType<Schema>;

type Fields = Record<string, unknown>;

/**
 * Converts a request to a message. A oneof can be written as `state: { case: "fen", value }` or as
 * `fen`, an enum value as its number or its name, bytes and 64-bit numbers also in their JSON form.
 * Throws a TypeError that names the path of an invalid part.
 */
export function messageOfRequest<Schema extends DescMessage>(
  schema: Schema, request: RequestOf<Schema>,
): MessageShape<Schema> {
  return create(schema, initOf(schema, request, "") as MessageInitShape<Schema>);
}

function initOf(schema: DescMessage, value: unknown, path: string): unknown {
  const isOtherMessage = isMessage(value) && !isMessage(value, schema);
  if (typeof value !== "object" || value === null || Array.isArray(value) || isOtherMessage) {
    throw new TypeError(`${path || "the request"}: expected an object of ${schema.name}`);
  }
  const isUnmodified = isMessage(value, schema)
    && Object.keys(value).every((name) => name.startsWith("$") || isMember(schema, name));
  if (isUnmodified) return value;
  const init: Fields = {};
  for (const [name, given] of Object.entries(value)) {
    // A copy of a message has its `$typeName`.
    if (given === undefined || given === null || name.startsWith("$")) continue;
    const here = path === "" ? name : `${path}.${name}`;
    const member = schema.members.find(({ localName }) => localName === name);
    if (member?.kind === "oneof") {
      choose(init, member, choiceOf(member, given, here), here);
      continue;
    }
    const field = schema.fields.find(({ localName }) => localName === name);
    if (field === undefined) {
      throw new TypeError(`unknown field '${here}'${known(schema, name)}`);
    }
    const converted = fieldOf(field, given, here);
    if (field.oneof === undefined) init[name] = converted;
    else choose(init, field.oneof, { case: name, value: converted }, here);
  }
  return init;
}

const isMember = ({ members }: DescMessage, name: string): boolean =>
  members.some(({ localName }) => localName === name);

const known = ({ fields }: DescMessage | DescOneof, unknown = ""): string =>
  knownNames(unknown, fields.map(({ localName }) => localName));

interface Choice {
  case: string | undefined;
  value?: unknown;
}

function choose(init: Fields, { localName }: DescOneof, choice: Choice, path: string): void {
  const before = init[localName] as Choice | undefined;
  if (before?.case !== undefined && choice.case !== undefined) {
    throw new TypeError(`${path}: ${before.case} is also given, but only one is allowed`);
  }
  if (choice.case !== undefined) init[localName] = choice;
}

function choiceOf(oneof: DescOneof, given: unknown, path: string): Choice {
  if (typeof given !== "object" || given === null || !("case" in given)) {
    throw new TypeError(`${path}: expected { case, value }${known(oneof)}`);
  }
  const { case: name, value, ...others } = given as Choice;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new TypeError(`unknown field '${path}.${other}' (known: case, value)`);
  }
  if (name === undefined) {
    if (value === undefined) return { case: undefined };
    throw new TypeError(`${path}.case is missing${known(oneof)}`);
  }
  const field = oneof.fields.find(({ localName }) => localName === name);
  if (field === undefined) {
    throw new TypeError(`${path}.case: unknown field '${name}'${known(oneof, name)}`);
  }
  return { case: name, value: fieldOf(field, value, `${path}.value`) };
}

function fieldOf(field: DescField, given: unknown, path: string): unknown {
  switch (field.fieldKind) {
    case "message":
      return initOf(field.message, given, path);
    case "enum":
      return enumOf(field.enum, given, path);
    case "scalar":
      return scalarOf(field.scalar, given, path);
    case "list":
      if (!Array.isArray(given)) throw new TypeError(`${path}: expected an array`);
      return given.map((item: unknown, index) => {
        const here = `${path}[${index}]`;
        if (field.listKind === "message") return initOf(field.message, item, here);
        if (field.listKind === "enum") return enumOf(field.enum, item, here);
        return scalarOf(field.scalar, item, here);
      });
    case "map":
      return given;
  }
}

function enumOf({ values }: DescEnum, given: unknown, path: string): unknown {
  if (Number.isInteger(given)) return given;
  const value = values.find(({ name }) => name === given);
  if (value !== undefined) return value.number;
  const unknown = String(given);
  const hint = knownNames(unknown, values.map(({ name }) => name));
  throw new TypeError(`${path}: unknown value '${unknown}'${hint}`);
}

/** Converts a scalar, which may be in its JSON form: base64, or a number as a string. */
function scalarOf(type: ScalarType, given: unknown, path: string): unknown {
  if (type === ScalarType.BYTES) {
    if (typeof given === "string") return bytesOfText(given, path);
    if (ArrayBuffer.isView(given)) return given;
    throw new TypeError(`${path}: expected a Uint8Array, or a text in base64`);
  }
  try {
    switch (type) {
      case ScalarType.INT64:
      case ScalarType.SINT64:
      case ScalarType.SFIXED64:
      case ScalarType.UINT64:
      case ScalarType.FIXED64:
        return typeof given === "string" || typeof given === "number" ? BigInt(given) : given;
      case ScalarType.STRING:
        if (typeof given === "string") return given;
        break;
      case ScalarType.BOOL:
        if (typeof given === "boolean") return given;
        break;
      default:
        // In JSON, a number can also be a string.
        if (typeof given === "number" || (typeof given === "string" && given.trim() !== "")) {
          if (!Number.isNaN(Number(given))) return Number(given);
        }
    }
  } catch {
    // Reported below.
  }
  const typeName = ScalarType[type].toLowerCase();
  throw new TypeError(`${path}: ${String(given)} cannot be converted to ${typeName}`);
}
