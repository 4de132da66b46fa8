import { describe, expect, it } from 'vitest';
import { firstDifference } from './signed-text.ts';

describe('two signed texts', () => {
  it('that are the same have no difference', () => {
    expect(firstDifference('1GET/a', '1GET/a', false)).toBeNull();
    expect(firstDifference('', '', false)).toBeNull();
  });

  it('differ at a byte, with what is there in each', () => {
    expect(firstDifference('1GET/a?b=1', '1GET/ab=1', false)).toEqual({
      byte: 7,
      ours: '?b=1',
      theirs: 'b=1',
    });
    expect(firstDifference('x', 'y', false)).toEqual({ byte: 1, ours: 'x', theirs: 'y' });
  });

  it('differ where one of them ends', () => {
    expect(firstDifference('ab', 'abc', false)).toEqual({ byte: 3, ours: '', theirs: 'c' });
    expect(firstDifference('ab', 'a', false)).toEqual({ byte: 2, ours: 'b', theirs: '' });
  });

  it('of which ours was cut are compared as far as it goes', () => {
    expect(firstDifference('ab', 'abc', true)).toBeNull();
    expect(firstDifference('ab', 'a', true)?.byte).toBe(2);
  });

  it('count bytes, not characters', () => {
    expect(firstDifference('é€😀x', 'é€😀y', false)?.byte).toBe(10);
  });

  it('show a little of a long rest', () => {
    const found = firstDifference('a'.repeat(99), 'b'.repeat(99), false);
    expect([found?.ours.length, found?.theirs.length]).toEqual([16, 16]);
  });
});
