/** What of a contract trade the events after it complete. */
import type { Side } from '@halcyon/domain';
import type { FillTableRow } from '../kinds/fills.ts';
import type { OrderState } from '../kinds/orders.ts';

/** One account's side of a contract trade. */
export interface TradeHalf {
  readonly seq: number;
  readonly account: number;
  readonly side: Side;
  readonly quantity: number;
  /** null: it was off the book. */
  readonly order: OrderState | null;
  readonly fee: number;
  /** What its balance changes by. */
  readonly net: number;
  billed: boolean;
  /** Its row among the fills where it was off the book: what follows says of which leg. */
  readonly offBook: FillTableRow | null;
}
