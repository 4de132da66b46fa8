/** How events become what everyone may see of the protection fund and the loan pools; see fund-tables.ts. */
import {
  type ContractTradeEvent,
  type LiquidationEvent,
  LoanCause,
  type LoanEvent,
  type MarginLiquidationEvent,
  type PostingEvent,
  PostingReason,
  Product,
  Side,
  SystemAccount,
  TradeOrigin,
} from '@halcyon/domain';
import type { SqlValue } from '../sql/row-writer.ts';
import { FundMeasure } from './fund-tables.ts';
import { hourOf } from './hour-tables.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** Whether a posting is of the fund, or of the interest that a pool is paid. */
export function isPublicPosting({ account, reason }: PostingEvent): boolean {
  if (account === SystemAccount.insurance) return true;
  return account === SystemAccount.loans && reason === PostingReason.interest;
}

/** Whether positions were deleveraged. */
export function isDeleveraging({ origin }: ContractTradeEvent): boolean {
  return origin === TradeOrigin.deleveraging;
}

/** Whether a pool lost a debt. */
export function isWrittenOff({ cause }: LoanEvent): boolean {
  return cause === LoanCause.writtenOff;
}

/** Whether the fund paid in a liquidation, or pools lost. */
export function isCostly(event: LiquidationEvent | MarginLiquidationEvent): boolean {
  return event.paidByFund > 0 || ('lostByPools' in event && event.lostByPools > 0);
}

/** The fund got or paid something, or a pool was paid interest. */
export function notePublicPosting(event: PostingEvent, known: Known, out: WriteSet): void {
  const { account, asset, reason, instrument } = event;
  const change = event.availableDelta + event.heldDelta;
  const add = (measure: FundMeasure, units: bigint) =>
    addTo([measure, asset], units, event.time, known, out);
  if (account === SystemAccount.loans) {
    add(FundMeasure.interest, change);
    return;
  }
  put([FundMeasure.balance, asset], event.available + event.held, event.time, known, out);
  if (reason === PostingReason.liquidationFee) add(FundMeasure.fees, change);
  else if (reason !== PostingReason.protection) add(FundMeasure.moved, change);
  else {
    add(FundMeasure.losses, -change);
    // Contracts are named, and so are pairs of isolated margin; cross margin has no instrument.
    const product = known.instruments.get(instrument)?.product ?? Product.spot;
    if (product === Product.spot) add(FundMeasure.marginLosses, -change);
  }
}

/** A step of anybody's liquidation of contracts. */
export function noteContractLoss(event: LiquidationEvent, known: Known, out: WriteSet): void {
  const { instrument, paidByFund, time } = event;
  const key = [FundMeasure.contractLosses, instrument] as const;
  if (paidByFund > 0) addTo(key, BigInt(paidByFund), time, known, out);
}

/** A step of the liquidation of anybody's margin account. */
export function noteMarginLoss(event: MarginLiquidationEvent, known: Known, out: WriteSet): void {
  const { paidByFund, lostByPools, time } = event;
  const { marginPaid, poolsLost } = FundMeasure;
  if (paidByFund > 0) addTo([marginPaid, 0], BigInt(paidByFund), time, known, out);
  if (lostByPools > 0) addTo([poolsLost, 0], BigInt(lostByPools), time, known, out);
}

/** A pool lost what anybody owed. */
export function noteWrittenOff(event: LoanEvent, known: Known, out: WriteSet): void {
  const { asset, principalDelta, interestDelta, time } = event;
  const units = -(BigInt(principalDelta) + BigInt(interestDelta));
  addTo([FundMeasure.writtenOff, asset], units, time, known, out);
}

/** A position of anybody was deleveraged: it is the maker's. */
export function noteDeleveraging(event: ContractTradeEvent, out: WriteSet): void {
  const { trade, instrument, takerSide, time, seq } = event;
  const side = takerSide === Side.buy ? 0 : 1;
  const key = [seq, instrument, side].join();
  const [first = trade, , , positions = 0] = out.deleveragings.get(key) ?? [];
  out.deleveragings.set(key, [first, instrument, side, Number(positions) + 1, time, seq]);
}

type Key = readonly [measure: FundMeasure, subject: number];

function addTo(key: Key, more: bigint, time: number, known: Known, out: WriteSet): void {
  put(key, (known.fundTotals.get(key.join()) ?? 0n) + more, time, known, out);
}

/** Of several in an hour the last one counts. */
function put(key: Key, units: bigint, time: number, known: Known, out: WriteSet): void {
  const row: SqlValue[] = [...key, hourOf(time), units];
  known.fundTotals.set(key.join(), units);
  out.fundHours.set([...key, hourOf(time)].join(), row);
}
