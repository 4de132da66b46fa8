import { expect, test } from 'vitest';
import { type Toast, withoutToast, withToast } from './toast-list.ts';

const of = (id: Toast['id'], text: string, type: Toast['type'] = 'success'): Toast => ({
  ...{ id, text, type, action: null },
});
const shownOf = (toasts: readonly Toast[]) =>
  toasts.reduce<readonly Toast[]>(withToast, []).map(({ id }) => id);

test('one takes the place of another about the same', () => {
  expect(shownOf([of('a', 'placed'), of('b', 'other'), of('a', 'filled')])).toEqual(['b', 'a']);
});

test('equal ones are one, the newest', () => {
  expect(shownOf([of(1, 'Copied'), of(2, 'Saved'), of(3, 'Copied')])).toEqual([2, 3]);
  expect(shownOf([of(1, 'Copied'), of(2, 'Copied', 'warning')])).toEqual([1, 2]);
});

test('five are shown, and one that is closed is not', () => {
  const shown = ['a', 'b', 'c', 'd', 'e', 'f'].map((text, at) => of(at, text));
  expect(shownOf(shown)).toEqual([1, 2, 3, 4, 5]);
  expect(withoutToast(shown, 3).map(({ id }) => id)).toEqual([0, 1, 2, 4, 5]);
});
