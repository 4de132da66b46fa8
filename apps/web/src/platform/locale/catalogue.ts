/** Message files, one chunk a language, loaded when a language is shown. */

import { messageKey } from '@halcyon/domain/web';
import type { Messages } from './message-types.ts';

const files = import.meta.glob<Messages>('./messages/*.json', { import: 'default' });

/** A part of a language that comes when it is asked for (see build/compiled-messages.ts). */
export type LatePart = 'more' | 'refusals' | 'copying' | 'chart' | 'algo';

/**
 * The messages of a language.
 * @param code as in the language list, or one that is only read in addresses
 * @throws when the file cannot be fetched
 */
export function loadMessages(code: string): Promise<Messages> {
  return fileOf(files, code);
}

/** Messages of a part, as `loadMessages`. */
export async function loadPart(part: LatePart, code: string): Promise<Messages> {
  // The list of these files is a kilobyte that the first page seldom needs.
  const { lateFiles } = await import('./late-files.ts');
  return fileOf(lateFiles[part], code);
}

function fileOf(of: typeof files, code: string): Promise<Messages> {
  const key = messageKey(code);
  const load = of[`./messages/${key}.json`];
  if (load === undefined) throw new Error(`no messages for ${key}`);
  return load();
}
