import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it.each([
  'ann@example.com',
  'ann.b+tag@mail.example.co.uk',
  "o'neil@x.test",
  'maker@simulator.invalid',
  'ann@localhost',
  'jürgen@bücher.example',
  `${'a'.repeat(64)}@x.test`,
])('%s is an address', (text) => expect(isEmail(text)).toBe(true));

it.each([
  'a@x.test;b',
  'a@x.test,b@x.test',
  'a;b@x.test',
  'a@b@x.test',
  '<a@x.test>',
  'Ann <a@x.test>',
  '"a b"@x.test',
  'a@x.test\r\nBcc: b@x.test',
  'a@-x.test',
  'a@x-.test',
  'a@x..test',
  '.a@x.test',
  'a.@x.test',
  'a..b@x.test',
  'a@',
  '@x.test',
  'a@[127.0.0.1]',
  `${'a'.repeat(65)}@x.test`,
  `a@${'x.'.repeat(130)}test`,
])('%s is none', (text) => expect(isEmail(text)).toBe(false));
