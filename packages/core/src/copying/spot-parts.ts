/**
 * What owners of a copied order of spot get: coins, or money, less the fee of the own level. While it waits its lots are
 * given at the price that was held for them; what the book gave better is paid when nothing more will come.
 */
import { assert, NO_PAIR, PostingReason, ppmFloor, Side, SystemAccount } from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { BatchOwner, CopyBatch } from './copy-batch.ts';
import { spotOf } from './spot-hold.ts';

const { copying, fees: FEES } = SystemAccount;
const { tradeIn, tradeOut, feeIn } = PostingReason;

/** Lots that an owner gets, and the units of what took from the book and of the rest. */
interface Traded {
  readonly lots: number;
  readonly took: number;
  readonly made: number;
}

/** What an owner is given: lots, the fee in what it receives, and by how much what all its lots cost has changed. */
interface Given {
  readonly lots: number;
  readonly fee: number;
  readonly cost: number;
}

export class SpotParts {
  declare private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** Units of what the owner receives, rounded down: the base coin of who buys, the quote coin of who sells. */
  feeOf(
    { side, price }: CopyBatch,
    { instrument }: Market,
    user: number,
    { lots, took, made }: Traded,
  ): number {
    const { fees, users } = this.state;
    const account = spotOf(user);
    const tier = users.tier(user);
    const [takerPpm, makerPpm] = [fees.takerPpm(tier, account), fees.makerPpm(tier, account)];
    if (side === Side.sell) return ppmFloor(took, takerPpm) + ppmFloor(made, makerPpm);
    const { quoteFactor, lotUnits } = instrument;
    // What was made was traded at the order's price.
    const madeLots = made === 0 ? 0 : made / (price * quoteFactor);
    const taken = ppmFloor((lots - madeLots) * lotUnits, takerPpm);
    return taken + ppmFloor(madeLots * lotUnits, makerPpm);
  }

  give(batch: CopyBatch, market: Market, { user }: BatchOwner, { lots, fee, cost }: Given): void {
    if (lots === 0 && cost === 0) return;
    const { holdings, exits } = this.state.copies;
    if (exits.count > 0) exits.touch(user);
    const { instrument, side, held } = batch;
    const { base, quote, lotUnits, quoteFactor } = market.instrument;
    const buys = side === Side.buy;
    const coins = lots * lotUnits;
    const money = lots * held * quoteFactor;
    if (buys) holdings.buy(user, instrument, BigInt(cost));
    else holdings.sell(user, instrument, BigInt(coins), this.coinsOf(user, base));
    if (lots === 0) return;
    const [paid, got] = buys
      ? [
          { asset: quote, units: money },
          { asset: base, units: coins },
        ]
      : [
          { asset: base, units: coins },
          { asset: quote, units: money },
        ];
    assert(fee >= 0 && fee <= got.units, 'a fee is more than what an owner gets');
    this.post(spotOf(user), paid.asset, tradeOut, batch, 0, -paid.units);
    this.post(copying, paid.asset, tradeIn, batch, paid.units, 0);
    this.post(copying, got.asset, tradeOut, batch, -got.units, 0);
    this.post(spotOf(user), got.asset, tradeIn, batch, got.units - fee, 0);
    if (fee > 0) this.post(FEES, got.asset, feeIn, batch, fee, 0);
  }

  /** Nothing more will come to an owner: what its lots were traded better for than what was held is its own. */
  paySurplus(batch: CopyBatch, { contract, instrument }: Market, owner: BatchOwner): void {
    const units = contract === null ? surplusOf(batch, instrument.quoteFactor, owner) : 0;
    if (units === 0) return;
    const { quote } = instrument;
    this.post(copying, quote, tradeOut, batch, -units, 0);
    this.post(spotOf(owner.user), quote, tradeIn, batch, units, 0);
  }

  /** Units of a coin that a portfolio has, those in orders included. */
  private coinsOf(user: number, asset: number): bigint {
    const { ledger } = this.state;
    const slot = ledger.slot(spotOf(user), asset);
    return ledger.available(slot) + ledger.held(slot);
  }

  private post(
    account: number,
    asset: number,
    reason: PostingReason,
    { id }: CopyBatch,
    available: number,
    held: number,
  ): void {
    const { ledger } = this.state;
    ledger.post(ledger.slot(account, asset), account, asset, reason, id, available, held, NO_PAIR);
  }
}

/** Quote units that an owner is to get when nothing more will come: INV-29 keeps them from being below zero. */
export function surplusOf(
  { side, held }: Pick<CopyBatch, 'side' | 'held'>,
  quoteFactor: number,
  { filled, cost }: Pick<BatchOwner, 'filled' | 'cost'>,
): number {
  const counted = filled * held * quoteFactor;
  const units = side === Side.buy ? counted - cost : cost - counted;
  assert(units >= 0, 'INV-29: lots of a batch were traded worse than what was held for them');
  return units;
}
