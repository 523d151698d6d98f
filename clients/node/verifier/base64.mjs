const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

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
