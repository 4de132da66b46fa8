import { expect, it } from 'vitest';
import { legendRoom } from './legend-room.ts';

/** Where the highest price is drawn: the room is a share of the range, as is a tenth below. */
function highest(lines: number, width: number, height: number): number {
  const room = legendRoom({ lines, width, height, mark: true });
  return (height * room) / (1 + room + 0.1);
}

it('keeps the highest price and its mark below every line of the legend', () => {
  for (const height of [240, 365, 900]) {
    for (const lines of [1, 2, 3, 4]) {
      const needed = Math.min(6 + lines * 19 + 20, height / 2);
      expect(highest(lines, 800, height)).toBeGreaterThanOrEqual(needed - 1e-9);
    }
  }
});

it('counts a line twice where it breaks, and none where the legend is hidden', () => {
  expect(highest(2, 400, 600)).toBeGreaterThan(highest(2, 800, 600));
  expect(legendRoom({ lines: 0, width: 320, height: 300, mark: true })).toBe(0.2);
});

it('a pane without a mark keeps its lines below its legend too', () => {
  const room = legendRoom({ lines: 1, width: 800, height: 100, mark: false });
  expect((100 * room) / (1 + room + 0.1)).toBeGreaterThanOrEqual(25 - 1e-9);
});
