/** The list of open algo orders of spot: parent orders, each with what it has traded and what may be done with it. */

import type { ParentOrderRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { toast } from '../../../components/toast.tsx';
import { toText, wide } from '../../../data/decimal.ts';
import { amount, dateTime, plainPercent, price } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { asItIs, KEYS, useOpenList } from '../../../data/state/account.ts';
import { type Translate, useT } from '../../../platform/locale/intl.tsx';
import type { ListCells } from '../../desk/lists/columns.tsx';
import { openList } from '../../desk/lists/open-list.tsx';
import { reasonText } from '../../records/order-words.ts';
import { PairCell, SideCell, useCoins, useScales } from '../orders/cells.tsx';
import { AlgoAmend } from './algo-amend.tsx';
import { AlgoOrders } from './algo-orders.tsx';
import { cancelAlgo, pauseAlgo } from './algo-submit.ts';

/** Where it stands; paused by another than its owner, with the reason. */
export function stateText(t: Translate, { status, reason }: ParentOrderRow): string {
  if (status !== 'paused') return t(status === 'working' ? 'algo.working' : `status.${status}`);
  if (reason === '') return t('algo.paused');
  return t('algo.pausedBy', { reason: reasonText(t, reason) });
}

/** Its limit, or the prices of a grid. */
export function rangeText(row: ParentOrderRow, digits: number): string {
  const texts = [row.price, row.endPrice].filter((text) => text !== '');
  return texts.map((text) => price(text, digits)).join(' – ') || '–';
}

/** As a fraction text, cut to four decimals. */
function filledPart({ filledBase, size }: ParentOrderRow): string {
  return toText((wide(filledBase) * 10_000n) / wide(size), 4);
}

function useAlgoCells(): ListCells<ParentOrderRow> {
  const t = useT();
  const scales = useScales();
  const coins = useCoins();
  const average = ({ average: text, symbol }: ParentOrderRow) =>
    text === '' ? '–' : price(text, scales(symbol).price);
  return {
    time: (row) => dateTime(row.createdAt),
    pair: (row) => <PairCell symbol={row.symbol} />,
    kind: (row) => t(`order.kind.${row.kind}`),
    side: (row) => <SideCell side={row.side} />,
    price: (row) => rangeText(row, scales(row.symbol).price),
    size: (row) => `${amount(row.size)} ${coins(row.symbol).base}`,
    filled: (row) => `${amount(row.filledBase)} (${plainPercent(filledPart(row))})`,
    average,
    children: (row) => String(row.openOrders),
    status: (row) => stateText(t, row),
  };
}

/** Pausing and going on, and the orders of it. */
function AlgoActions({ row }: { readonly row: ParentOrderRow }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [shows, setShows] = useState(false);
  const { id, status } = row;
  const works = status === 'working';
  const change = async () => {
    setBusy(true);
    try {
      await pauseAlgo(id, works);
      toast('success', t(works ? 'algo.nowPaused' : 'algo.nowResumed'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.parents });
    }
  };
  return (
    <>
      <Button look="ghost" aria-label={t('algo.ordersOf', { id })} onClick={() => setShows(true)}>
        {t('algo.orders')}
      </Button>
      <Button
        look="ghost"
        aria-label={t(works ? 'algo.pauseThis' : 'algo.resumeThis', { id })}
        busy={busy}
        onClick={() => void change()}
      >
        {t(works ? 'algo.pause' : 'algo.resume')}
      </Button>
      {shows && <AlgoOrders parent={row} onClose={() => setShows(false)} />}
    </>
  );
}

/** See the head of the file. */
export const ALGO_LIST = openList<ParentOrderRow>({
  label: 'orders.algo',
  what: 'orders',
  changes: KEYS.parents,
  useRows: (symbol) => useOpenList(KEYS.parents, 'parents', asItIs<ParentOrderRow>, symbol),
  idOf: ({ id }) => id,
  useCells: useAlgoCells,
  goes: { time: 3, average: 2, children: 4, kind: 0, status: 0 },
  cancel: ({ id }) => cancelAlgo(id),
  amend: { has: () => true, Dialog: AlgoAmend },
  Actions: AlgoActions,
});
