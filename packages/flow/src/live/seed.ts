/**
 * Bringing a paper book in line with the live one where the commands in between cannot be had: on the
 * first start, and when the live journal no longer reaches back to where the paper venue stopped.
 */
import {
  type Asset,
  type CommandInput,
  CommandKind,
  type FeeSchedule,
  type GhostMarks,
  GhostSteps,
  type GhostTerms,
  type Instrument,
} from '@halcyon/domain';
import { type LiveLoans, loanSteps, loansOf } from './live-loans.ts';

/** An order that rests in the live book. */
export interface GhostPlace {
  readonly order: number;
  readonly user: number;
  readonly instrument: number;
  readonly terms: Omit<GhostTerms, 'keptPlace' | 'type'> & { readonly reduceOnly: boolean };
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
}

/** The live venue as it stands. */
export interface SeededMarket {
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly fees: FeeSchedule;
  /** Last and mark price by instrument, ticks. */
  readonly prices: readonly { readonly last: number; readonly mark: number }[];
  /** Of all contracts that have an index. */
  readonly marks: Iterable<GhostMarks>;
  /** What the protection funds have. */
  readonly funds: Iterable<readonly [asset: number, units: bigint]>;
  readonly loans: LiveLoans;
  /** By instrument, bids then asks, in the order of their queues. */
  readonly orders: Iterable<GhostPlace>;
}

const UNITS_MAX = BigInt(Number.MAX_SAFE_INTEGER);
const LIVE = { actor: 'paper venue', reason: 'as in the live venue' } as const;

/** Commands that list an instrument as it is, or give it the parameters that may change. */
export function listedAs(instrument: Instrument, isNew: boolean): CommandInput[] {
  const { id, product: _p, contract, quoteFactor: _f, lotUnits: _u, ...listing } = instrument;
  if (isNew) {
    return contract === null
      ? [{ kind: CommandKind.listInstrument, ...listing }]
      : [{ kind: CommandKind.listContract, ...listing, contract }];
  }
  const { symbol: _s, base: _b, quote: _q, priceScale: _i, quantityScale: _l, ...rest } = listing;
  const limits: CommandInput = {
    kind: CommandKind.setInstrument,
    instrument: id,
    ...rest,
    ...LIVE,
  };
  if (contract === null) return [limits];
  return [limits, { kind: CommandKind.setContract, instrument: id, contract, ...LIVE }];
}

/** Commands that list what the live venue lists; what is listed already they only bring up to date. */
export function listingOf(live: SeededMarket, listed: number): CommandInput[] {
  const commands: CommandInput[] = live.assets.map(({ code, name, scale }) => ({
    kind: CommandKind.listAsset,
    code,
    name,
    scale,
  }));
  commands.push({ kind: CommandKind.setFeeSchedule, ...live.fees, ...LIVE });
  for (const instrument of live.instruments) {
    const { id } = instrument;
    commands.push(...listedAs(instrument, id >= listed));
    const price = live.prices[id]?.last ?? 0;
    if (price > 0) commands.push({ kind: CommandKind.seedLastPrice, instrument: id, price });
  }
  commands.push(...loansOf(live.loans));
  return commands;
}

/**
 * Steps that take out the ghosts of orders that are gone, cut the ones that have less left and enter
 * what is new. A ghost that a paper trade has consumed stays consumed.
 * @param ghosts price and lots of every ghost in the paper book, by live order
 * @param lastOrder highest order that the paper venue had seen
 */
export function seedSteps(
  live: SeededMarket,
  ghosts: ReadonlyMap<number, { readonly price: number; readonly remaining: number }>,
  lastOrder: number,
): GhostSteps {
  const steps = new GhostSteps();
  const orders = [...live.orders];
  const there = new Set(orders.map(({ order }) => order));
  for (const order of ghosts.keys()) if (!there.has(order)) steps.ended(order);
  for (const order of orders) {
    const ghost = ghosts.get(order.order);
    if (ghost === undefined) {
      if (order.order > lastOrder) enter(steps, order);
    } else if (ghost.price !== order.price) enter(steps, order);
    else if (ghost.remaining > order.remaining) steps.traded(order.order, order.remaining);
  }
  for (const [instrument, { last, mark }] of live.prices.entries()) {
    steps.prices(instrument, last, mark);
  }
  for (const marks of live.marks) steps.marks(marks);
  for (const [asset, units] of live.funds) steps.fund(asset, fundUnits(units));
  loanSteps(steps, live.loans);
  return steps;
}

/** What a protection fund has, as a step can say it. */
export function fundUnits(units: bigint): number {
  return Number(units > UNITS_MAX ? UNITS_MAX : units);
}

/** As an amend, because that may come in any order of numbers. */
function enter(steps: GhostSteps, place: GhostPlace): void {
  const { order, user, instrument, price, quantity, remaining } = place;
  const { side, timeInForce, selfTrade } = place.terms;
  const terms = { side, timeInForce, selfTrade, type: 0, keptPlace: false } as const;
  steps.amend({ order, user, instrument, terms, price, quantity }, remaining);
  steps.rested(order, remaining);
}
