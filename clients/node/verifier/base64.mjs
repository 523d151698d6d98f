const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Decodes standard or URL-safe base64, with or without padding. Returns null if the text is
 * invalid.
 */
export function decodeBase64(text) {
  if (typeof text !== "string" || !BASE64.test(text)) return null;
  const digits = text.replace(/=+$/, "");
  const hasWholeBytes = digits.length % 4 !== 1;
  const isWellPadded = digits.length === text.length || text.length % 4 === 0;
  if (!hasWholeBytes || !isWellPadded) return null;
  const bytes = atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
