/** The slow futures exchange's prices and fundings. */
import { EventKind, type PricesCommand, Reject, Side, SystemAccount } from '@halcyon/domain';
import type { NaiveOrder } from '../naive-book.ts';
import { Changes } from './changes.ts';
import { least, most, up } from './math.ts';

import { type NaiveContract, type NaiveRefusal, type Position, refusal } from './state.ts';

const RATES = 100_000_000n;
const LATE_MS = 10_000;
const STALE_MS = 60_000;

/** Prices and fundings. */
export abstract class NaivePrices extends Changes {
  /** What time alone changes, before a command. */
  protected passTime(): void {
    for (const contract of this.contracts()) {
      const { index } = contract;
      if (index === 0n) continue;
      const age = this.time - contract.indexTime;
      const late = age >= STALE_MS ? 2 : age >= LATE_MS ? 1 : 0;
      if (late <= contract.late) continue;
      contract.late = late;
      if (contract.mark !== index) {
        this.waitingFor.clear();
        this.plans.onMoved(contract);
      }
      contract.mark = index;
      this.tell(contract);
    }
    for (const contract of this.contracts()) this.beginRound(contract);
  }

  private beginRound(contract: NaiveContract): void {
    const { due, rate, mark, index } = contract;
    if (due === 0 || this.time < due || contract.settling) return;
    const every = contract.instrument.contract!.fundingIntervalMs;
    while (contract.due <= this.time) contract.due += every;
    contract.round += 1;
    contract.settling = true;
    contract.frozenRate = rate;
    contract.frozenMark = mark;
    contract.premiums = [];
    this.emit({
      kind: EventKind.fundingSet,
      seq: this.seq,
      time: this.time,
      instrument: contract.instrument.id,
      round: contract.round,
      rate: Number(rate),
      mark: Number(mark),
      index: Number(index),
      due,
    });
  }

  takePrices({ entries }: PricesCommand): NaiveRefusal | null {
    if (entries.length % 2 !== 0) return refusal(Reject.parameterRange, 2, entries.length);
    for (let i = 0; i < entries.length; i += 2) {
      if (this.markets[entries[i]!] == null) {
        return refusal(Reject.unknownInstrument, 0, entries[i]!);
      }
      if (entries[i + 1]! < 1) return refusal(Reject.priceRange, 1, entries[i + 1]!);
    }
    const moved: NaiveContract[] = [];
    for (let i = 0; i < entries.length; i += 2) {
      const contract = this.markets[entries[i]!]!;
      const { index, mark, late } = contract;
      contract.index = BigInt(entries[i + 1]!);
      contract.indexTime = this.time;
      contract.late = 0;
      const every = contract.instrument.contract!.fundingIntervalMs;
      if (contract.due === 0) contract.due = this.time - (this.time % every) + every;
      this.sample(contract);
      contract.mark = this.fairMark(contract);
      this.tell(contract);
      const same = late !== 2 && index === contract.index && mark === contract.mark;
      if (!same) moved.push(contract);
    }
    for (const contract of moved) this.plans.onMoved(contract);
    this.waitingFor.clear();
    return null;
  }

  /** Once a second: premium and mean distance. Quotients are cut towards zero. */
  private sample(contract: NaiveContract): void {
    const second = Math.floor(this.time / 1_000);
    if (second === contract.sampled) return;
    contract.sampled = second;
    const { index, book } = contract;
    const bid = impactPrice(contract, book.sides[0]);
    const ask = impactPrice(contract, book.sides[1]);
    if (bid !== 0n && ask !== 0n) {
      const distance = near(contract, (bid + ask) / 2n) - index;
      contract.basis += (distance * 1_024n - contract.basis) / 64n;
    } else contract.basis -= contract.basis / 64n;
    const above = bid === 0n ? 0n : most(0n, near(contract, bid) - index);
    const below = ask === 0n ? 0n : most(0n, index - near(contract, ask));
    contract.premiums.push(((above - below) * RATES) / index);
    const sum = contract.premiums.reduce((a, b) => a + b, 0n);
    const mean = sum / BigInt(contract.premiums.length);
    const { interestRate, premiumClamp, fundingCap } = contract.instrument.contract!;
    const pull = between(BigInt(interestRate) - mean, BigInt(premiumClamp));
    contract.rate = between(mean + pull, BigInt(fundingCap));
  }

  private fairMark(contract: NaiveContract): bigint {
    const { index, basis, rate, due, lastCounted: last } = contract;
    const every = contract.instrument.contract!.fundingIntervalMs;
    const left = Math.max(0, Math.min(every, due - this.time));
    const expected = (rate * BigInt(left)) / BigInt(every);
    const three = [
      most(1n, index + (expected * index) / RATES),
      most(1n, index + basis / 1_024n),
      last === 0n ? index : last,
    ];
    const median = three.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[1]!;
    return near(contract, median);
  }

  private tell({ instrument, index, mark, rate, due }: NaiveContract): void {
    this.emit({
      kind: EventKind.marks,
      seq: this.seq,
      time: this.time,
      instrument: instrument.id,
      index: Number(index),
      mark: Number(mark),
      fundingRate: Number(rate),
      fundingTime: due,
    });
  }

  /** At the end of a command all positions of a round settle; tests have few enough for one portion. */
  protected settleRounds(): void {
    for (const contract of this.contracts()) {
      if (!contract.settling) continue;
      for (const position of this.positions.values()) {
        if (position.contract === contract) this.settle(position);
      }
      contract.settling = false;
      const { clearing, rounding } = SystemAccount;
      this.pay(clearing, rounding, contract.instrument.quote, contract.paid);
      contract.paid = 0n;
    }
  }

  /** Pays or receives what a position has not settled. */
  protected settle(position: Position): void {
    const { contract, lots } = position;
    if (!contract.settling || position.round === contract.round) return;
    position.round = contract.round;
    if (lots === 0n) return;
    const exact = lots * contract.frozenMark * contract.terms.factor * contract.frozenRate;
    // Who pays rounds up, who receives down: both are the ceiling of what is paid.
    const units = up(exact, RATES);
    const wallet = this.wallet(position.account, contract);
    const own = position.isolated ? least(units, position.margin) : 0n;
    position.margin -= own;
    wallet.held -= own;
    wallet.available -= units - own;
    this.balance(SystemAccount.clearing, contract.instrument.quote).available += units;
    contract.paid += units;
    position.funding -= units;
  }
}

/** A price as far from the index as half the lowest maintenance rate at most. */
function near({ index, instrument }: NaiveContract, price: bigint): bigint {
  const half = BigInt(Math.floor(instrument.contract!.tiers[0]!.maintenancePpm / 2));
  const reach = (index * half) / 1_000_000n;
  return most(1n, most(index - reach, least(index + reach, price)));
}

/** Mean price at which a side's orders of the impact size trade; 0 = it has fewer within 1,000 prices. */
function impactPrice(contract: NaiveContract, orders: readonly NaiveOrder[]): bigint {
  let left = contract.terms.impact;
  const size = left;
  let lots = 0n;
  const prices = new Set<number>();
  for (const { price, remaining, side } of orders) {
    if (prices.add(price).size > 1_000) return 0n;
    const taken = least(BigInt(remaining), up(left, BigInt(price)));
    lots += taken;
    left -= taken * BigInt(price);
    if (left <= 0n) return side === Side.buy ? (size - left) / lots : up(size - left, lots);
  }
  return 0n;
}

function between(value: bigint, bound: bigint): bigint {
  return most(-bound, least(bound, value));
}
