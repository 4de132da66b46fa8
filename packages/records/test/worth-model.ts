/**
 * The oracle of worth: what accounts were worth at a full hour and what came in, from all events there were,
 * in the plainest way; see history/value-curve.ts.
 */
import type { Asset, Event, Instrument } from '@halcyon/domain';
import { EventKind, kindOf, ownerOf, Product } from '@halcyon/domain';

const HOUR = 3_600_000;
type Group = 'spot' | 'margin' | 'futures' | 'funding';
const GROUPS: readonly Group[] = [
  'spot',
  'funding',
  'margin',
  'margin',
  'futures',
  'futures',
  'futures',
];

interface Price {
  readonly instrument: number;
  readonly isIndex: boolean;
  readonly hour: number;
  readonly price: number;
}

/** See the head of the file. */
export class WorthModel {
  readonly users = new Set<number>();
  readonly #events: Event[] = [];
  readonly #prices: Price[] = [];
  readonly #assets = new Map<number, Asset>();
  readonly #instruments = new Map<number, Instrument>();

  /** Applies events in order. */
  apply(events: readonly Event[]): void {
    for (const event of events) {
      this.#events.push(event);
      if (event.kind === EventKind.userOpened && !event.simulated) this.users.add(event.user);
      else if (event.kind === EventKind.assetListed) this.#assets.set(event.asset.id, event.asset);
      else if (event.kind === EventKind.instrumentSet) {
        this.#instruments.set(event.instrument.id, event.instrument);
      } else if (event.kind === EventKind.coinIndex) this.#price(event, true, event.index);
      else if (event.kind === EventKind.marks) this.#price(event, true, event.mark);
      else if (event.kind === EventKind.trade && !event.own) this.#price(event, false, event.price);
      else if (event.kind === EventKind.lastPriceSeeded) this.#price(event, false, event.price);
    }
  }

  /** Hours of the first and the last price. */
  get hours(): [first: number, last: number] {
    return [this.#prices[0]!.hour, this.#prices.at(-1)!.hour];
  }

  #price(
    { instrument, time }: { instrument: number; time: number },
    isIndex: boolean,
    price: number,
  ) {
    this.#prices.push({ instrument, isIndex, hour: Math.floor(time / HOUR), price });
  }

  /** The first price of the newest hour that has one; an index goes before a trade. */
  #priceAt(instrument: number, hour: number): number | null {
    const known = this.#prices.filter((one) => one.instrument === instrument && one.hour <= hour);
    const newest = known.at(-1)?.hour;
    const ofHour = known.filter((one) => one.hour === newest);
    return (ofHour.find(({ isIndex }) => isIndex) ?? ofHour[0])?.price ?? null;
  }

  #worthOf(asset: number, units: bigint, hour: number): bigint {
    if (this.#assets.get(asset)!.code === 'USDT') return units;
    const pair = [...this.#instruments.values()].find(
      (one) =>
        one.base === asset &&
        this.#assets.get(one.quote)!.code === 'USDT' &&
        one.product === Product.spot,
    );
    const price = pair === undefined ? null : this.#priceAt(pair.id, hour);
    if (pair === undefined || price === null) return 0n;
    // Value units of a base unit at one tick.
    const digits = this.#assets.get(pair.base)!.scale + pair.priceScale - this.#scaleOf(pair.quote);
    return (units * BigInt(price)) / 10n ** BigInt(digits);
  }

  #scaleOf(asset: number): number {
    return this.#assets.get(asset)!.scale;
  }

  /** What a user's accounts were worth when an hour began. */
  worth(user: number, hour: number): Record<Group, bigint> {
    const units = {
      spot: new Map(),
      margin: new Map(),
      futures: new Map<number, bigint>(),
      funding: new Map(),
    };
    const open = new Map<string, { instrument: number; lots: number; cost: number }>();
    for (const event of this.#events) {
      if (event.time >= hour * HOUR) break;
      if (!('account' in event) || ownerOf(event.account) !== user) continue;
      const coins = units[GROUPS[kindOf(event.account)]!];
      const add = (asset: number, more: bigint) =>
        coins.set(asset, (coins.get(asset) ?? 0n) + more);
      if (event.kind === EventKind.posting) {
        add(event.asset, event.availableDelta + event.heldDelta);
      } else if (event.kind === EventKind.loan) {
        add(event.asset, -BigInt(event.principalDelta) - BigInt(event.interestDelta));
      } else if (event.kind === EventKind.position) {
        const { account, instrument, leg, lots, cost } = event;
        open.set(`${account},${instrument},${leg}`, { instrument, lots, cost });
      }
    }
    for (const { instrument, lots, cost } of open.values()) {
      const mark = this.#priceAt(instrument, hour);
      const { quote, quoteFactor } = this.#instruments.get(instrument)!;
      if (mark === null) continue;
      const value = BigInt(Math.abs(lots)) * BigInt(mark);
      const gain = lots < 0 ? BigInt(cost) - value : value - BigInt(cost);
      const profit = gain * BigInt(quoteFactor);
      units.futures.set(quote, (units.futures.get(quote) ?? 0n) + profit);
    }
    const sum = (coins: Map<number, bigint>) =>
      [...coins].reduce((all, [asset, amount]) => all + this.#worthOf(asset, amount, hour), 0n);
    return {
      spot: sum(units.spot),
      margin: sum(units.margin),
      futures: sum(units.futures),
      funding: sum(units.funding),
    };
  }

  /** What came into a user's accounts less what went out of them, as movements tell it. */
  inflow(user: number, from: number, to: number): Record<Group, bigint> {
    const sums = new Map<string, { account: number; asset: number; hour: number; units: bigint }>();
    const add = (account: number, asset: number, hour: number, units: bigint) => {
      const key = `${account},${asset},${hour}`;
      const before = sums.get(key)?.units ?? 0n;
      sums.set(key, { account, asset, hour, units: before + units });
    };
    for (const event of this.#events) {
      const hour = Math.floor(event.time / HOUR);
      if (event.kind !== EventKind.moved || hour < from || hour >= to) continue;
      if (ownerOf(event.from) === user) add(event.from, event.asset, hour, -event.amount);
      if (ownerOf(event.to) === user) add(event.to, event.asset, hour, event.amount);
    }
    const found = { spot: 0n, margin: 0n, futures: 0n, funding: 0n };
    for (const { account, asset, hour, units } of sums.values()) {
      found[GROUPS[kindOf(account)]!] += this.#worthOf(asset, units, hour);
    }
    return found;
  }
}
