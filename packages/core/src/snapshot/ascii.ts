/** JSON as ASCII bytes: the core has no UTF-8 coder, so other characters become \u escapes. */

const CHUNK = 8_192;

/** JSON text of a value as bytes. */
export function jsonBytes(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The value whose JSON the bytes are. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(i, i + CHUNK)));
  }
  return JSON.parse(parts.join(''));
}
