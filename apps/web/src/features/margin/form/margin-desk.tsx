/** Keys, commands and the ladder of a margin account. */

import type { MarginKind } from '@halcyon/domain/web';
import {
  mulDivCeil,
  pow10,
  rescaleFloor,
  toText,
  trimZeros,
  WIDE_SCALE,
  wide,
} from '../../../data/decimal.ts';
import { cancelMarginOrder } from '../../../data/rest/margin.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { coinIn, coinText, MARGIN_KEYS } from '../../../data/state/margin.ts';
import { deskOf } from '../../desk/keys/desk.tsx';
import { useDeskOrders } from '../../desk/keys/desk-orders.ts';
import type { DeskProduct } from '../../desk/keys/desk-product.ts';
import type { Draft } from '../../desk/order-form/draft.ts';
import type { PartProps } from '../../terminal/product-parts.ts';
import { sellAll } from '../../terminal/spot-form/spot-desk.ts';
import type { SpotSums } from '../../terminal/spot-form/spot-sums.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { MARGIN_ORDERS, type MarginFormMarket } from './margin-product.tsx';

/** What is bought back may cost so much more than the last price, percent: beyond that it is not bought. */
const DEARER = 1n;
const PPM = 1_000_000n;

/** A limit order that buys coins back at once, up to the lot: a market buy would count quote coins. */
function buyBack(coins: bigint, market: MarginFormMarket): readonly Draft[] {
  const { instrument, last, trial } = market;
  const { sizeDigits, priceDigits } = instrument;
  // The fee of a buy is taken off the coins that are bought.
  const kept = PPM - BigInt(trial?.place.feePpm ?? 0);
  const lots = mulDivCeil(coins, PPM, kept * pow10(WIDE_SCALE - sizeDigits));
  const most = rescaleFloor((wide(last) * (100n + DEARER)) / 100n, WIDE_SCALE, priceDigits);
  if (lots <= 0n || most <= 0n) return [];
  const size = trimZeros(toText(lots, sizeDigits));
  const price = trimZeros(toText(most, priceDigits));
  return [{ ...MARGIN_ORDERS.empty, side: 'buy', kind: 'limit', force: 'ioc', size, price }];
}

/** Base coins that are held beyond what is owed, or owed beyond what is held, below zero; wide. */
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
      if (share < 0n) return buyBack(-share, market);
      return sellAll(MARGIN_ORDERS.empty, share, market.instrument);
    },
    // What is got pays back what is owed, whatever orders of the form do; nothing more is borrowed.
    sendClosing: (draft, market) =>
      MARGIN_ORDERS.send(draft, { ...market, loan: { autoLoan: false, autoRepay: true } }),
  };
}

const DESKS = { crossed: deskOf(product('crossed')), isolated: deskOf(product('isolated')) };

/** See the head of the file: to close is to sell what is held beyond what is owed, or to buy it back. */
export function MarginDesk(props: PartProps) {
  const Desk = DESKS[useMarginKind()];
  return <Desk {...props} />;
}
