import { describe, expect, it } from 'vitest';
import { rowWindow, WHOLE_ROWS_MAX } from './row-window.ts';

const SCREEN = { height: 40, start: 100, seenFrom: 100, seenTo: 500 };

describe('rowWindow', () => {
  it('draws a short list whole', () => {
    const count = WHOLE_ROWS_MAX;
    expect(rowWindow({ ...SCREEN, count })).toMatchObject({ from: 0, to: count });
  });

  it('draws what is on screen and some around it', () => {
    expect(rowWindow({ ...SCREEN, count: 1_000 })).toMatchObject({ from: 0, to: 22 });
    const scrolled = { ...SCREEN, count: 1_000, start: 100 - 500 * 40 };
    expect(rowWindow(scrolled)).toMatchObject({ from: 488, to: 522 });
  });

  it('never goes past an end, wherever the list is', () => {
    for (const start of [-1_000_000, -39_900, 0, 700, 1_000_000]) {
      const { from, to } = rowWindow({ ...SCREEN, count: 1_000, start });
      expect([start, from >= 0, to <= 1_000, to > from]).toEqual([start, true, true, true]);
    }
  });
});
