/** An authenticator app as tests need it: by the RFC's own words, apart from the server's code. */
import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** The bytes of a secret as people type it. */
export function secretBytes(secret: string): Buffer {
  const bits = [...secret].map((one) => LETTERS.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What the app shows at a time, Unix ms. */
export function appCode(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(at / STEP_MS), 4);
  const mac = createHmac('sha1', secretBytes(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}
