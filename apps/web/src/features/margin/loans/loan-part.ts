/** The dialogs of loans, whose code and words come when they are first opened. */

import { lazyPart } from '../../../components/lazy-part.tsx';
import { moreMessages } from '../../../platform/locale/locale.ts';

/** See loan-dialog.tsx. */
export const LoanDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./loan-dialog.tsx'), moreMessages()]);
  return part.LoanDialog;
}, 0);

/** See flash-dialog.tsx. */
export const FlashDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./flash-dialog.tsx'), moreMessages()]);
  return part.FlashDialog;
}, 0);
