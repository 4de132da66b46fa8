import type { AttachedPrices, Side } from '@halcyon/domain';
import type { Market } from '../state/market.ts';

/** What the plans need to know of orders. */
export interface OrderListener {
  /** An entry with attached TP/SL ended with `filled` lots traded. */
  onEntryEnded(
    order: number,
    account: number,
    market: Market,
    side: Side,
    filled: number,
    attached: AttachedPrices,
    /** Of a contract's order: bits of OrderOption that name its leg. */
    legs: number,
  ): void;
  /** The limit leg of an OCO traded or ended. */
  onOcoLegMoved(plan: number): void;
  /** The book of a market in which plans wait has changed. */
  onBookMoved(market: Market): void;
  /** A position of a contract is closed. */
  onPositionClosed(position: number): void;
  /** Another taker is about to enter in the same command. */
  onNextTaker(market: Market): void;
}
