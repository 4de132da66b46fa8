/** Paper funds: adding, reducing, and going back to the start. */

import type { PaperFundsRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CoinMark } from '../../components/coin-mark.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { compareText } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS } from '../../data/state/account.ts';
import { resetFunds, usePaperFunds } from '../../data/state/paper.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { spotPath } from '../../platform/routes/paths.ts';
import { type FundsChange, PaperFundsDialog } from './paper-funds-dialog.tsx';

function Reset({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    setBusy(true);
    try {
      await resetFunds();
      toast('success', t('paper.resetDone'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      void client.invalidateQueries({ queryKey: KEYS.all });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title={t('paper.resetTitle')}
      text={t('paper.resetText')}
      confirm={t('paper.reset')}
      danger
      busy={busy}
      onConfirm={() => void reset()}
      onClose={onClose}
    />
  );
}

function Row(props: {
  readonly row: PaperFundsRow;
  readonly onChange: (direction: FundsChange['direction']) => void;
}) {
  const t = useT();
  const { row } = props;
  const button = (direction: 'add' | 'reduce', most: string) => (
    <Button
      disabled={compareText(most, '0') <= 0}
      aria-label={t(`paper.${direction}To`, { coin: row.coin })}
      onClick={() => props.onChange(direction)}
    >
      <Icon name={direction === 'add' ? 'plus' : 'minus'} />
      <span>{t(`paper.${direction}`)}</span>
    </Button>
  );
  return (
    <li>
      <CoinMark coin={row.coin} size={24} />
      <span>
        <strong>{row.coin}</strong>
        <span className="muted faucet-left">{t('paper.start', { amount: amount(row.start) })}</span>
      </span>
      <span className="paper-buttons">
        {button('reduce', row.reduceMax)}
        {button('add', row.addMax)}
      </span>
    </li>
  );
}

/** The panel. */
export function PaperFunds() {
  const t = useT();
  const query = usePaperFunds();
  const [change, setChange] = useState<FundsChange | null>(null);
  const [resetting, setResetting] = useState(false);
  return (
    <section className="card faucet" aria-labelledby="paper-funds">
      <div className="paper-head">
        <h2 id="paper-funds">{t('paper.funds')}</h2>
        <Button onClick={() => setResetting(true)}>{t('paper.reset')}</Button>
      </div>
      <p className="muted">{t('paper.fundsText')}</p>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && (
        <EmptyList what="coins">
          <ButtonLink to={spotPath()}>{t('nav.trade')}</ButtonLink>
        </EmptyList>
      )}
      <ul className="faucet-list">
        {query.data?.map((row) => (
          <Row key={row.coin} row={row} onChange={(direction) => setChange({ direction, row })} />
        ))}
      </ul>
      {change !== null && <PaperFundsDialog {...change} onClose={() => setChange(null)} />}
      {resetting && <Reset onClose={() => setResetting(false)} />}
    </section>
  );
}
