/** The rows of contracts as events; event-log.ts writes them. */
import type { MarginMode, PositionLeg } from './contracts.ts';
import { EventKind } from './event-kinds.ts';
import type { ContractTradeEvent, MarksEvent, PositionEvent, TradeOrigin } from './events.ts';
import type { Side } from './orders.ts';

/** The trade at lane `i`. */
export function readContractTrade(
  f: Float64Array,
  i: number,
  small: number,
  seq: number,
  time: number,
): ContractTradeEvent {
  return {
    kind: EventKind.contractTrade,
    seq,
    time,
    instrument: small >>> 1,
    takerSide: (small & 1) as Side,
    trade: f[i + 1]!,
    price: f[i + 2]!,
    quantity: f[i + 3]!,
    quote: f[i + 4]!,
    makerOrder: f[i + 5]!,
    takerOrder: f[i + 6]!,
    makerAccount: f[i + 7]!,
    takerAccount: f[i + 8]!,
    makerFee: f[i + 9]!,
    takerFee: f[i + 10]!,
    makerProfit: f[i + 11]!,
    takerProfit: f[i + 12]!,
    makerRemaining: f[i + 13]!,
    takerRemaining: f[i + 14]!,
    origin: f[i + 15]! as TradeOrigin,
    own: f[i + 16]! === 1,
  };
}

/** The position at lane `i`. */
export function readPosition(
  f: Float64Array,
  i: number,
  small: number,
  seq: number,
  time: number,
): PositionEvent {
  return {
    kind: EventKind.position,
    seq,
    time,
    instrument: small >>> 4,
    leg: ((small >>> 2) & 3) as PositionLeg,
    marginMode: ((small >>> 1) & 1) as MarginMode,
    autoMargin: (small & 1) === 1,
    account: f[i + 1]!,
    lots: f[i + 2]!,
    cost: f[i + 3]!,
    margin: f[i + 4]!,
    leverage: f[i + 5]!,
    opened: f[i + 6]!,
    profit: f[i + 7]!,
    fees: f[i + 8]!,
    funding: f[i + 9]!,
  };
}

/** The prices at lane `i`. */
export function readMarks(
  f: Float64Array,
  i: number,
  small: number,
  seq: number,
  time: number,
): MarksEvent {
  return {
    kind: EventKind.marks,
    seq,
    time,
    instrument: small,
    index: f[i + 1]!,
    mark: f[i + 2]!,
    fundingRate: f[i + 3]!,
    fundingTime: f[i + 4]!,
  };
}
