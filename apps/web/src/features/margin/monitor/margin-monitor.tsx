/** Keeps margin accounts live on every page: tells of orders, and watches what is owed. */

import { MARGIN_KINDS, type MarginKind } from '@halcyon/domain/web';
import { Fragment, useCallback, useEffect, useRef } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { amount } from '../../../data/format.ts';
import { hasEnded } from '../../../data/state/account-stream.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { type MarginOrderNote, useMarginStream } from '../../../data/state/margin-stream.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { notifyFill, notifyUnfilled } from '../../news/account-news.ts';

const RiskNews = lazyPart(async () => (await import('./risk-news.tsx')).RiskNews, 0);

const LiquidationNews = lazyPart(
  async () => (await import('./liquidation-news.tsx')).LiquidationNews,
  0,
);

/** Tells orders that were filled, and market orders that ended without it. */
function useOrderNews() {
  const t = useT();
  const instruments = useInstruments().data;
  const known = useRef(instruments);
  useEffect(() => {
    known.current = instruments;
  }, [instruments]);
  return useCallback(
    (notes: readonly MarginOrderNote[]) => {
      for (const note of notes) {
        const { orderId, symbol, side, orderType, size, price } = note;
        const instrument = known.current?.get(symbol);
        const { base = '', quote = '', priceScale } = instrument ?? {};
        const filled = Number(size) > 0;
        const ended = hasEnded(note);
        if (ended && filled) {
          notifyFill(t, { orderId, side, size, coin: base, price: amount(price, priceScale) });
        } else if (ended && orderType === 'market') {
          notifyUnfilled(t, { orderId, side, pair: `${base}/${quote}` });
        }
      }
    },
    [t],
  );
}

/** Renders what explains itself when it happens. */
export function MarginMonitor() {
  const owes = useMarginStream(useOrderNews());
  // Who owed before may owe nothing because he was liquidated.
  const owed = useRef<ReadonlySet<MarginKind>>(new Set());
  owed.current = new Set(MARGIN_KINDS.filter((kind) => owes[kind] || owed.current.has(kind)));
  return MARGIN_KINDS.map((kind) => (
    <Fragment key={kind}>
      {owes[kind] && <RiskNews kind={kind} />}
      {owed.current.has(kind) && <LiquidationNews kind={kind} />}
    </Fragment>
  ));
}
