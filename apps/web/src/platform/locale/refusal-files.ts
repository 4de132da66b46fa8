/** What refusals say, by language. */

import type { Messages } from './message-file.ts';

/** See the head of the file. */
export const refusalFiles = import.meta.glob<Messages>('./messages/*.json', {
  import: 'default',
  query: '?refusals',
});
