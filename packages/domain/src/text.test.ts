import { describe, expect, it } from 'vitest';
import { hiddenCharacter, lowerAscii, upperAscii, withoutHidden } from './text.ts';

describe('text that is kept', () => {
  it.each([
    ['', null],
    ['Bot 7: trades at night, 100 %', null],
    ['مفتاح التداول', null],
    ['取引ボット 🤖👩‍👩‍👧', null],
    ['a\u0000b', 'U+0000'],
    ['a\nb', 'U+000A'],
    ['\u001b[31m', 'U+001B'],
    ['a\u007fb', 'U+007F'],
    ['a\u0085b', 'U+0085'],
    ['cold\u202Etoh', 'U+202E'],
    ['\u2066x', 'U+2066'],
    ['\u200Fx', 'U+200F'],
    ['a\u2028b', 'U+2028'],
    ['a\uD800b', 'U+D800'],
  ])('%o: %s', (text, hidden) => {
    expect(hiddenCharacter(text)).toBe(hidden);
    expect(withoutHidden(text)).toBe(hidden === null ? text : text.replace(/[^ -~]/, '?'));
  });
});

describe('letter case', () => {
  it('changes for ASCII letters alone', () => {
    expect(upperAscii('btcuſdt-ı_ß1')).toBe('BTCUſDT-ı_ß1');
    expect(lowerAscii('TRACK_PLAN\u212A')).toBe('track_plan\u212A');
  });
});
