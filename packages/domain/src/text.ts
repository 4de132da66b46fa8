/** Rules for text that comes from outside: the letter case of names, and what may be kept. */

/**
 * The same with its ASCII letters in upper case. Of names on the wire no other letter changes case:
 * `toUpperCase` makes ASCII letters of some (`ſ` becomes `S`), so that a name which does not exist
 * would stand for one that does.
 */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** The same with its ASCII letters in lower case. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Characters that nobody sees and that change what is read: control characters, ends of lines among
 * them, those that turn the direction of text, and halves of characters, which databases do not keep.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

/** The first character of a text that may not be kept, as `U+202E`; null when all may be. */
export function hiddenCharacter(text: string): string | null {
  const found = HIDDEN.exec(text)?.[0].codePointAt(0);
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** How a field with such a character is refused. */
export function hiddenMessage(field: string, character: string): string {
  return `${field} has the character ${character}: control and direction characters are not kept`;
}

/** Text that nobody chose, such as the name of a browser: what may not be kept becomes `?`. */
export function withoutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, '?');
}
