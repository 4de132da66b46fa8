/**
 * Which passwords are refused, offline. Twelve characters rule most breached passwords out; the others
 * of the most frequent million are looked up. Beside those, what people who guess make up is refused:
 * words with a number behind, keyboard rows and repetitions, at most two such pieces in a row. So a
 * sentence or anything random passes.
 */
import { RecordsError } from '../errors.ts';
import { isBreached } from './breached-passwords.ts';
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-words.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './limits.ts';

/** Characters people put in place of letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Rows in which neighbours make a walk: alphabet, digits, keyboard. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];
/** Shortest run of neighbours that counts as one piece. */
const WALK_MIN = 3;
/** Pieces of nothing but common things that are still too few. */
const PIECES_MAX = 2;
/** Characters that may be left over and still not help. */
const LEFT_OVER_MAX = 2;
const TOO_COMMON = 'The password is too common: people who guess try such ones first.';
const WORDS: ReadonlySet<string> = new Set(COMMON_WORDS);
const WORD_LENGTH_MAX = Math.max(...COMMON_WORDS.map((word) => word.length));

/** Throws `passwordRefused` with a sentence for the user unless the password is acceptable. */
export function checkPassword(password: string, email: string): void {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) {
    refuse(`The password needs at least ${PASSWORD_LENGTH_MIN} characters; 15 or more are better.`);
  }
  if (length > PASSWORD_LENGTH_MAX) {
    refuse(`The password may have at most ${PASSWORD_LENGTH_MAX} characters.`);
  }
  const lower = password.normalize('NFC').toLowerCase();
  if (repeats(lower)) refuse('The password only repeats itself.');
  if (isAboutEmail(lower, email)) refuse('The password must not be made of the e-mail address.');
  if (isBreached(password) || COMMON_PASSWORDS.has(lower)) refuse(TOO_COMMON);
  if (isCommon(lower) || isCommon(unmask(lower))) refuse(TOO_COMMON);
}

function refuse(message: string): never {
  const facts = { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX };
  throw new RecordsError('passwordRefused', message, { field: 'password', facts });
}

/** All one character, or one short piece over and over. */
function repeats(text: string): boolean {
  for (let size = 1; size <= 6; size++) {
    const piece = text.slice(0, size);
    if (piece.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return true;
  }
  return false;
}

function isAboutEmail(lower: string, email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const host = domain.split('.')[0] ?? '';
  for (const part of [email.toLowerCase(), domain, local, host]) {
    // What remains beside the address is too little to be a secret.
    if (part.length >= 4 && lower.includes(part) && lower.length - part.length < 6) return true;
  }
  return false;
}

/** Letters for their lookalikes; the number that was put behind stays a number. */
function unmask(lower: string): string {
  const tail = /[\d\p{P}\p{S}]*$/u.exec(lower)?.[0] ?? '';
  const head = lower.slice(0, lower.length - tail.length);
  return [...head].map((character) => LOOKALIKES[character] ?? character).join('') + tail;
}

/** Whether the text falls into at most two common pieces and next to nothing else. */
function isCommon(text: string): boolean {
  let pieces = 0;
  let leftOver = 0;
  for (let at = 0; at < text.length; ) {
    const size = pieceAt(text, at);
    if (size === 0) {
      // Separators and closing marks add nothing that a guesser does not try.
      if (!/[\s\p{P}\p{S}]/u.test(text[at] as string)) leftOver += 1;
      at += 1;
    } else {
      pieces += 1;
      at += size;
    }
    if (leftOver > LEFT_OVER_MAX || pieces > PIECES_MAX + 1) return false;
  }
  // A number at either end is what everybody adds: it makes no third piece.
  const numbered = /^\d|\d$/.test(text);
  return pieces <= (numbered ? PIECES_MAX + 1 : PIECES_MAX);
}

/** Length of the longest common piece that starts at `at`, 0 = none. */
function pieceAt(text: string, at: number): number {
  const digits = /^\d{1,8}/.exec(text.slice(at))?.[0].length ?? 0;
  let longest = Math.max(walkAt(text, at), digits);
  const most = Math.min(WORD_LENGTH_MAX, text.length - at);
  for (let size = most; size > Math.max(longest, 1); size--) {
    if (WORDS.has(text.slice(at, at + size))) {
      longest = size;
      break;
    }
  }
  return longest;
}

/** Length of the run of neighbours (up, down or equal) that starts at `at`. */
function walkAt(text: string, at: number): number {
  let longest = 0;
  for (const row of ROWS) {
    for (const step of [1, -1]) longest = Math.max(longest, runLength(text, at, row, step));
  }
  let same = 1;
  while (text[at + same] === text[at]) same += 1;
  longest = Math.max(longest, same);
  return longest >= WALK_MIN ? longest : 0;
}

function runLength(text: string, at: number, row: string, step: number): number {
  let place = row.indexOf(text[at] as string);
  if (place < 0) return 0;
  let size = 1;
  while (at + size < text.length && row[place + step] === text[at + size]) {
    place += step;
    size += 1;
  }
  return size;
}
