import { expect, it } from 'vitest';
import { chordOf, isChord } from './chords.ts';
import { ACTIONS } from './key-actions.ts';
import { actionOf, choiceOf, keyOf, rebound } from './key-bindings.ts';

const first = choiceOf(null);

it('every action has a key of its own at first', () => {
  const keys = [...ACTIONS.keys()].map((name) => keyOf(first, name));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !isChord(key))).toEqual([]);
});

it('a key that means something already is refused, and by whom it is taken', () => {
  expect(rebound(first, 'buy', 'S')).toEqual({ taken: 'sell' });
  expect(rebound(first, 'buy', 'B')).toEqual(first);
});

it('a key that was given up can be taken', () => {
  const none = rebound(first, 'sell', '');
  if ('taken' in none) throw new Error('refused');
  expect(keyOf(none, 'sell')).toBe('');
  const moved = rebound(none, 'buy', 'S');
  if ('taken' in moved) throw new Error('refused');
  expect(actionOf(moved, 'S')).toBe('buy');
  expect(actionOf(moved, 'B')).toBeUndefined();
});

it('what was kept comes back, and what nobody keeps does not', () => {
  const kept = JSON.stringify({
    keys: { buy: 'N', gone: 'V', sell: 'Ctrl S' },
    presets: ['1h', 7],
  });
  const choice = choiceOf(kept);
  expect(keyOf(choice, 'buy')).toBe('N');
  expect(keyOf(choice, 'sell')).toBe('S');
  expect(choice.presets).toEqual(['1h', '', '', '', '', '', '', '', '']);
  for (const text of ['', '{', '7', 'null', '{"keys":7}', '{"presets":{}}']) {
    expect(choiceOf(text).keys.size).toBe(0);
  }
  // The same key twice.
  expect(choiceOf('{"keys":{"buy":"N","sell":"N"}}').keys.size).toBe(0);
});

it('digits are presets whatever the layout', () => {
  const one = chordOf({
    ...{ key: '&', code: 'Digit1', shiftKey: false },
    ...{ ctrlKey: false, metaKey: false, altKey: false },
  });
  expect(actionOf(first, one ?? '')).toBe('preset1');
});
