import { describe, expect, it } from 'vitest';
import { cursorTarget, insetHeight, nearest } from './picture.tsx';

describe('the cursor of a picture', () => {
  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowUp', 3, 4],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 19, 19],
    ['PageUp', 15, 19],
    ['PageDown', 15, 5],
    ['Home', 7, 0],
    ['End', 7, 19],
    ['Tab', 7, null],
    ['a', 7, null],
  ])('%s from %s of 20 leads to %s', (key, at, target) => {
    expect(cursorTarget(key, at, 20)).toBe(target);
  });

  it('leaves the same room above and below for the ends of the scale', () => {
    expect(insetHeight(0)).toBeGreaterThan(0);
    expect(insetHeight(0.5)).toBeCloseTo(0.5);
    expect(insetHeight(0) + insetHeight(1)).toBeCloseTo(1);
  });

  it('goes to what is nearest to the pointer', () => {
    const places = [0, 0.1, 0.5, 1];
    const found = [-1, 0.04, 0.06, 0.4, 0.8, 2].map((part) => nearest(places, part));
    expect(found).toEqual([0, 0, 1, 2, 3, 3]);
  });
});
