/** What is kept of drawings, and what of it is read back. */
import { describe, expect, test } from 'vitest';
import {
  DRAWINGS_MAX,
  type Drawing,
  drawingOf,
  FIRST_STYLE,
  KEPT_MAX,
  keptDrawings,
  POINTS_MAX,
  readDrawings,
  thinned,
  withoutRepeats,
} from './drawing.ts';
import { drawingStore } from './drawing-store.ts';
import { TOOL_NAMES } from './tools.ts';

const LINE: Drawing = {
  ...{ id: 'a', tool: 'trend', text: '', locked: false, hidden: false, style: FIRST_STYLE },
  points: [
    { time: 1, price: 2 },
    { time: 3, price: 4.5 },
  ],
};

function many(count: number): readonly Drawing[] {
  return Array.from({ length: count }, (_, index) => ({ ...LINE, id: `d${index}` }));
}

describe('kept drawings', () => {
  test('come back as they were', () => {
    expect(readDrawings(keptDrawings([LINE]))).toEqual([LINE]);
  });

  test.each([
    ['another tool', { tool: 'toString' }],
    ['too few points', { points: [{ time: 1, price: 2 }] }],
    ['a price that is no number', { points: [LINE.points[0], { time: 1, price: null }] }],
    ['a colour that is none', { style: { ...FIRST_STYLE, colour: 'url(x)' } }],
    ['a width that is not offered', { style: { ...FIRST_STYLE, width: 99 } }],
    ['a long text', { text: 'x'.repeat(201) }],
    ['no id', { id: '' }],
  ])('leave out one with %s', (_, damage) => {
    expect(drawingOf({ ...LINE, ...damage })).toBeNull();
    const text = JSON.stringify({ version: 1, drawings: [{ ...LINE, ...damage }, LINE] });
    expect(readDrawings(text)).toEqual([LINE]);
  });

  test('are none of what is no list of them, or of another version', () => {
    for (const text of [null, '', '7', '{"version":1}', '{"version":2,"drawings":[]}', '[']) {
      expect(readDrawings(text)).toEqual([]);
    }
  });

  test('of one id are one', () => {
    expect(readDrawings(JSON.stringify({ version: 1, drawings: [LINE, LINE] }))).toEqual([LINE]);
  });

  test('have a limit of number and of size', () => {
    expect(keptDrawings(many(DRAWINGS_MAX))).not.toBeNull();
    expect(keptDrawings(many(DRAWINGS_MAX + 1))).toBeNull();
    const points = Array.from({ length: 300 }, () => ({ time: 1e12 + 1, price: 12_345.678 }));
    const brushes = many(100).map((each) => ({ ...each, tool: 'brush' as const, points }));
    expect(JSON.stringify(brushes).length).toBeGreaterThan(KEPT_MAX);
    expect(keptDrawings(brushes)).toBeNull();
  });
});

describe('points', () => {
  test('of a long stroke are thinned; its ends stay', () => {
    const points = Array.from({ length: 5000 }, (_, index) => index);
    const fewer = thinned(points);
    expect(fewer).toHaveLength(POINTS_MAX);
    expect([fewer[0], fewer.at(-1)]).toEqual([0, 4999]);
    expect(thinned([1, 2])).toEqual([1, 2]);
  });

  test('that repeat the one before are left out', () => {
    const [a, b] = LINE.points as [never, never];
    expect(withoutRepeats([a, a, b, b, a])).toEqual([a, b, a]);
  });
});

describe('the store', () => {
  function keeper() {
    const kept = new Map<string, string>();
    const followers: ((key: string) => void)[] = [];
    return {
      follow: (follower: (key: string) => void) => {
        followers.push(follower);
        return () => void followers.splice(followers.indexOf(follower), 1);
      },
      /** What comes from another tab or device. */
      adopt: (key: string, text: string) => {
        kept.set(key, text);
        for (const follower of followers) follower(key);
      },
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, text: string) => void kept.set(key, text),
      remove: (key: string) => void kept.delete(key),
    };
  }

  test('adds, changes, undoes, redoes and keeps', () => {
    const browser = keeper();
    const drawings = drawingStore('BTCUSDT', browser);
    drawings.add(LINE);
    drawings.change('a', { locked: true });
    drawings.undo();
    expect(drawings.now()).toEqual([LINE]);
    drawings.redo();
    expect(drawingStore('BTCUSDT', browser).now()).toEqual([{ ...LINE, locked: true }]);
    expect(drawingStore('ETHUSDT', browser).now()).toEqual([]);
    drawings.removeAll();
    expect(browser.read('drawings:BTCUSDT')).toBeNull();
    expect(drawings.store.getState().selected).toBeNull();
  });

  test('shows what was drawn elsewhere, which can be undone; not that of another instrument', () => {
    const here = keeper();
    const drawings = drawingStore('BTCUSDT', here);
    const end = drawings.follow();
    drawings.add(LINE);
    here.adopt('drawings:ETHUSDT', keptDrawings([]) ?? '');
    expect(drawings.now()).toEqual([LINE]);
    here.adopt('drawings:BTCUSDT', keptDrawings([{ ...LINE, id: 'b' }]) ?? '');
    expect(drawings.now()).toEqual([{ ...LINE, id: 'b' }]);
    expect(drawings.store.getState().selected).toBeNull();
    drawings.undo();
    expect(drawings.now()).toEqual([LINE]);
    end();
    here.adopt('drawings:BTCUSDT', keptDrawings([]) ?? '');
    expect(drawings.now()).toEqual([LINE]);
  });

  test('refuses what is more than can be kept, and says so', () => {
    const drawings = drawingStore('BTCUSDT', keeper());
    for (const drawing of many(DRAWINGS_MAX)) drawings.add(drawing);
    expect(drawings.store.getState().full).toBe(false);
    drawings.add(LINE);
    expect(drawings.store.getState().full).toBe(true);
    expect(drawings.now()).toHaveLength(DRAWINGS_MAX);
    drawings.remove('d0');
    expect(drawings.store.getState().full).toBe(false);
  });
});

test('there are at least 25 tools', () => {
  expect(TOOL_NAMES.length).toBeGreaterThanOrEqual(25);
});
