/** Keys, commands and the ladder of a margin account. */

import type { MarginKind } from '@halcyon/domain/web';
import { wide } from '../../../data/decimal.ts';
import { cancelMarginOrder } from '../../../data/rest/margin.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { coinIn, coinText, MARGIN_KEYS } from '../../../data/state/margin.ts';
import { deskOf } from '../../desk/keys/desk.tsx';
import { useDeskOrders } from '../../desk/keys/desk-orders.ts';
import type { DeskProduct } from '../../desk/keys/desk-product.ts';
import type { PartProps } from '../../terminal/product-parts.ts';
import { sellAll } from '../../terminal/spot-form/spot-desk.ts';
import type { SpotSums } from '../../terminal/spot-form/spot-sums.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { MARGIN_ORDERS, type MarginFormMarket } from './margin-product.tsx';

/**
 * Base coins that are held beyond what is owed, below zero where more is owed; wide. What is owed is not
 * bought back by a key: coins that wait in orders back a debt, too, and would be bought a second time.
 */
function netOf({ trial, instrument }: MarginFormMarket): bigint | null {
  if (trial === null) return null;
  const own = coinIn(trial.place, instrument.base);
  if (own === undefined) return 0n;
  return wide(coinText(own, own.available)) - wide(coinText(own, own.debt));
}

function product(kind: MarginKind): DeskProduct<MarginFormMarket, SpotSums> {
  return {
    form: MARGIN_ORDERS,
    list: kind === 'crossed' ? 'crossedBook' : 'isolatedBook',
    changes: MARGIN_KEYS.all,
    useOrders: () => useDeskOrders(useOpenOrders('', kind).rows),
    cancel: ({ symbol, id }) => cancelMarginOrder(kind, symbol, id),
    closing: (market, percent, freed) => {
      const net = netOf(market);
      if (net === null) return null;
      const share = ((net + freed) * BigInt(percent)) / 100n;
      return share <= 0n ? [] : sellAll(MARGIN_ORDERS.empty, share, market.instrument);
    },
    // What is got pays back what is owed, whatever orders of the form do; nothing more is borrowed.
    sendClosing: (draft, market) =>
      MARGIN_ORDERS.send(draft, { ...market, loan: { autoLoan: false, autoRepay: true } }),
  };
}

const DESKS = { crossed: deskOf(product('crossed')), isolated: deskOf(product('isolated')) };

/** See the head of the file: to close is to sell what is held beyond what is owed, and pay back with it. */
export function MarginDesk(props: PartProps) {
  const Desk = DESKS[useMarginKind()];
  return <Desk {...props} />;
}
