/**
 * What an order of a contract would be, need and do, in the engine's whole numbers: every figure is
 * one of `@halcyon/domain`; here is only how the form's fields become its arguments.
 */

import {
  estimateOrder,
  largestThat,
  orderFits,
  type PlannedOrder,
  PositionLeg,
} from '@halcyon/domain';
import { parseTruncated, rescaleFloor, WIDE_SCALE } from '../../../data/decimal.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { hasField, hasPrice, type OrderDraft, type SideName } from '../../desk/order-form/draft.ts';
import type { FormMarket, OrderSums } from '../../desk/order-form/order-product.ts';
import { type BestPrices, bestAgainst } from '../../terminal/crossing.ts';
import { reduces } from './contract-draft.ts';

/** What the form knows of the market and the account. */
export interface ContractFormMarket extends FormMarket {
  readonly best: BestPrices;
  /** null until it is known, and for nobody. */
  readonly account: ContractAccount | null;
}

/** What the order of a side would be. */
export interface SideSums {
  /** Size, ≥ 0; 0 where none is typed. */
  readonly lots: number;
  /** Ticks at which it would trade; 0 where no price is known. */
  readonly price: number;
  /** The largest size that would be accepted; null while the account is not known. */
  readonly max: number | null;
  /** Margin units of what is free; null without a size or account. */
  readonly needed: number | null;
  /** Settle units. */
  readonly fee: number | null;
  /** Ticks; null where no price liquidates it. */
  readonly liquidation: number | null;
  /** How far the mark is from the liquidation price, ppm of the mark; null as above. */
  readonly distancePpm: number | null;
}

const MILLION = 1_000_000;
/** A market order is reckoned this far beyond the best price, so that all of it is accepted: 1 %. */
const SLIP = 100;

/** The leg of a position that an order of a side is for. */
export function legOfOrder({ side, intent }: OrderDraft, hedge: boolean): PositionLeg {
  if (!hedge) return PositionLeg.net;
  return (side === 'buy') === (intent === 'open') ? PositionLeg.long : PositionLeg.short;
}

function ticks(text: string, scale: number): number {
  return Math.max(0, Number(parseTruncated(text, scale) ?? 0n));
}

/** Ticks at which an order would trade: its own price, or what the market offers it. */
export function priceOf(draft: OrderDraft, market: ContractFormMarket): number {
  const { priceScale } = market.instrument;
  if (hasPrice(draft)) return ticks(draft.price, priceScale);
  if (hasField(draft, 'trigger')) return ticks(draft.trigger, priceScale);
  return ticks(bestAgainst(draft.side, market.best), priceScale) || ticks(market.last, priceScale);
}

/** The price for its largest size: a market order may trade beyond the best one. */
function worstPrice({ kind, side }: OrderDraft, price: number): number {
  if (kind !== 'market') return price;
  return side === 'buy' ? price + Math.ceil(price / SLIP) : price;
}

/** Lots of the typed size at a price; 0 where it is none. */
export function lotsOf(draft: OrderDraft, market: ContractFormMarket, price: number): number {
  const { sizeScale, priceScale } = market.instrument;
  if (draft.unit === 'coin') return ticks(draft.size, sizeScale);
  if (price === 0) return 0;
  const leverage = draft.unit === 'cost' ? leverageOf(market) : 1;
  // Coins at the scale of tick-lots, down to whole lots.
  const tickLots = parseTruncated(draft.size, priceScale + sizeScale) ?? 0n;
  return Math.max(0, Number((tickLots * BigInt(leverage)) / BigInt(price)));
}

/** Leverage of the contract; the lower one where its sides differ. */
export function leverageOf({ account }: ContractFormMarket): number {
  if (account === null) return 1;
  const { contract, hedge } = account;
  const [net, long, short] = contract.settings;
  return hedge ? Math.min(long.leverage, short.leverage) : net.leverage;
}

function planned(
  account: ContractAccount,
  lots: number,
  side: SideName,
  price: number,
  reduceOnly: boolean,
): PlannedOrder {
  const { terms, takerPpm } = account.contract;
  const signed = side === 'buy' ? lots : -lots;
  return { lots: signed, price, reduceOnly, termsTakerPpm: terms.takerPpm, takerPpm };
}

/** The largest order that would be accepted, lots. */
export function maxLots(draft: OrderDraft, market: ContractFormMarket): number | null {
  const { account, instrument } = market;
  if (account === null) return null;
  const { side } = draft;
  const position = account.position(legOfOrder(draft, account.hedge));
  const cap = ticks(instrument.maxSize, instrument.sizeScale) || Number.MAX_SAFE_INTEGER;
  if (reduces(draft, account.hedge)) {
    const against = side === 'buy' ? -position.lots : position.lots;
    return Math.min(cap, Math.max(0, against));
  }
  const price = worstPrice(draft, priceOf(draft, market));
  if (price === 0) return 0;
  const most = Math.min(cap, Math.floor(Number.MAX_SAFE_INTEGER / price));
  return largestThat(most, (lots) =>
    orderFits(account.margin, position, planned(account, lots, side, price, false)),
  );
}

/** What an order would be, in lots and ticks. */
export function sideSums(draft: OrderDraft, market: ContractFormMarket): SideSums {
  const { account } = market;
  const price = priceOf(draft, market);
  const lots = lotsOf(draft, market, price);
  const max = maxLots(draft, market);
  const none = { needed: null, fee: null, liquidation: null, distancePpm: null };
  const countable = lots > 0 && price > 0 && lots <= Number.MAX_SAFE_INTEGER / price / 1_000;
  if (account === null || !countable) return { lots, price, max, ...none };
  const { hedge, margin } = account;
  const position = account.position(legOfOrder(draft, hedge));
  const order = planned(account, lots, draft.side, price, reduces(draft, hedge));
  const { needed, fee, liquidationPrice } = estimateOrder(margin, position, order);
  const away = liquidationPrice === null ? null : Math.abs(position.mark - liquidationPrice);
  return {
    lots,
    price,
    max,
    needed: Math.max(0, needed),
    fee,
    liquidation: liquidationPrice,
    distancePpm: away === null ? null : Math.floor((away / position.mark) * MILLION),
  };
}

/** What the form and its check need of it, with what its order would need and do. */
export interface ContractSums extends OrderSums {
  readonly side: SideSums;
}

/** The same for the form. */
export function contractSums(draft: OrderDraft, market: ContractFormMarket): ContractSums {
  const { sizeScale, priceScale } = market.instrument;
  const side = sideSums(draft, market);
  const [lots, price] = [BigInt(side.lots), BigInt(side.price)];
  // What closes a position may be worth as little as a lot.
  const opens = draft.intent === 'open' && !draft.reduceOnly;
  return {
    units: lots,
    max: side.max === null ? null : BigInt(side.max),
    scale: sizeScale,
    counts: 'coin',
    coins: rescaleFloor(lots, sizeScale, WIDE_SCALE),
    value:
      opens && price > 0n ? rescaleFloor(lots * price, sizeScale + priceScale, WIDE_SCALE) : null,
    entry: rescaleFloor(price, priceScale, WIDE_SCALE),
    side,
  };
}
