/** The place of the note that this page acts as a sub-account; its code comes on such pages only. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { ACTING } from '../../platform/client/acting.ts';
import { moreMessages } from '../../platform/locale/locale.ts';

const ActingNote = lazyPart(async () => {
  const [part] = await Promise.all([import('../auth/acting-note.tsx'), moreMessages()]);
  return part.ActingNote;
}, 0);

/** The note; nothing on other pages. */
export function ActingHost() {
  return ACTING === '' ? null : <ActingNote />;
}
