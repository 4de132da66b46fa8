import { expect, it } from 'vitest';
import { repeatedField } from './repeated-field.ts';

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":{"b":1,"c":[{"d":1},{"d":2,"d":2}]}}', 'd'],
  ['[[{"x":{}},{"x":1 , "x"\n:2}]]', 'x'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
  ['{"":1,"":2}', ''],
  ['{"a":{"b":{}},"b":1,"a":[]}', 'a'],
])('%s has a field twice', (text, name) => {
  JSON.parse(text);
  expect(repeatedField(text)).toBe(name);
});

it.each([
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
  '{"a":"{\\"a\\":1","b":"}","c":"[\\"a\\":"}',
  '{"a":"a","b":["a","a"],"A":1}',
  '"a"',
  'null',
])('%s has none', (text) => {
  JSON.parse(text);
  expect(repeatedField(text)).toBeNull();
});

it('reads a deep text in one go', () => {
  const deep = '{"a":['.repeat(50_000) + ']}'.repeat(50_000);
  expect(repeatedField(deep)).toBeNull();
});
