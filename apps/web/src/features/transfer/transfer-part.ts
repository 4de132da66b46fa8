/** The transfer dialog, whose code and words come when it is first opened. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';

/** See transfer-dialog.tsx. */
export const TransferDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./transfer-dialog.tsx'), moreMessages()]);
  return part.TransferDialog;
}, 0);
