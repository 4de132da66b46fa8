/** How true the paper fills of an account were, and what cannot be known. */

import type { PaperFidelity } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { duration } from '../../data/duration.ts';
import { plainPercent } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useFidelity } from '../../data/state/paper.ts';
import { usePaperFlow } from '../../data/state/paper-flow.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { FidelityOrders } from './fidelity-orders.tsx';
import { basisPoints, fillShare } from './fidelity-text.ts';
import { SimulationSwitch } from './simulation-switch.tsx';
import './fidelity.css';

function Measure(props: {
  readonly title: string;
  readonly figure: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="card fidelity-measure">
      <h2>{props.title}</h2>
      <p className="fidelity-figure num">{props.figure}</p>
      {props.children}
    </section>
  );
}

function Measures({ data }: { readonly data: PaperFidelity }) {
  const t = useT();
  const { orders, filled, partly, slippage, queue } = data;
  return (
    <div className="fidelity-grid">
      <Measure title={t('fidelity.fillRate')} figure={plainPercent(fillShare(data))}>
        <p className="muted">{t('fidelity.fillRateText', { filled, orders, partly })}</p>
      </Measure>
      <Measure
        title={t('fidelity.slippage')}
        figure={slippage === null ? '–' : basisPoints(t, slippage.averageBp)}
      >
        <p className="muted">
          {slippage === null
            ? t('fidelity.noTakers')
            : t('fidelity.slippageText', { worst: basisPoints(t, slippage.worstBp) })}
        </p>
        <p className="field-hint">{t('fidelity.slippageHint')}</p>
      </Measure>
      <Measure title={t('fidelity.queue')} figure={queue === null ? '–' : duration(queue.medianMs)}>
        <p className="muted">
          {queue === null
            ? t('fidelity.noMakers')
            : t('fidelity.queueText', { longest: duration(queue.longestMs) })}
        </p>
      </Measure>
    </div>
  );
}

/** What no paper trading can know. */
function Limits() {
  const t = useT();
  return (
    <section className="card fidelity-limits">
      <h2>{t('fidelity.limits')}</h2>
      <ul>
        <li>{t('fidelity.limitReaction')}</li>
        <li>{t('fidelity.limitImpact')}</li>
        <li>{t('fidelity.limitSize')}</li>
      </ul>
      <Link to={PATHS.paperGuide}>{t('guide.title')}</Link>
    </section>
  );
}

function Results() {
  const t = useT();
  const query = useFidelity();
  const flow = usePaperFlow();
  if (query.isPending) {
    return (
      <div className="card">
        <SkeletonRows rows={6} height={24} />
      </div>
    );
  }
  if (query.data === undefined || query.isError) {
    return (
      <div className="card">
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (query.data.orders === 0) {
    return (
      <div className="card">
        <EmptyState text={t('fidelity.empty')}>
          <ButtonLink look="primary" to={spotPath()}>
            {t('nav.trade')}
          </ButtonLink>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {flow !== undefined && flow.source !== 'live' && (
        <p className="card muted" role="status">
          {t('fidelity.otherMarket')}
        </p>
      )}
      <Measures data={query.data} />
      <section className="card">
        <h2>{t('fidelity.latest')}</h2>
        <FidelityOrders rows={query.data.rows} />
      </section>
    </>
  );
}

/** The page at `/record/exchange/fidelity`. */
export function FidelityPage() {
  const t = useT();
  useTitle(`${t('fidelity.title')} | Halcyon`, t('fidelity.text'));
  return (
    <div className="page page-wide fidelity">
      <h1 className="page-title">{t('fidelity.title')}</h1>
      <p className="page-intro">{t('fidelity.text')}</p>
      {SIMULATING ? (
        <RequireSession>
          <Results />
        </RequireSession>
      ) : (
        <div className="card">
          <EmptyState text={t('fidelity.liveOnly')}>
            <SimulationSwitch look="primary" />
          </EmptyState>
        </div>
      )}
      <Limits />
    </div>
  );
}
