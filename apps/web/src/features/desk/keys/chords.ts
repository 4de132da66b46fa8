/** Keys as they are bound and written: a letter, a digit or a sign, with Shift where it is held. */

/** What is looked at of a press. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** Keys with a name that may be bound; the others move, scroll, close or press something. */
const NAMED: readonly string[] = ['Delete', 'Insert', 'Backspace'];
/** Signs that open something of the page. */
const TAKEN: readonly string[] = ['/', '?'];

/**
 * What was pressed. Letters of a Latin layout are those written on it, others those of their places, so that
 * the same hand finds them. Null with a key of the browser (Ctrl, Command, Alt), and of what is no key to bind.
 */
export function chordOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: Press): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  const shift = shiftKey ? 'Shift ' : '';
  if (/^[a-z]$/i.test(key)) return shift + key.toUpperCase();
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  if (place !== undefined) return shift + place;
  if (NAMED.includes(key) || (key === 'Enter' && shiftKey)) return shift + key;
  // What Shift makes of a sign is another sign.
  return key.length === 1 && key !== ' ' && !TAKEN.includes(key) ? key : null;
}

/** Whether a kept text is a key that can be bound. */
export function isChord(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const key = text.replace(/^Shift /, '');
  if (/^[A-Z0-9]$/.test(key) || NAMED.includes(key) || text === 'Shift Enter') return true;
  return text.length === 1 && /[^\sa-z]/.test(text) && !TAKEN.includes(text);
}

/** Letters that a number may have, as in "1.5k": they belong to the field that has the focus. */
const OF_NUMBERS = /^(Shift )?[KMB]$/;

/** Whether a key can mean something while a number is typed. */
export function worksInNumbers(chord: string): boolean {
  return /^(Shift )?[A-Z]$|^Shift Enter$/.test(chord) && !OF_NUMBERS.test(chord);
}
