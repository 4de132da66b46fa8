import { describe, expect, it } from 'vitest';
import { chordOf, isChord, type Press, worksInNumbers } from './chords.ts';

const press = (given: Partial<Press>): Press => ({
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...given,
});

describe('a key', () => {
  it.each([
    [{ key: 'b', code: 'KeyB' }, 'B'],
    [{ key: 'B', code: 'KeyB', shiftKey: true }, 'Shift B'],
    // A Latin layout with the letters elsewhere, and one with other letters.
    [{ key: 'a', code: 'KeyQ' }, 'A'],
    [{ key: 'и', code: 'KeyB' }, 'B'],
    [{ key: '!', code: 'Digit1', shiftKey: true }, 'Shift 1'],
    [{ key: '&', code: 'Digit1' }, '1'],
    [{ key: '[', code: 'BracketLeft' }, '['],
    [{ key: 'Enter', code: 'Enter', shiftKey: true }, 'Shift Enter'],
    [{ key: 'Delete', code: 'Delete' }, 'Delete'],
  ])('%o is %s', (given, chord) => {
    expect(chordOf(press(given))).toBe(chord);
    expect(isChord(chord)).toBe(true);
  });

  it.each([
    { key: 'b', code: 'KeyB', ctrlKey: true },
    { key: 'b', code: 'KeyB', metaKey: true },
    { key: '∫', code: 'KeyB', altKey: true },
    { key: 'Enter', code: 'Enter' },
    { key: 'Escape', code: 'Escape' },
    { key: 'ArrowUp', code: 'ArrowUp' },
    { key: ' ', code: 'Space' },
    { key: '/', code: 'Slash' },
    { key: '?', code: 'Slash', shiftKey: true },
    { key: 'Shift', code: 'ShiftLeft', shiftKey: true },
  ])('%o is none to bind', (given) => expect(chordOf(press(given))).toBeNull());

  it('is kept only in its own writing', () => {
    for (const text of ['b', 'Ctrl B', 'Shift [', 'Enter', '', ' ', '?', 7, null]) {
      expect(isChord(text)).toBe(false);
    }
  });

  it('means something in a number where no number has it', () => {
    for (const chord of ['P', 'Shift X', 'Shift Enter']) expect(worksInNumbers(chord)).toBe(true);
    for (const chord of ['B', 'K', 'M', '1', 'Shift 1', '-', 'Delete', 'Backspace']) {
      expect(worksInNumbers(chord)).toBe(false);
    }
  });
});
