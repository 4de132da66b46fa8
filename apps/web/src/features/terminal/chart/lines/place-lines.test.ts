import { expect, it } from 'vitest';
import { labelStarts } from './place-lines.ts';

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
  expect(labelStarts([100, 105, 111], 430)).toEqual([0, 210, 0]);
});

it('a line out of sight takes no room', () => {
  expect(labelStarts([100, null, 105], 900)).toEqual([0, 0, 210]);
});
