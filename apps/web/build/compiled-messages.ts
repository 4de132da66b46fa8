/**
 * Compiles ICU messages to their syntax tree at build time, so that the message parser (7 KB) is
 * not shipped. Messages without placeholders stay plain strings.
 */
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const MESSAGE_FILE = /\/platform\/locale\/messages\/[\w-]+\.json$/;

/** JSON of a message file with its ICU messages parsed. */
export function compileMessages(source: string): string {
  const messages = JSON.parse(source) as Record<string, string>;
  const compiled = Object.entries(messages).map(([key, text]) => {
    const plain = !/[{}<>'#]/.test(text);
    return [key, plain ? text : parse(text, { captureLocation: false })];
  });
  return JSON.stringify(Object.fromEntries(compiled));
}

/** The Vite plugin. */
export function compiledMessages(): Plugin {
  return {
    name: 'halcyon:compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      return MESSAGE_FILE.test(id) ? { code: compileMessages(code), map: null } : null;
    },
  };
}
