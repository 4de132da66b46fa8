import { describe, expect, it } from 'vitest';
import { type InstrumentInfo, keepSame } from './instruments.ts';

const instrument = (symbol: string, status = 'online') => ({ symbol, status }) as InstrumentInfo;
const mapOf = (...list: InstrumentInfo[]) => new Map(list.map((item) => [item.symbol, item]));

describe('instruments that come again', () => {
  const before = mapOf(instrument('A'), instrument('B'));

  it('are the same objects while nothing changed', () => {
    expect(keepSame(before, mapOf(instrument('A'), instrument('B')))).toBe(before);
  });

  it('are new only where something changed', () => {
    const next = keepSame(before, mapOf(instrument('A'), instrument('B', 'halt')));
    expect(next.get('A')).toBe(before.get('A'));
    expect(next.get('B')).toEqual(instrument('B', 'halt'));
  });

  it('follow the server in what there is and in which order', () => {
    expect([...keepSame(before, mapOf(instrument('B'))).keys()]).toEqual(['B']);
    expect([...keepSame(before, mapOf(instrument('B'), instrument('A'))).keys()]).toEqual([
      'B',
      'A',
    ]);
    expect(keepSame(undefined, before)).toBe(before);
  });
});
