import {
  ScalarType, fromJson as readJson, fromJsonString as readJsonString, type DescMessage,
  type JsonReadOptions, type JsonValue, type MessageShape,
} from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";

const SEED = /^(?:[0-9A-Fa-f]{2}){16,64}$/;

/**
 * Returns the bytes of a seed that is written in hexadecimal digits, 32 to 128. Throws a TypeError,
 * which does not contain the text, if it is not a seed.
 */
export function seedFromHex(text: string): Uint8Array {
  if (!SEED.test(text)) {
    throw new TypeError("a seed is an even number of hexadecimal digits, 32 to 128 (R3)");
  }
  return Uint8Array.from(Buffer.from(text, "hex"));
}

/**
 * Hexadecimal digits alone, which are nearly always valid base64 as well, but of other bytes. A
 * shorter text is no seed, which has at least 16 bytes, in either spelling. The base64 of a random
 * seed has this form with a probability of less than one in ten billion, (22/64)^22.
 */
const HEX_TEXT = /^[0-9A-Fa-f]{22,}$/;

/**
 * Decodes bytes in base64, as JSON contains them. Throws a TypeError, which names the path but does
 * not contain the text, if it is not base64 or could be hexadecimal.
 */
export function bytesOfText(text: string, path: string): Uint8Array {
  // The decoder ignores white space, such as the end of the line in a file.
  if (HEX_TEXT.test(text.replace(/\s/g, ""))) {
    throw new TypeError(
      `${path}: hexadecimal digits could also be base64 of other bytes; give the bytes, for example`
      + " seedFromHex(text) or Buffer.from(text, \"base64\")");
  }
  try {
    return base64Decode(text);
  } catch {
    throw new TypeError(`${path}: the text is not base64`);
  }
}

/**
 * Reads a message from proto JSON, like the function of `@bufbuild/protobuf`. Throws a TypeError if
 * the text of a field of bytes could be hexadecimal or base64.
 */
export function fromJson<Schema extends DescMessage>(
  schema: Schema, json: JsonValue, options?: Partial<JsonReadOptions>,
): MessageShape<Schema> {
  const message = readJson(schema, json, options);
  checkBytes(schema, json, "");
  return message;
}

/** Like `fromJson`, for the text of a JSON object. */
export function fromJsonString<Schema extends DescMessage>(
  schema: Schema, text: string, options?: Partial<JsonReadOptions>,
): MessageShape<Schema> {
  const message = readJsonString(schema, text, options);
  checkBytes(schema, JSON.parse(text) as JsonValue, "");
  return message;
}

/** Checks the bytes in the JSON of a message. */
function checkBytes({ fields }: DescMessage, json: JsonValue | undefined, path: string): void {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return;
  for (const field of fields) {
    for (const name of new Set([field.jsonName, field.name])) {
      const given = json[name];
      for (const [index, value] of (Array.isArray(given) ? given : [given]).entries()) {
        const here = `${path}${name}${Array.isArray(given) ? `[${index}]` : ""}`;
        if (field.fieldKind !== "map" && field.message !== undefined) {
          checkBytes(field.message, value, `${here}.`);
        } else if (field.scalar === ScalarType.BYTES && typeof value === "string") {
          bytesOfText(value, here);
        }
      }
    }
  }
}
