/**
 * Contracts of a paper venue have the index, mark, funding rounds and protection fund of the venue that
 * they stand for. What follows from them for the positions here is decided here.
 */
import {
  GhostStep,
  InvariantError,
  PostingReason,
  SystemAccount,
  unpackRate,
} from '@halcyon/domain';
import type { Contract } from '../futures/contract.ts';
import type { Futures } from '../futures/futures.ts';
import type { Lateness } from '../state/index-price.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';

export class GhostContracts {
  declare private readonly state: State;
  declare private readonly futures: Futures;

  constructor(state: State, futures: Futures) {
    this.state = state;
    this.futures = futures;
  }

  /** Takes a step about contracts. @param s the steps @param i where it begins */
  step(s: readonly number[], i: number): void {
    switch (s[i]) {
      case GhostStep.marks:
        this.marks(s, i);
        return;
      case GhostStep.funding:
        this.funding(s, i);
        return;
      case GhostStep.fund:
        this.fund(s[i + 1]!, s[i + 2]!);
        return;
      default:
        throw new InvariantError(`ghost step ${s[i]} is not about contracts`);
    }
  }

  private marks(s: readonly number[], i: number): void {
    const { market, contract } = this.contract(s[i + 1]!);
    this.futures.followPrices(market, contract, {
      index: s[i + 2]!,
      mark: s[i + 3]!,
      fundingRate: unpackRate(s[i + 4]!),
      fundingTime: s[i + 5]!,
      late: s[i + 6] as Lateness,
    });
  }

  private funding(s: readonly number[], i: number): void {
    const { market, contract } = this.contract(s[i + 1]!);
    this.futures.followRound(market, contract, {
      round: s[i + 2]!,
      rate: unpackRate(s[i + 3]!),
      mark: s[i + 4]!,
      index: s[i + 5]!,
      due: s[i + 6]!,
    });
  }

  /**
   * The fund changes by as much as the one there: so it has what that one would have, had the
   * liquidations here been there; but never less than nothing. The other side are the ghosts.
   */
  private fund(asset: number, units: number): void {
    const { ghosts, ledger, seq } = this.state;
    const change = units - (ghosts.funds.get(asset) ?? 0);
    ghosts.funds.set(asset, units);
    const fund = ledger.slot(SystemAccount.insurance, asset);
    const moved = Math.max(change, -ledger.availableApprox(fund));
    if (moved === 0) return;
    const reason = PostingReason.protection;
    ledger.post(fund, SystemAccount.insurance, asset, reason, seq, moved, 0, -1);
    const common = ledger.slot(SystemAccount.ghosts, asset);
    ledger.post(common, SystemAccount.ghosts, asset, reason, seq, -moved, 0, -1);
  }

  private contract(instrument: number): { market: Market; contract: Contract } {
    const market = this.state.markets[instrument];
    if (!market?.contract) {
      throw new InvariantError(`a ghost step names ${instrument}, which is no contract here`);
    }
    return { market, contract: market.contract };
  }
}
