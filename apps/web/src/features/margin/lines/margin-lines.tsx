/** Open orders and fills of a margin account over the candles, and where the account is liquidated. */

import { useMemo } from 'react';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { cancelMarginOrder } from '../../../data/rest/margin.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { MARGIN_KEYS, useMarginFills, useMarginPlace } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { LinesProps } from '../../terminal/chart/chart-panel.tsx';
import { ChartLines } from '../../terminal/chart/lines/chart-lines.tsx';
import { markedFills } from '../../terminal/chart/lines/fill-marks.ts';
import type { ChartLine } from '../../terminal/chart/lines/line.ts';
import { restOf, toMark, toneOf } from '../../terminal/chart/lines/spot-marks.tsx';
import { useMarginKind } from '../use-margin-kind.ts';
import { liquidationOf } from './liquidation-line.ts';

/** What a margin order holds does not change: its line stays where it is, and can be cancelled. */
function useOrderLines({ instrument }: Pick<LinesProps, 'instrument'>): readonly ChartLine[] {
  const t = useT();
  const client = useQueryClient();
  const kind = useMarginKind();
  const { symbol } = instrument;
  const cancel = async (id: string) => {
    try {
      await cancelMarginOrder(kind, symbol, id);
    } finally {
      await client.invalidateQueries({ queryKey: MARGIN_KEYS.all });
    }
  };
  return useOpenOrders(symbol, kind)
    .rows.filter(({ price }) => price !== '')
    .map((order) => ({
      id: order.id,
      price: order.price,
      digits: instrument.priceDigits,
      tone: toneOf(order.side),
      words: `${t(`order.${order.side}`)} ${t('order.kind.limit')}`,
      size: restOf(order, { instrument }),
      cancel: {
        label: t('orders.cancelThis', { id: order.id }),
        run: () => cancel(order.id),
      },
    }));
}

/** Where the account, or the pair's, is liquidated, all other prices as they are. */
function useLiquidationLine({ instrument }: Pick<LinesProps, 'instrument'>): readonly ChartLine[] {
  const t = useT();
  const kind = useMarginKind();
  const { place } = useMarginPlace(kind, instrument.symbol);
  const found = place === undefined ? null : liquidationOf(place, instrument);
  if (found === null) return [];
  return [
    {
      id: 'liquidation',
      price: found.price,
      digits: instrument.priceDigits,
      tone: found.isCalled ? 'down' : 'warn',
      words: `${t('positions.liquidation')} ${t(`positions.mode.${kind}`)}`,
      size: '',
      ...(found.owed !== '' && { noteAt: () => found.owed }),
    },
  ];
}

/** The layer. */
export function MarginLines(props: LinesProps) {
  const { symbol } = props.instrument;
  const rows = useMarginFills(useMarginKind(), symbol).data;
  const fills = useMemo(() => markedFills((rows ?? []).map(toMark)), [rows]);
  const lines = [...useLiquidationLine(props), ...useOrderLines(props)];
  return <ChartLines {...props} marks={{ lines, fills, dialog: null }} />;
}
