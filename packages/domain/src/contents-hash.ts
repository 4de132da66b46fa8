/** A hash over all that a value says: names and values, nested ones too. */

const C1 = 0x85ebca6b;
const C2 = 0xc2b2ae35;

/** 32 bits; equal for equal contents with their names in the same order. */
export function contentsHash(value: unknown): number {
  return mixed(0, value);
}

function mixed(hash: number, value: unknown): number {
  if (typeof value === 'number') return mixNumber(hash, value);
  if (typeof value === 'bigint') return mixText(hash, `${value}n`);
  if (typeof value === 'string') return mixText(hash, value);
  if (typeof value === 'boolean') return mix(hash, value ? 1 : 2, 3);
  if (value === null || typeof value !== 'object') return mix(hash, 0, 4);
  let h = mix(hash, Array.isArray(value) ? 5 : 6, 0);
  for (const [name, each] of Object.entries(value)) h = mixed(mixText(h, name), each);
  return h;
}

function mixNumber(hash: number, value: number): number {
  if (!Number.isSafeInteger(value)) return mixText(hash, String(value));
  return mix(hash, value | 0, Math.floor(value / 0x1_0000_0000));
}

function mixText(hash: number, text: string): number {
  let h = hash;
  for (let i = 0; i < text.length; i++) h = mix(h, text.charCodeAt(i), i);
  return h;
}

function mix(hash: number, a: number, b: number): number {
  const h = Math.imul(hash ^ a, C1);
  return Math.imul(h ^ b ^ (h >>> 15), C2);
}
