/** The newest root: when it was made, what it comes to in all coins together, and its link. */

import type { ReservesRoot } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { EmptyState } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { dateTime } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { wantRoot } from '../../data/rest/reserves.ts';
import { valueText } from '../../data/state/portfolio.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ratioText, useTotals } from './use-totals.ts';

/** The part of the page. @param root null = there is none yet */
export function NewestCard({ root }: { readonly root: ReservesRoot | null }) {
  const t = useT();
  return (
    <section className="card reserves-card">
      <h2>{t('reserves.newest')}</h2>
      {root === null ? <EmptyState text={t('reserves.none')} /> : <Newest root={root} />}
      <MakeRoot />
    </section>
  );
}

function Newest({ root }: { readonly root: ReservesRoot }) {
  const t = useT();
  const { owed, has } = useTotals(root);
  const ratio = owed === null || has === null || owed === 0n ? null : (has * 1_000_000n) / owed;
  return (
    <>
      <p className="reserves-ratio num">
        <bdi dir="ltr">{ratioText(ratio)}</bdi> <span>{t('reserves.ratio')}</span>
      </p>
      <dl className="reserves-lines">
        <Line label={t('reserves.has')} value={valueText(has)} />
        <Line label={t('reserves.owed')} value={valueText(owed)} />
        <div>
          <dt>{t('orders.time')}</dt>
          <dd className="when">{dateTime(String(root.time))}</dd>
        </div>
        <Line label={t('receipt.place')} value={String(root.seq)} />
        <div>
          <dt>{t('reserves.link')}</dt>
          <dd>
            <HashText text={root.link} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** Anybody who is signed in may have one made: they are no more than one in ten minutes. */
function MakeRoot() {
  const t = useT();
  const { user } = useSession();
  const [asked, setAsked] = useState(false);
  if (user === null || user.guest === true) return null;
  const make = async () => {
    try {
      await wantRoot();
      setAsked(true);
    } catch (error) {
      toast('error', errorText(t, error));
    }
  };
  return (
    <div className="reserves-actions">
      <Button disabled={asked} onClick={() => void make()}>
        {t('reserves.make')}
      </Button>
      {asked && <span role="status">{t('reserves.making')}</span>}
    </div>
  );
}
