/** Says that this page is in simulation trading, with the way out. */

import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { leaveSimulation } from '../../platform/simulation/mode.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import './simulation.css';

/** The banner; nothing in live trading. */
export function SimulationBanner() {
  const t = useT();
  if (!SIMULATING) return null;
  return (
    <section className="simulation-banner" aria-label={t('simulation.title')}>
      <Icon name="info" />
      <p>
        <strong>{t('simulation.title')}</strong> <span>{t('simulation.text')}</span>
      </p>
      <Button onClick={leaveSimulation}>{t('simulation.leave')}</Button>
    </section>
  );
}
