import { clone, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";

/** Returns a copy of the request with `locale` in every empty `locale` field. */
export function inLocale<Schema extends DescMessage>(
  schema: Schema, request: MessageShape<Schema>, locale: string,
): MessageShape<Schema> {
  const copy = clone(schema, request);
  setLocale(reflect(schema, copy), locale);
  return copy;
}

function setLocale(message: ReflectMessage, locale: string): void {
  for (const field of message.fields) {
    if (field.name === "locale" && field.fieldKind === "scalar") {
      if (!message.isSet(field)) message.set(field, locale);
    } else if (field.fieldKind === "message" && message.isSet(field)) {
      setLocale(message.get(field), locale);
    } else if (field.fieldKind === "list" && field.listKind === "message") {
      for (const item of message.get(field)) setLocale(item as ReflectMessage, locale);
    }
  }
}
