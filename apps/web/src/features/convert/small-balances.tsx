/** Small balances become one coin in one go. */

import type { SmallQuote } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { toText, trimZeros, WIDE_SCALE, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { toldHere } from '../news/account-news.ts';
import { useAct } from '../security/use-act.ts';
import { conversionId } from './conversion-id.ts';
import { convertSmall, fetchSmall } from './convert-api.ts';

/** The coins that most others are traded for. */
const TARGETS = ['USDT', 'USDC', 'BTC'].map((key) => ({ key, label: key }));

/** A sum of decimal texts. */
function sumText(texts: readonly string[]): string {
  return trimZeros(
    toText(
      texts.reduce((sum, text) => sum + wide(text), 0n),
      WIDE_SCALE,
    ),
  );
}

/** The card. */
export function SmallBalances() {
  const t = useT();
  const client = useQueryClient();
  const { busy, act } = useAct();
  const [coin, setCoin] = useState('USDT');
  const [quotes, setQuotes] = useState<readonly SmallQuote[] | null>(null);
  const find = () => act(async () => setQuotes(await fetchSmall(coin)));
  const convertAll = (found: readonly SmallQuote[]) =>
    act(async () => {
      const rows = await toldHere(found.map(conversionId), () => convertSmall(found));
      const done = rows.flatMap(({ toCoinSize }) => toCoinSize ?? []);
      setQuotes(null);
      const counts = { count: done.length, all: found.length };
      toast(
        done.length === found.length ? 'success' : 'error',
        t('convert.smallDone', { ...counts, amount: amount(sumText(done)), coin }),
      );
      await client.invalidateQueries({ queryKey: KEYS.all });
    });
  const choose = (key: string) => {
    setCoin(key);
    setQuotes(null);
  };
  return (
    <section className="card wallet-card" aria-labelledby="small-balances">
      <h2 id="small-balances">{t('convert.small')}</h2>
      <p className="muted">{t('convert.smallText')}</p>
      <div className="wallet-pick">
        <ChoiceField label={t('transfer.to')} value={coin} items={TARGETS} onChange={choose} />
        <Button disabled={busy} onClick={() => void find()}>
          {t('convert.smallFind')}
        </Button>
      </div>
      {quotes?.length === 0 && <EmptyState text={t('convert.smallNone')} />}
      {quotes !== null && quotes.length > 0 && (
        <>
          <DataTable<SmallQuote>
            label={t('convert.small')}
            rows={quotes}
            rowKey={(row) => row.traceId}
            columns={[
              {
                key: 'give',
                label: t('convert.give'),
                cell: (row) => <bdi>{`${amount(row.fromCoinSize)} ${row.fromCoin}`}</bdi>,
              },
              {
                key: 'receive',
                label: t('convert.receive'),
                cell: (row) => <bdi>{`${amount(row.toCoinSize)} ${row.toCoin}`}</bdi>,
                end: true,
              },
            ]}
          />
          <p className="order-line">
            <span className="muted">{t('order.total')}</span>
            <span>{`${amount(sumText(quotes.map((row) => row.toCoinSize)))} ${coin}`}</span>
          </p>
          <Button look="primary" busy={busy} onClick={() => void convertAll(quotes)}>
            {t('convert.smallAll')}
          </Button>
        </>
      )}
    </section>
  );
}
