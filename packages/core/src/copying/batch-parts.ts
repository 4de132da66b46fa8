/** What owners of batches have of what those traded: in portions after each command, or when one is asked for. */
import {
  AccountKind,
  accountOf,
  assert,
  COPY_OWNERS_PER_COMMAND,
  type CopyLots,
  copyCost,
  copyFills,
  copyLots,
  EventKind,
  PostingReason,
  ppmFloor,
  Side,
  SystemAccount,
} from '@halcyon/domain';
import type { ContractTrading } from '../futures/contract-trading.ts';
import { PositionFlag } from '../futures/positions.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { BatchOwner, CopyBatch } from './copy-batch.ts';

/** What the owners of a batch have in it, and the place of each among those who have something. */
interface Shared {
  readonly batch: CopyBatch;
  readonly lots: CopyLots;
  readonly places: Int32Array;
}

export class BatchParts {
  declare private readonly state: State;
  declare private readonly contracts: ContractTrading;
  /** Of the batch that was looked at last. */
  private shared: Shared | null = null;

  constructor(state: State, contracts: ContractTrading) {
    this.state = state;
    this.contracts = contracts;
  }

  /** Works out the next portion of the oldest batch. */
  sweep(): void {
    const [batch] = this.state.copies.batches;
    if (batch === undefined) return;
    const { owners } = batch;
    const end = Math.min(owners.length, batch.next + COPY_OWNERS_PER_COMMAND);
    const shared = this.sharedOf(batch);
    // All that a portion has is worked out in one go; who is done already is passed over.
    const [from, to] = [shared.places[batch.next]!, shared.places[end]!];
    const fills = copyFills(shared.lots, batch.filled, from, to);
    for (; batch.next < end; batch.next++) {
      const owner = owners[batch.next]!;
      const filled = owner.lots === 0 ? 0 : fills[shared.places[batch.next]! - from]!;
      if (!owner.done) this.give(batch, owner, filled);
    }
    if (batch.next === owners.length) this.finish(batch);
  }

  /** Works out what one portfolio has of batches that are under way. */
  settle(user: number): void {
    for (const batch of this.state.copies.batches) {
      const at = batch.owners.findIndex((owner) => owner.user === user && !owner.done);
      if (at === -1) continue;
      const { places, lots } = this.sharedOf(batch);
      const [from, to] = [places[at]!, places[at + 1]!];
      this.give(batch, batch.owners[at]!, copyFills(lots, batch.filled, from, to)[0] ?? 0);
    }
  }

  private sharedOf(batch: CopyBatch): Shared {
    if (this.shared?.batch === batch) return this.shared;
    const { owners } = batch;
    const places = new Int32Array(owners.length + 1);
    for (const [i, { lots }] of owners.entries()) places[i + 1] = places[i]! + (lots > 0 ? 1 : 0);
    const lots = copyLots(owners.map((owner) => owner.lots).filter((own) => own > 0));
    this.shared = { batch, lots, places };
    return this.shared;
  }

  /** Gives an owner its part: lots at the batch's price, for the fee of its own level. */
  private give(batch: CopyBatch, owner: BatchOwner, filled: number): void {
    const { state } = this;
    const { instrument, side } = batch;
    const market = state.markets[instrument]!;
    const { quoteFactor } = market.instrument;
    const cost = copyCost(side, filled, batch.filled, batch.cost * quoteFactor);
    const ppm = state.fees.contractTakerPpm(
      state.users.tier(owner.user),
      market.contract!.terms.takerPpm,
    );
    const fee = ppmFloor(cost, ppm);
    owner.done = true;
    batch.given += filled;
    batch.units += cost;
    if (filled > 0) this.handOver(batch, market, owner, { filled, cost, fee });
    const { seq, time, log } = state;
    const { user: portfolio, leftOut, lots } = owner;
    const about = { batch: batch.id, portfolio, leftOut, lots, filled, cost, fee };
    log.push({ kind: EventKind.copyFilled, seq, time, ...about });
  }

  private handOver(
    { side }: CopyBatch,
    market: Market,
    owner: BatchOwner,
    { filled, cost, fee }: { readonly filled: number; readonly cost: number; readonly fee: number },
  ): void {
    const { state, contracts } = this;
    const { quoteFactor } = market.instrument;
    const position = this.positionOf(market, owner);
    const whole = Math.floor(cost / quoteFactor);
    const below = cost - whole * quoteFactor;
    const [lots, rest] = side === Side.buy ? [filled, below] : [-filled, -below];
    const from = state.seats.position(state.seat(SystemAccount.copying, market.instrument));
    contracts.settlement.handOver(market, from, position, { lots, cost: whole, rest, fee });
  }

  /** The position of an owner; one that opens has the leverage and margin mode of the settings. */
  private positionOf(market: Market, { user, leverage, isolated }: BatchOwner): number {
    const { state } = this;
    const account = accountOf(user, AccountKind.usdtFutures);
    const position = state.seats.position(state.seat(account, market.instrument));
    if (state.positions.lots(position) !== 0) return position;
    state.positions.setLeverage(position, leverage);
    state.positions.setFlag(position, PositionFlag.isolated, isolated);
    return position;
  }

  /** INV-28, INV-29: all lots are given, and what the price left over is the exchange's rounding. */
  private finish(batch: CopyBatch): void {
    const { ledger, markets, copies } = this.state;
    const { id, instrument, side, given, filled, units, cost } = batch;
    const { quote, quoteFactor } = markets[instrument]!.instrument;
    assert(given === filled, 'INV-28: owners of a batch have other lots than it traded');
    const left = (side === Side.buy ? 1 : -1) * (units - cost * quoteFactor);
    assert(left >= 0, 'INV-29: owners of a batch paid less than it did');
    copies.batches.shift();
    this.shared = null;
    if (left === 0) return;
    const { copying, rounding } = SystemAccount;
    const { contractTrade } = PostingReason;
    const slots = [ledger.slot(copying, quote), ledger.slot(rounding, quote)] as const;
    ledger.post(slots[0], copying, quote, contractTrade, id, -left, 0, instrument);
    ledger.post(slots[1], rounding, quote, contractTrade, id, left, 0, instrument);
  }
}
