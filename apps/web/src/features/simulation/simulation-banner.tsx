/** Says that this page is in simulation trading, with the way out. */

import type { PaperOffer } from '@halcyon/domain/web';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { loadSession, useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { reloadPage } from '../../platform/links/page.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { leaveSimulation } from '../../platform/simulation/mode.ts';
import { showAuthDialog } from '../auth/auth-link.tsx';
import { FlowNote } from './flow-note.tsx';
import { useMissedNews } from './missed-page.ts';

/** A venue that is closed may be starting: the page looks again, ms. */
const LOOK_MS = 5_000;

function useOpening({ open, fault }: PaperOffer): void {
  const faulty = useRef(fault);
  useEffect(() => {
    // What the page shows is from before the fault.
    if (faulty.current && open) reloadPage();
    faulty.current = fault;
  }, [open, fault]);
  useEffect(() => {
    if (open) return;
    const timer = setInterval(() => void loadSession(), LOOK_MS);
    return () => clearInterval(timer);
  }, [open]);
}

/** What holds for who is here: closed, a guest's account, or paper funds. */
function Note() {
  const t = useT();
  const { user, paper } = useSession();
  useOpening(paper);
  if (paper.fault) return <span role="status">{t('simulation.fault')}</span>;
  if (!paper.open) return <span>{t('simulation.closed')}</span>;
  if (user?.guest !== true) return <span className="simulation-note">{t('simulation.text')}</span>;
  return (
    <>
      <span className="simulation-note">{t('simulation.guest')}</span>{' '}
      <button type="button" className="simulation-link" onClick={() => showAuthDialog('register')}>
        {t('simulation.keep')}
      </button>
    </>
  );
}

/** The banner. */
export function SimulationBanner() {
  const t = useT();
  useMissedNews();
  return (
    <section className="simulation-banner" aria-label={t('simulation.title')}>
      <p>
        <strong>{t('simulation.title')}</strong> <Note />
        <FlowNote />
      </p>
      <Link className="simulation-link" to={PATHS.paperGuide} aria-label={t('simulation.how')}>
        <Icon name="question" />
        <span className="simulation-how">{t('simulation.how')}</span>
      </Link>
      <Button className="simulation-leave" onClick={() => leaveSimulation()}>
        {t('simulation.leave')}
      </Button>
    </section>
  );
}
