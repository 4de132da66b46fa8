import { expect, test } from 'vitest';
import { arrowTarget } from './arrow-keys.ts';

test.each([
  ['ArrowDown', 0, 'list', 1],
  ['ArrowDown', 2, 'list', 0],
  ['ArrowDown', -1, 'list', 0],
  ['ArrowUp', 0, 'list', 2],
  ['ArrowUp', -1, 'list', 2],
  ['ArrowRight', 0, 'list', null],
  ['ArrowRight', 0, 'ltr', 1],
  ['ArrowLeft', 0, 'ltr', 2],
  ['ArrowRight', 0, 'rtl', 2],
  ['ArrowLeft', 0, 'rtl', 1],
  ['ArrowDown', 0, 'rtl', null],
  ['Home', 2, 'ltr', 0],
  ['End', 0, 'list', 2],
  ['Enter', 0, 'list', null],
] as const)('%s from %i in a %s of three leads to %s', (key, index, way, target) => {
  expect(arrowTarget(key, index, 3, way)).toBe(target);
});

test('leads nowhere where there is nothing', () => {
  expect(arrowTarget('Home', -1, 0, 'list')).toBeNull();
});
