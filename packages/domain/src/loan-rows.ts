/** The rows of loans as events; event-log.ts writes them. */
import { EventKind } from './event-kinds.ts';
import { assetOf, pairOf, pocketOfNumber } from './ids.ts';
import type { CoinIndexEvent, LoanCause, LoanEvent } from './loan-events.ts';

/** The loan at lane `i`. @param small number of the ledger × 8 + cause */
export function readLoan(
  f: Float64Array,
  i: number,
  small: number,
  seq: number,
  time: number,
): LoanEvent {
  const number = small >>> 3;
  return {
    kind: EventKind.loan,
    seq,
    time,
    account: f[i + 1]!,
    instrument: pairOf(pocketOfNumber(number)),
    asset: assetOf(number),
    cause: (small & 7) as LoanCause,
    id: f[i + 2]!,
    principal: f[i + 3]!,
    interest: f[i + 4]!,
    principalDelta: f[i + 5]!,
    interestDelta: f[i + 6]!,
    rate: f[i + 7]!,
  };
}

/** The price at lane `i`. */
export function readCoinIndex(
  f: Float64Array,
  i: number,
  small: number,
  seq: number,
  time: number,
): CoinIndexEvent {
  return { kind: EventKind.coinIndex, seq, time, instrument: small, index: f[i + 1]! };
}
