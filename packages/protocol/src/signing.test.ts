import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodedQuery, loginTimestampMs, preHash } from './signing.ts';
import { SECRET, SIGNATURES } from './vectors.fixture.ts';

describe('pre-hash', () => {
  it.each(SIGNATURES)('$id gives the known signature', (vector) => {
    const [path = '', query = ''] = vector.requestPath.split('?');
    const text = preHash(vector.timestamp, vector.method, path, query, vector.body);
    expect(createHmac('sha256', SECRET).update(text).digest('base64')).toBe(vector.signature);
  });

  it('a query is never re-sorted', () => {
    expect(preHash('1', 'GET', '/p', 'b=2&a=1', '')).toBe('1GET/p?b=2&a=1');
  });
});

describe('the decoded form of a query', () => {
  it.each([
    ['a=b%20c', 'a=b c'],
    ['a=b+c', 'a=b c'],
    ['a=%2B', 'a=+'],
    ['a=1', null],
    ['a=%zz', null],
  ])('%s', (query, decoded) => {
    expect(decodedQuery(query)).toBe(decoded);
  });
});

describe('login timestamps', () => {
  it.each([
    ['1684814440', 1_684_814_440_000],
    ['1684814440729', 1_684_814_440_729],
    ['-1', null],
    ['1e9', null],
    ['12345678901234567', null],
  ])('%s', (text, ms) => {
    expect(loginTimestampMs(text)).toBe(ms);
  });
});
