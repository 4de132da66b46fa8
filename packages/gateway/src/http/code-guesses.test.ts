import { expect, it } from 'vitest';
import { CodeGuesses, WRONG_CODES_PER_HOUR } from './code-guesses.ts';

it('counts wrong codes alone, of each who gives them, for an hour', () => {
  const guesses = new CodeGuesses();
  for (let i = 0; i < 2 * WRONG_CODES_PER_HOUR; i++) guesses.take('a', 'right', 0)();
  for (let i = 0; i < 2 * WRONG_CODES_PER_HOUR; i++) guesses.take('a', '', 0);
  for (let i = 0; i < WRONG_CODES_PER_HOUR; i++) guesses.take('a', `wrong-${i}`, 0);
  expect(() => guesses.take('a', 'right', 1)).toThrow('Too many invitation codes');
  guesses.take('a', '', 1);
  guesses.take('b', 'right', 1);
  guesses.take('a', 'right', 3_600_000);
});
