/** Money and positions of a portfolio that was never opened, changed as the exchange changes those of one that was. */
import { assert } from '../assert.ts';
import {
  crossEquity,
  crossExcess,
  equityOf,
  freeOf,
  isIsolated,
  isolatedExcess,
  type MarginAccount,
  type MarginPosition,
  positionProfit,
  withdrawableOf,
} from '../contract-account.ts';
import { fundingOf, type RiskTerms, ratioFloor } from '../contract-math.ts';
import { MarginMode, type PositionLeg } from '../contracts.ts';
import type { InstrumentId } from '../ids.ts';

/** A position with what it has brought since it was opened, fees and funding included, units. */
interface DryPosition extends MarginPosition {
  readonly brought: bigint;
}

type PositionName = Pick<MarginPosition, 'instrument' | 'leg'>;

/** What a portfolio has traded: `lots` signed, all units that they cost, and the fee. */
export interface DryFill {
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  readonly lots: number;
  readonly units: number;
  readonly fee: number;
}

/** How a position is opened. */
export interface DryMargin {
  readonly leverage: number;
  readonly isolated: boolean;
}

export class DryAccount {
  /** Units of the wallet; margins of isolated positions are with them. */
  wallet: bigint;
  fees = 0n;
  funding = 0n;
  closed = 0;
  won = 0;
  readonly #terms: ReadonlyMap<InstrumentId, RiskTerms>;
  readonly #marginUnits: number;
  /** By contract and leg. */
  readonly #positions = new Map<number, DryPosition>();
  readonly #marks = new Map<InstrumentId, number>();

  /** @param terms of all contracts that it may trade */
  constructor(amount: bigint, terms: ReadonlyMap<InstrumentId, RiskTerms>) {
    this.wallet = amount;
    this.#terms = terms;
    this.#marginUnits = [...terms.values()][0]?.marginUnits ?? 1;
  }

  setMark(instrument: InstrumentId, mark: number): void {
    this.#marks.set(instrument, mark);
    for (const position of this.legs(instrument)) this.#put({ ...position, mark });
  }

  markOf(instrument: InstrumentId): number {
    return this.#marks.get(instrument) ?? 0;
  }

  /** An open position; undefined = there is none. */
  position(instrument: InstrumentId, leg: PositionLeg): MarginPosition | undefined {
    return this.#positions.get(keyOf({ instrument, leg }));
  }

  /** Open positions in a contract: one, or in hedge mode two. */
  legs(instrument: InstrumentId): readonly DryPosition[] {
    return [...this.#positions.values()].filter((each) => each.instrument === instrument);
  }

  #put(position: DryPosition): void {
    this.#positions.set(keyOf(position), position);
  }

