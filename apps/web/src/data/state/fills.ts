/** Fills as lists, records and details show them, whatever row they came in. Decimals are text. */

import type { ContractFillRow } from '../rest/positions.ts';
import type { FillRow } from '../rest/types.ts';

/** A fill. */
export interface Fill {
  readonly id: string;
  /** Unix ms. */
  readonly time: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly order: string;
  readonly price: string;
  /** Of the base coin. */
  readonly size: string;
  /** Of the quote coin. */
  readonly value: string;
  /** '' = it is not known yet. */
  readonly fee: string;
  readonly feeCoin: string;
  readonly role: string;
}

/** A fill of a contract. */
export interface ContractFill extends Fill {
  /** What it realised before fees, in the settle coin. */
  readonly profit: string;
}

/** What was paid: the wire counts it below zero. */
function paid(fee: string | undefined): string {
  return fee?.replace(/^-/, '') ?? '';
}

/** A fill of a pair, of spot or margin. */
export function fromPairFill(row: FillRow): Fill {
  return {
    id: row.tradeId,
    time: Number(row.cTime),
    symbol: row.symbol,
    side: row.side,
    order: row.orderId,
    price: row.priceAvg,
    size: row.size,
    value: row.amount,
    fee: paid(row.feeDetail?.totalFee),
    feeCoin: row.feeDetail?.feeCoin ?? '',
    role: row.tradeScope,
  };
}

/** A fill of a contract. */
export function fromContractFill(row: ContractFillRow): ContractFill {
  const fee = row.feeDetail?.[0];
  return {
    id: row.tradeId,
    time: Number(row.cTime),
    symbol: row.symbol,
    side: row.side,
    order: row.orderId,
    price: row.price,
    size: row.baseVolume,
    value: row.quoteVolume,
    fee: paid(fee?.totalFee),
    feeCoin: fee?.feeCoin ?? '',
    role: row.tradeScope,
    profit: row.profit,
  };
}
