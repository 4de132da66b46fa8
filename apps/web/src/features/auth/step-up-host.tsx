/** Opens the dialog of step-up when a request waits for it; its code comes then. */

import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { stepUpStore } from '../../data/state/session.ts';
import { moreMessages } from '../../platform/locale/locale.ts';

const StepUpDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./step-up-dialog.tsx'), moreMessages()]);
  return { default: dialog.StepUpDialog };
});

/** Renders nothing while nobody waits. */
export function StepUpHost() {
  const { answer } = useStore(stepUpStore);
  if (answer === null) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog onDone={answer} />
    </Suspense>
  );
}
