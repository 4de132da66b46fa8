/** Operator commands about loans: how coins are lent, and in which pairs with isolated margin. */
import {
  type Asset,
  EventKind,
  INTEREST_HOUR_MS,
  loanFault,
  MARGIN_SCALE,
  NO_PAIR,
  pairFault,
  poolRate,
  Reject,
  type SetLoanTermsCommand,
  type SetPairTermsCommand,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { State } from '../state/state.ts';
import { LoanCoin, LoanPair } from './loan-book.ts';

/** Sets how a coin is lent; debts that the new terms would not allow stay. */
export function setLoanTerms(
  state: State,
  out: CommandOutcome,
  command: SetLoanTermsCommand,
): boolean {
  const { asset, market, terms } = command;
  const { loans, seq, time, log } = state;
  if (state.rules < Rules.margin) {
    return out.refuse(Reject.parameterRange, Rules.margin, state.rules);
  }
  const listed = state.assets[asset];
  if (listed === undefined) return out.refuse(Reject.unknownAsset, 0, asset);
  const fault = loanFault(terms);
  if (fault !== null) return out.refuse(Reject.parameterRange, fault.limit, fault.value);
  const known = loans.coin(asset);
  if (known === undefined) {
    const digits =
      market === NO_PAIR ? settleDigits(state, listed) : digitsAt(state, asset, market);
    if (digits === null) return out.refuse(Reject.unknownInstrument, 0, market);
    if (digits < 0) return out.refuse(Reject.parameterRange, MARGIN_SCALE, MARGIN_SCALE + digits);
    if (!loans.active) loans.hour = Math.floor(time / INTEREST_HOUR_MS);
    const coin = new LoanCoin(asset, market, 10 ** digits, terms, loans.records);
    coin.rate = poolRate(terms.curve, 0, 0);
    loans.add(coin);
  } else {
    if (known.market !== market) {
      return out.refuse(Reject.unknownInstrument, known.market, market);
    }
    known.setTerms(terms);
  }
  out.id = asset;
  const { rate } = loans.coin(asset)!;
  log.push({ kind: EventKind.loanTermsSet, seq, time, asset, market, terms, rate });
  return true;
}

/** Digits of a margin unit in units of the settle coin; null = there is another one already. */
function settleDigits({ loans }: State, { scale }: Asset): number | null {
  return loans.settle === undefined ? scale - MARGIN_SCALE : null;
}

/** The same of another coin in units × ticks; null = no spot pair has its price in the settle coin. */
function digitsAt(state: State, asset: number, market: number): number | null {
  const priced = state.markets[market];
  if (priced === undefined || priced.contract !== null) return null;
  const { base, quote, priceScale } = priced.instrument;
  if (base !== asset || quote !== state.loans.settle?.asset) return null;
  return state.assets[asset]!.scale + priceScale - MARGIN_SCALE;
}

/** Sets how the coins of a pair are lent in its accounts; debts that would not be allowed stay. */
export function setPairTerms(
  state: State,
  out: CommandOutcome,
  command: SetPairTermsCommand,
): boolean {
  const { instrument, terms } = command;
  const { loans, seq, time, log } = state;
  const market = state.markets[instrument];
  if (market === undefined || market.contract !== null) {
    return out.refuse(Reject.unknownInstrument, 0, instrument);
  }
  const { base, quote } = market.instrument;
  for (const asset of [base, quote]) {
    if (loans.coin(asset) === undefined) return out.refuse(Reject.unknownAsset, 0, asset);
  }
  const fault = pairFault(terms);
  if (fault !== null) return out.refuse(Reject.parameterRange, fault.limit, fault.value);
  loans.pairs.set(instrument, new LoanPair(base, terms));
  out.id = instrument;
  log.push({ kind: EventKind.pairTermsSet, seq, time, instrument, terms });
  return true;
}
