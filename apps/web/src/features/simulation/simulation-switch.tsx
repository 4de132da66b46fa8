/** The way into simulation trading. */

import { allowedInSimulation, insteadOf } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../components/button.tsx';
import { toast } from '../../components/toast.tsx';
import { loadSession, sessionStore } from '../../data/state/session.ts';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { enterSimulation } from '../../platform/simulation/mode.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';

interface Props {
  readonly look?: ButtonLook;
  readonly large?: boolean;
  readonly className?: string;
  /** Where it leads; this page where the mode has it, else the mode's first page, when absent. */
  readonly path?: string;
  readonly children?: ReactNode;
}

/** A button that enters; nothing while the page is in the mode, whose banner leads out. */
export function SimulationSwitch({ path, children, ...rest }: Props) {
  const t = useT();
  const { pathname, search } = useLocation();
  if (SIMULATING) return null;
  const enter = async () => {
    // A fault may have closed it since the page was loaded.
    await loadSession();
    if (sessionStore.getState().paper.fault) {
      toast('error', t('simulation.fault'));
      return;
    }
    const here = allowedInSimulation(pathname) ? pathname + search : insteadOf(pathname);
    if (!enterSimulation(path ?? here)) toast('error', t('simulation.denied'));
  };
  return (
    <Button {...rest} onClick={() => void enter()}>
      {children ?? t('simulation.enter')}
    </Button>
  );
}