  get open(): readonly MarginPosition[] {
    return [...this.#positions.values()];
  }

  get #account(): MarginAccount {
    return { wallet: this.wallet, marginUnits: this.#marginUnits, positions: this.open };
  }

  #units(marginUnits: number): bigint {
    return BigInt(marginUnits) * BigInt(this.#marginUnits);
  }

  /** Units that it owns, without what is open. */
  get owned(): bigint {
    return this.open.reduce((sum, { margin }) => sum + BigInt(margin), this.wallet);
  }

  /** Profit of all that is open, units. */
  get unrealised(): bigint {
    return this.open.reduce((sum, each) => sum + this.#units(positionProfit(each)), 0n);
  }

  get equity(): bigint {
    return this.owned + this.unrealised;
  }

  /** Value of all that is open, units. */
  get exposure(): bigint {
    return this.open.reduce(
      (sum, { lots, mark, terms }) =>
        sum + BigInt(Math.abs(lots)) * BigInt(mark) * BigInt(terms.quoteFactor),
      0n,
    );
  }

  /** Units that an order may use. */
  free(isolated: boolean): bigint {
    const free = this.#units(freeOf(this.#account));
    if (!isolated) return free;
    const equity = this.#units(crossEquity(this.#account));
    const least = this.wallet < equity ? this.wallet : equity;
    const spare = least > 0n ? least : 0n;
    return spare < free ? spare : free;
  }

  /** Units that may leave it. */
  get withdrawable(): bigint {
    return BigInt(withdrawableOf(this.#account));
  }

  /** Units that back a position. */
  backing(instrument: InstrumentId, leg: PositionLeg): bigint {
    const position = this.position(instrument, leg);
    return position === undefined ? 0n : this.#units(equityOf(this.#account, position));
  }

  /** Positions that are liquidated at the prices of now. */
  get liquidated(): readonly MarginPosition[] {
    const cross = crossExcess(this.#account) < 0;
    return this.open.filter((each) => (isIsolated(each) ? isolatedExcess(each) < 0 : cross));
  }

  fund(instrument: InstrumentId, mark: number, rate: number): void {
    for (const position of this.legs(instrument)) this.#fund(position, mark, rate);
  }

  #fund(position: DryPosition, mark: number, rate: number): void {
    const { terms, lots, marginMode, margin, brought } = position;
    const units = fundingOf(terms.quoteFactor, lots, mark, rate);
    this.funding += BigInt(units);
    const own = marginMode === MarginMode.isolated;
    if (!own) this.wallet += BigInt(units);
    const after = { margin: own ? margin + units : margin, brought: brought + BigInt(units) };
    this.#put({ ...position, ...after });
  }

  /** The same change of position and wallet as that of an owner who is handed lots of a batch. */
  trade(fill: DryFill, opened: DryMargin): void {
    const { instrument, leg, lots, units, fee } = fill;
    assert(lots !== 0 && units >= 0 && fee >= 0, 'a portfolio trades nothing');
    const terms = this.#termsOf(instrument);
    const value = Math.floor(units / terms.quoteFactor);
    const below = units - value * terms.quoteFactor;
    this.fees += BigInt(fee);
    const before = this.position(instrument, leg)?.lots ?? 0;
    const size = Math.abs(lots);
    const closing = before === 0 || before > 0 === lots > 0 ? 0 : Math.min(Math.abs(before), size);
    const opening = size - closing;
    const closingValue = opening === 0 ? value : ratioFloor(value, closing, size);
    const closingFee = opening === 0 ? fee : ratioFloor(fee, closing, size);
    // What is below a whole tick-lot is paid at once.
    this.wallet -= BigInt(lots > 0 ? below : -below);
    if (closing > 0) this.#close(fill, closing, closingValue, closingFee);
    if (opening === 0) return;
    const signed = lots > 0 ? opening : -opening;
    this.#open(fill, signed, value - closingValue, fee - closingFee, opened);
  }

  #termsOf(instrument: InstrumentId): RiskTerms {
    const terms = this.#terms.get(instrument);
    assert(terms !== undefined, 'a contract that is not known is traded');
    return terms;
  }

  #close(name: PositionName, lots: number, value: number, fee: number): void {
    const position = this.#positions.get(keyOf(name))!;
    const { terms, lots: before, cost, margin } = position;
    const all = lots === Math.abs(before);
    const share = all ? cost : ratioFloor(cost, lots, Math.abs(before));
    const gain = (before > 0 ? value - share : share - value) * terms.quoteFactor;
    const part = all ? margin : ratioFloor(margin, lots, Math.abs(before));
    const released = Math.min(margin, Math.max(part, -gain));
    const brought = position.brought + BigInt(gain - fee);
    this.wallet += BigInt(gain - fee + released);
    if (all) {
      this.#positions.delete(keyOf(name));
      this.closed += 1;
      if (brought > 0n) this.won += 1;
      return;
    }
    const after = { lots: before > 0 ? before - lots : before + lots, cost: cost - share };
    this.#put({ ...position, ...after, margin: margin - released, brought });
  }

  #open(
    { instrument, leg }: PositionName,
    lots: number,
    value: number,
    fee: number,
    { leverage, isolated }: DryMargin,
  ): void {
    const terms = this.#termsOf(instrument);
    this.wallet -= BigInt(fee);
    const known = this.#positions.get(keyOf({ instrument, leg })) ?? {
      ...{ instrument, leg, terms, leverage, lots: 0, cost: 0, margin: 0 },
      marginMode: isolated ? MarginMode.isolated : MarginMode.cross,
      ...{ mark: this.markOf(instrument), buys: 0, sells: 0, brought: 0n },
    };
    let { margin } = known;
    if (known.marginMode === MarginMode.isolated) {
      const needed = Math.ceil((value * terms.quoteFactor) / known.leverage);
      const has = this.wallet > 0n ? Number(this.wallet) : 0;
      const added = Math.min(needed, has);
      margin += added;
      this.wallet -= BigInt(added);
    }
    const grown = { lots: known.lots + lots, cost: known.cost + value, margin };
    const brought = known.brought - BigInt(fee);
    this.#put({ ...known, ...grown, brought });
  }
}

/** The key of a leg in maps of positions. */
export function keyOf({ instrument, leg }: PositionName): number {
  return instrument * 4 + leg;
}
