/** Opens the dialog of step-up when a request waits for it; its code comes then. */

import { useStore } from 'zustand';
import { lazyPart } from '../../components/lazy-part.tsx';
import { stepUpStore } from '../../data/state/session.ts';
import { moreMessages } from '../../platform/locale/locale.ts';

const StepUpDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import('./step-up-dialog.tsx'), moreMessages()]);
  return dialog.StepUpDialog;
}, 0);

/** Renders nothing while nobody waits. */
export function StepUpHost() {
  const { answer } = useStore(stepUpStore);
  return answer === null ? null : <StepUpDialog onDone={answer} />;
}
