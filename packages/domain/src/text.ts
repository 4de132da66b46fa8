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
