/**
 * F1: the readers of decimals, ids and times against their rules written down a second time, on a
 * million texts: canonical ones, such ones with one thing wrong, and rubbish.
 */
import { expect, it } from 'vitest';
import { TestRandom } from '../../../testkit/src/core/random.ts';
import { seedOf } from '../../../testkit/src/core/test-seed.ts';
import { WireError } from '../errors.ts';
import { compile } from './compile.ts';
import { decimal, id, object, time } from './fields.ts';

const COUNT = 1_000_000;

const PIECES = '0 1 7 9 00 . .. - + e E 1e5 , _ x 0x NaN Infinity ١ ９ \u0000 \n 💥'.split(' ');

const KINDS = [
  {
    name: 'price',
    read: compile(object({ price: decimal('') })),
    right: (text: string) => text.length <= 40 && /^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text),
  },
  {
    name: 'orderId',
    read: compile(object({ orderId: id('') })),
    right: (text: string) => /^[1-9][0-9]{0,18}$/.test(text),
  },
  {
    name: 'startTime',
    read: compile(object({ startTime: time('') })),
    right: (text: string) => /^(0|[1-9][0-9]{0,12})$/.test(text),
  },
] as const;

const source = new TestRandom(1);
const DIGITS = Array.from({ length: 10_000 }, () => source.int(0, 9)).join('');

function digits(random: TestRandom, count: number): string {
  const from = random.int(0, DIGITS.length - count);
  return DIGITS.slice(from, from + count);
}

function textOf(random: TestRandom): string {
  let text = digits(random, random.int(1, random.chance(0.1) ? 45 : 20));
  if (random.chance(0.3)) text += `.${digits(random, random.int(1, 20))}`;
  if (random.chance(0.5)) return text;
  const at = random.int(0, text.length);
  return text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.int(0, 2));
}

it('F1 decimals, ids and times: a million texts are taken as they are or refused by name', () => {
  const seed = seedOf();
  const random = new TestRandom(seed);
  // Half of the texts are refused; where each refusal was made is not looked at.
  Error.stackTraceLimit = 0;
  let taken = 0;
  for (let i = 0; i < COUNT; i++) {
    const { name, read, right } = KINDS[i % KINDS.length]!;
    const text = textOf(random);
    let result: string;
    try {
      result = (read({ [name]: text }) as Record<string, string>)[name] ?? '';
    } catch (error) {
      result =
        error instanceof WireError && error.message.startsWith(name) ? 'refused' : `${error}`;
    }
    const expected = right(text) ? text : 'refused';
    if (result !== expected)
      expect([seed, name, text, result]).toEqual([seed, name, text, expected]);
    if (result === text) taken++;
  }
  expect(taken).toBeGreaterThan(COUNT / 4);
  expect(COUNT - taken).toBeGreaterThan(COUNT / 4);
}, 60_000);
