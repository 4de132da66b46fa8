import { expect, it } from 'vitest';
import { beyond, hintArea, labelStarts, tagShifts } from './place-lines.ts';

it('labels of near lines stand side by side, those of far lines below each other', () => {
  expect(labelStarts([100, 200, 300], 900)).toEqual([0, 0, 0]);
  expect(labelStarts([100, 105, 110], 900)).toEqual([0, 210, 420]);
  // A label leaves its column free for the next one that is far enough.
  expect(labelStarts([100, 110, 124], 900)).toEqual([0, 210, 0]);
});

it('the order of the lines is not that of their heights', () => {
  expect(labelStarts([110, 100], 900)).toEqual([210, 0]);
});

it('where there is no room beside, a label covers the one that is farthest', () => {
  expect(labelStarts([100, 105], 200)).toEqual([0, 0]);
  expect(labelStarts([100, 105, 111], 430)).toEqual([0, 220, 0]);
});

it('a line out of sight takes no room', () => {
  expect(labelStarts([100, null, 105], 900)).toEqual([0, 0, 210]);
});

it('a label stands beside the legend and beside a mark, and over them where there is no room', () => {
  const legend = { left: 0, top: 0, right: 400, bottom: 44 };
  expect(labelStarts([30, 60], 900, [legend])).toEqual([420, 0]);
  expect(labelStarts([30], 400, [legend])).toEqual([0]);
  expect(labelStarts([200], 900, [{ left: 100, top: 190, right: 196, bottom: 208 }])).toEqual([
    210,
  ]);
});

it('the last place ends where the chart does, clear of a wide legend', () => {
  const legend = { left: 0, top: 0, right: 520, bottom: 44 };
  expect(labelStarts([30], 780, [legend])).toEqual([570]);
});

it('beyond an edge the nearest line is named, and how many there are', () => {
  const heights = [-50, -10, 100, 420, null];
  expect(beyond(heights, 400, 'above')).toEqual({ index: 1, count: 2 });
  expect(beyond(heights, 400, 'below')).toEqual({ index: 3, count: 1 });
  expect(beyond([0, 400, null], 400, 'above')).toBeNull();
});

it('a label stands clear of the hint at an edge', () => {
  const above = hintArea('above', false, { width: 420, height: 400 }, 320);
  expect(above).toEqual({ left: 94, top: 0, right: 420, bottom: 24 });
  const pane = { width: 900, height: 400 };
  const wide = hintArea('above', false, pane, 320);
  expect(labelStarts([10, 12, 14], 900, [wide])).toEqual([0, 210, 420]);
  expect(labelStarts([390], 900, [hintArea('below', true, pane, 320)])).toEqual([420]);
});

it('a hint takes no more than its text does: a label has the place beside it', () => {
  const pane = { width: 787, height: 340 };
  const low = { left: 640, top: 315, right: 700, bottom: 333 };
  const hint = hintArea('below', true, pane, 185);
  expect(labelStarts([335], 787, [low, hint])).toEqual([210]);
});

it('prices on the axis make room for each other, away from the last price', () => {
  expect(tagShifts([100, null, 104], null)).toEqual([0, 0, 14]);
  const last = { top: 91, bottom: 126 };
  // Above its middle they go up, the nearest first; below it they go down.
  expect(tagShifts([100, 90, 110, 300], last)).toEqual([-18, -26, 25, 0]);
});
