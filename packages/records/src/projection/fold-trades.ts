/** How trades become fills and change orders; see fold.ts. */
import type { ContractTradeEvent, TradeEvent } from '@halcyon/domain';
import { assert, EventKind, legOf, OrderType, Side, TradeOrigin } from '@halcyon/domain';
import { type FillTableRow, Liquidity } from '../kinds/fills.ts';
import { StoredOrderStatus } from '../kinds/orders.ts';
import type { SelfFill } from './facts.ts';
import { notifyDeleveraging } from './fold-notices.ts';
import type { Known } from './known.ts';
import { instrumentOf, mark, orderOf } from './known.ts';
import type { TradeHalf } from './trade-half.ts';
import type { WriteSet } from './write-set.ts';

type AnyTrade = TradeEvent | ContractTradeEvent;

/** One side of a trade. */
interface TradeSide {
  readonly account: number;
  readonly order: number;
  readonly side: Side;
  readonly liquidity: Liquidity;
  readonly fee: number;
  readonly profit: number;
  readonly remaining: number;
}

/** A trade of a spot pair or of a contract: what concerns people. */
export function foldTrade(event: AnyTrade, known: Known, out: WriteSet): void {
  const sides = [makerOf(event), takerOf(event)].filter(({ account }) =>
    known.people.ownsAccount(account),
  );
  if (sides.length === 0) return;
  mark(event.time, known, out);
  if (event.kind === EventKind.contractTrade) {
    known.halves = sides.map((side) => foldHalf(event, side, known, out));
    known.selfFill = selfFillOf(event, known);
    notifyDeleveraging(event, known, out);
  } else {
    for (const side of sides) foldFill(event, side, known, out);
  }
  known.counters.maxTrade = Math.max(known.counters.maxTrade, event.trade);
}

function makerOf(event: AnyTrade): TradeSide {
  return {
    account: event.makerAccount,
    order: event.makerOrder,
    side: event.takerSide === Side.buy ? Side.sell : Side.buy,
    liquidity: Liquidity.maker,
    fee: event.makerFee,
    profit: event.kind === EventKind.contractTrade ? event.makerProfit : 0,
    remaining: event.makerRemaining,
  };
}

function takerOf(event: AnyTrade): TradeSide {
  return {
    account: event.takerAccount,
    order: event.takerOrder,
    side: event.takerSide,
    liquidity: Liquidity.taker,
    fee: event.takerFee,
    profit: event.kind === EventKind.contractTrade ? event.takerProfit : 0,
    remaining: event.takerRemaining,
  };
}

function foldHalf(
  event: ContractTradeEvent,
  side: TradeSide,
  known: Known,
  out: WriteSet,
): TradeHalf {
  const { account, fee, profit } = side;
  const { seq, quantity } = event;
  const row = foldFill(event, side, known, out);
  const inBook = event.origin === TradeOrigin.book;
  const order = inBook ? orderOf(side.order, known) : null;
  const offBook = inBook ? null : row;
  const own = { seq, account, side: side.side, quantity, order };
  return { ...own, fee, net: profit - fee, billed: false, offBook };
}

/** Adds a side's fill; what it changes of the order, of which there is none off the book. */
function foldFill(event: AnyTrade, side: TradeSide, known: Known, out: WriteSet): FillTableRow {
  const origin = event.kind === EventKind.contractTrade ? event.origin : TradeOrigin.book;
  const order = origin === TradeOrigin.book ? orderOf(side.order, known) : null;
  if (order !== null) {
    assert(order.side === side.side, `records: order ${order.id} trades on the wrong side`);
    order.filledQuantity += event.quantity;
    order.filledQuote += BigInt(event.quote);
    order.fee += BigInt(side.fee);
    order.profit += BigInt(side.profit);
    order.trades += 1;
    order.remaining = side.remaining;
    order.updatedAt = event.time;
    order.status = StoredOrderStatus.partiallyFilled;
    out.orders.add(order);
  }
  const row: FillTableRow = {
    account: side.account,
    trade: event.trade,
    liquidity: side.liquidity,
    order: side.order,
    instrument: event.instrument,
    side: side.side,
    type: order?.type ?? OrderType.market,
    price: event.price,
    quantity: event.quantity,
    quote: event.quote,
    fee: side.fee,
    feeAsset: order?.feeAsset ?? instrumentOf(event.instrument, known).quote,
    time: event.time,
    seq: event.seq,
    options: order?.options ?? 0,
    profit: side.profit,
    origin,
    own: event.own ? 1 : 0,
  };
  out.fills.push(row);
  return row;
}

/** The fill as one of a position with itself, if it is: the orders are of one account and leg. */
function selfFillOf(event: ContractTradeEvent, known: Known): SelfFill | null {
  if (event.makerAccount !== event.takerAccount || event.origin !== TradeOrigin.book) return null;
  const leg = legOf(orderOf(event.takerOrder, known).options);
  if (leg !== legOf(orderOf(event.makerOrder, known).options)) return null;
  const { instrument, trade, price, quantity, takerSide, makerFee, takerFee } = event;
  const account = event.takerAccount;
  return { account, instrument, leg, trade, price, quantity, takerSide, makerFee, takerFee };
}
