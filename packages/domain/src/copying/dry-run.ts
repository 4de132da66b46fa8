/**
 * What settings and an amount would have brought: the orders of a trader's kept batches are given to a portfolio that
 * was never opened, by the same admission, allocation and arithmetic as to one that was.
 *
 * What is not kept is the book of then. What the portfolio would have had beyond a batch is filled at the batch's price,
 * and `beyond` where that is more than all together traded. Own exits and liquidation are looked at by the prices that
 * are given, which are those of full hours and of orders.
 */
import { isIsolated, type MarginPosition } from '../contract-account.ts';
import {
  marginCeil,
  positionLimit,
  type RiskTerms,
  ratioCeil,
  ratioFloor,
} from '../contract-math.ts';
import type { PositionLeg } from '../contracts.ts';
import type { InstrumentId } from '../ids.ts';
import { Side } from '../orders.ts';
import { ppmFloor } from '../ppm.ts';
import {
  type CopiedContract,
  type CopiedOrder,
  CopyLeftOut,
  type CopySize,
  copySize,
  leverageFor,
} from './admission.ts';
import { copyCost, copyFills, copyLots } from './allocation.ts';
import { type BatchCandidate, bornSizes } from './batch.ts';
import { DryAccount, type DryMargin, keyOf } from './dry-account.ts';
import {
  CopyExitReason,
  type ExitBasis,
  movedBasis,
  peakAfter,
  portfolioExit,
  positionExit,
} from './exits.ts';
import type { CopyOrderBasisEvent } from './portfolios.ts';
import { newShareBooks, type ShareBooks, settleShare, shareDueAfter } from './profit-share.ts';
import { CopyLeverage, CopyMargin, type CopySettings } from './settings.ts';
import type { ClosedTrades, EquityPoint } from './statistics.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What is due together is carried out within it. */
const SAME_MS = 1_000;

/** A contract with the fees of who asks. */
export interface DryContract extends CopiedContract {
  readonly risk: RiskTerms;
  /** Of the own level; `takerPpm` is the contract's. */
  readonly ownTakerPpm: number;
  readonly ownMakerPpm: number;
}

/** What is tried. */
export interface DrySetup {
  readonly settings: CopySettings;
  /** Units that are put in. */
  readonly amount: bigint;
  readonly sharePpm: number;
  readonly from: number;
  readonly to: number;
  readonly contracts: ReadonlyMap<InstrumentId, DryContract>;
}

/** What an owner has of a batch; cost and fee in units. */
export interface DryPart {
  readonly lots: number;
  readonly filled: number;
  readonly cost: number;
  readonly fee: number;
  readonly leftOut: CopyLeftOut;
}

/** A kept order of the trader with those of all who followed. */
export interface DryOrder extends Omit<CopyOrderBasisEvent, 'kind'> {
  /** Lots of all owners, what was traded of them in all, and its tick-lots. */
  readonly all: number;
  readonly filled: number;
  readonly cost: number;
  /** Lots that the trader got. */
  readonly ownFilled: number;
  /** What the portfolio whose settings are tried really has of it; null = it was not asked. */
  readonly real: DryPart | null;
}

/** Something happened in a contract at a time. */
interface Moment {
  readonly time: number;
  readonly instrument: InstrumentId;
}

type Leg = Pick<MarginPosition, 'instrument' | 'leg'>;

/** What a portfolio goes through, in order. */
export type DryMoment =
  | { readonly is: 'order'; readonly order: DryOrder }
  | ({ readonly is: 'funding'; readonly mark: number; readonly rate: number } & Moment)
  | ({ readonly is: 'price'; readonly price: number } & Moment)
  /** Others closed so many lots of the trader's position. */
  | ({
      readonly is: 'reduced';
      readonly leg: PositionLeg;
      readonly lots: number;
      readonly price: number;
    } & Moment);

/** What it would have had of an order. */
export interface DryRow extends DryPart {
  readonly batch: number;
  readonly time: number;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly leg: PositionLeg;
  /** It is more than all together traded. */
  readonly beyond: boolean;
}

/** Why it would have ended. */
export type DryEnd = 'none' | 'exit' | 'liquidated';

export interface DryRunResult {
  readonly equity: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  /** Shares paid to the trader, and what would be due were it left at the end. */
  readonly shares: bigint;
  readonly due: bigint;
  readonly trades: ClosedTrades;
  readonly points: readonly EquityPoint[];
  readonly rows: readonly DryRow[];
  /** Positions that own exits closed, and that were liquidated. */
  readonly exits: number;
  readonly liquidations: number;
  readonly end: DryEnd;
  readonly endedAt: number | null;
}

/** Tries settings. @param moments in the order in which they happened */
export function dryRun(setup: DrySetup, moments: Iterable<DryMoment>): DryRunResult {
  const run = new DryRun(setup);
  for (const moment of moments) run.take(moment);
  return run.result();
}

class DryRun {
  readonly #setup: DrySetup;
  readonly #account: DryAccount;
  readonly #rows: DryRow[] = [];
  readonly #points: EquityPoint[] = [];
  /** Lots of each of the trader's positions after its last order, signed. */
  readonly #traders = new Map<number, number>();
  #books: ShareBooks = newShareBooks(0n);
  #basis: ExitBasis;
  #due: number;
  #pointDue: number;
  #exits = 0;
  #liquidations = 0;
  #end: DryEnd = 'none';
  #endedAt: number | null = null;

  constructor(setup: DrySetup) {
    const { amount, from, contracts } = setup;
    this.#setup = setup;
    this.#account = new DryAccount(
      amount,
      new Map([...contracts].map(([id, { risk }]) => [id, risk])),
    );
    this.#basis = { base: amount, peak: amount };
    this.#due = shareDueAfter(from);
    this.#pointDue = (Math.floor(from / DAY_MS) + 1) * DAY_MS;
    this.#points.push({ time: from, before: 0n, after: amount, exposure: 0n });
  }

  take(moment: DryMoment): void {
    const { time, instrument } = moment.is === 'order' ? moment.order : moment;
    // A share that is due with prices and a round of funding is settled after them, and before an order.
    this.#pass(moment.is === 'order' ? time : time - SAME_MS);
    if (this.#endedAt !== null) return;
    const mark = markIn(moment);
    this.#account.setMark(instrument, mark);
    if (moment.is === 'funding') this.#account.fund(instrument, mark, moment.rate);
    else if (moment.is === 'reduced') this.#reduced(moment, moment.lots, mark);
    this.#checkExits(time);
    if (moment.is === 'order' && this.#endedAt === null) this.#order(moment.order);
  }

  result(): DryRunResult {
    const { to, sharePpm } = this.#setup;
    this.#pass(to);
    this.#point(to);
    const { equity, fees, funding, closed, won } = this.#account;
    const { due } = settleShare(this.#books, { ...this.#shareBasis(), sharePpm });
    return {
      ...{ equity, fees, funding, shares: this.#books.shared, due: this.#books.owed + due },
      ...{ trades: { closed, won }, points: this.#points, rows: this.#rows },
      ...{
        exits: this.#exits,
        liquidations: this.#liquidations,
        end: this.#end,
        endedAt: this.#endedAt,
      },
    };
  }

  /** Days end and shares are due. */
  #pass(time: number): void {
    for (; this.#pointDue <= time; this.#pointDue += DAY_MS) this.#point(this.#pointDue);
    for (; this.#due <= time; this.#due = shareDueAfter(this.#due)) this.#settle();
  }

  #point(time: number): void {
    if (time <= this.#points.at(-1)!.time) return;
    const { equity, exposure } = this.#account;
    this.#points.push({ time, before: equity, after: equity, exposure });
  }

  #shareBasis() {
    const { owned, unrealised, withdrawable: free } = this.#account;
    const realised = owned - this.#setup.amount + this.#books.shared;
    return { realised, unrealised, free };
  }

  #settle(): void {
    const { sharePpm } = this.#setup;
    const { paid, books } = settleShare(this.#books, { ...this.#shareBasis(), sharePpm });
    const before = this.#account.equity;
    this.#books = books;
    this.#account.wallet -= paid;
    if (paid > 0n) this.#basis = movedBasis(this.#basis, before, before - paid);
  }

  /** Followers close the same part of theirs. */
  #reduced({ instrument, leg }: Leg, lots: number, price: number): void {
    const key = keyOf({ instrument, leg });
    const had = this.#traders.get(key) ?? 0;
    const before = Math.abs(had);
    const position = this.#account.position(instrument, leg);
    this.#traders.set(key, Math.sign(had) * (before - lots));
    if (position === undefined) return;
    const open = Math.abs(position.lots);
    const { quantityStep } = this.#contract(instrument);
    const part = lots >= before ? open : ratioFloor(open, lots, before);
    const closed = lots >= before ? open : part - (part % quantityStep);
    if (closed > 0) this.#close(position, closed, price);
  }

  #contract(instrument: InstrumentId): DryContract {
    return this.#setup.contracts.get(instrument)!;
  }

  /** Closes lots at a price, for the fee of who takes. */
  #close({ instrument, leg, lots: open }: MarginPosition, lots: number, price: number): void {
    const { quoteFactor, ownTakerPpm } = this.#contract(instrument);
    const units = lots * price * quoteFactor;
    const signed = open > 0 ? -lots : lots;
    const fill = { instrument, leg, lots: signed, units, fee: ppmFloor(units, ownTakerPpm) };
    this.#account.trade(fill, { leverage: 1, isolated: false });
  }

  #closeAll(): void {
    for (const position of this.#account.open) {
      this.#close(position, Math.abs(position.lots), position.mark);
    }
  }

  #checkExits(time: number): void {
    const account = this.#account;
    const { settings } = this.#setup;
    this.#liquidate(account.liquidated);
    if (account.open.length === 0 && account.wallet === 0n) {
      this.#stop('liquidated', time);
      return;
    }
    if (portfolioExit(settings, this.#basis, account.equity) !== CopyExitReason.none) {
      this.#exits += account.open.length;
      this.#closeAll();
      this.#stop('exit', time);
      return;
    }
    const { base, peak } = this.#basis;
    this.#basis = { base, peak: peakAfter(peak, account.equity) };
    for (const position of account.open) {
      const { lots, cost, mark } = position;
      if (positionExit(settings, { lots, cost }, mark) === CopyExitReason.none) continue;
      this.#exits += 1;
      this.#close(position, Math.abs(lots), mark);
    }
  }

  /** Nobody loses more than what backs a position; the wallet backs all cross positions together. */
  #liquidate(positions: readonly MarginPosition[]): void {
    const cross = positions.filter((position) => !isIsolated(position));
    for (const position of positions.filter(isIsolated)) {
      this.#liquidateTogether([position], this.#account.wallet);
    }
    if (cross.length > 0) this.#liquidateTogether(cross, 0n);
  }

  /** @param least of the wallet after it */
  #liquidateTogether(positions: readonly MarginPosition[], least: bigint): void {
    for (const position of positions) {
      this.#liquidations += 1;
      this.#close(position, Math.abs(position.lots), position.mark);
    }
    if (this.#account.wallet < least) this.#account.wallet = least;
  }

  #stop(end: DryEnd, time: number): void {
    this.#end = end;
    this.#endedAt = time;
    this.#settle();
  }

  #order(order: DryOrder): void {
    const { instrument, leg, side, lots, ownFilled, batch, time } = order;
    this.#traders.set(keyOf(order), lots + (side === Side.buy ? ownFilled : -ownFilled));
    const { size, margin } = this.#admitted(order);
    const all = size.closes + size.opens;
    const part = all === 0 ? NOTHING : this.#partOf(order, all, size.leftOut);
    const about = { batch, time, instrument, leg, side, beyond: all > order.filled };
    this.#rows.push({ ...part, ...about, lots: all, leftOut: size.leftOut });
    if (part.filled === 0) return;
    const signed = side === Side.buy ? part.filled : -part.filled;
    const fill = { instrument, leg, lots: signed, units: part.cost, fee: part.fee };
    this.#account.trade(fill, margin);
    // What filled while it rested did so at other prices than those of when it was placed.
    if (order.filled === order.taken) this.#checkExits(time);
  }

  /** What it has in an order, by its settings and its money. */
  #admitted(basis: DryOrder): { readonly size: CopySize; readonly margin: DryMargin } {
    const contract = this.#contract(basis.instrument);
    const order = copiedOrder(basis);
    const { isolated, ...candidate } = this.#candidate(basis);
    const wanted = this.#withinTier(order, contract, candidate);
    const average = { lots: basis.filled, cost: basis.cost };
    // The book of then is not known: the average is what it was.
    const market = { best: basis.best, mark: basis.mark, reach: () => average };
    const [size] = bornSizes(order, contract, [candidate], [wanted], market);
    const leverage = leverageFor(order, contract, candidate.settings);
    return { size: size!, margin: { leverage, isolated } };
  }

  /** A position that is open keeps its leverage and margin mode; both legs share the mode, and with cross margin the leverage. */
  #candidate(basis: DryOrder): BatchCandidate & { readonly isolated: boolean } {
    const account = this.#account;
    const { settings } = this.#setup;
    const { instrument, leg } = basis;
    const position = account.position(instrument, leg);
    const shared = position ?? account.legs(instrument)[0];
    const { traders: alike, isolated: own } = CopyMargin;
    const asked = settings.margin === alike ? basis.isolated !== 0 : settings.margin === own;
    const isolated = shared === undefined ? asked : isIsolated(shared);
    const has = {
      ...{ equity: account.equity, free: account.free(isolated), lots: position?.lots ?? 0 },
      ...{ backing: account.backing(instrument, leg), isolated },
    };
    const kept = isolated ? position : shared;
    if (kept === undefined) return { ...has, settings };
    const { leverage } = kept;
    return { ...has, settings: { ...settings, leverageOf: CopyLeverage.own, leverage } };
  }

  /** What of a size the tiers of the contract allow at its leverage. */
  #withinTier(order: CopiedOrder, contract: DryContract, candidate: BatchCandidate): CopySize {
    const size = copySize(order, contract, candidate);
    if (size.opens === 0) return size;
    const { side, price } = order;
    const { lots, settings } = candidate;
    const after = Math.abs(side === Side.buy ? lots + size.opens : lots - size.opens);
    const most = positionLimit(contract.risk.bounds, leverageFor(order, contract, settings));
    if (marginCeil(contract.risk, (after + size.closes) * price) <= most) return size;
    return { ...size, opens: 0, leftOut: CopyLeftOut.positionLimit };
  }

  /** What it gets of its lots, and for how much. */
  #partOf(order: DryOrder, lots: number, leftOut: CopyLeftOut): DryPart {
    const { real, side, instrument, all, closes, opens } = order;
    // Where it is the same it got what it really got, however the rest of the order went.
    if (real !== null && real.lots === lots && real.leftOut === leftOut) return real;
    const { quoteFactor, ownTakerPpm, ownMakerPpm } = this.#contract(instrument);
    // The trader's lots are among them. Parts of an order that was amended and rests are not those of the batch.
    const others = Math.max(all - (real?.lots ?? 0), Math.min(all, closes + opens));
    const got = (traded: number) => shareOf({ others, lots, traded, all });
    const filled = got(order.filled);
    const taken = Math.min(filled, got(order.taken));
    const cost = costOf(side, filled, order.filled, order.cost * quoteFactor);
    const took = costOf(side, taken, order.taken, order.takenCost * quoteFactor);
    const made = (filled - taken) * order.price * quoteFactor;
    const fee = ppmFloor(took, ownTakerPpm) + ppmFloor(made, ownMakerPpm);
    return { lots, filled, cost, fee, leftOut };
  }
}

const NOTHING: DryPart = { lots: 0, filled: 0, cost: 0, fee: 0, leftOut: CopyLeftOut.none };

/** The mark price of when something happened. */
function markIn(moment: DryMoment): number {
  if (moment.is === 'order') return moment.order.mark;
  return moment.is === 'funding' ? moment.mark : moment.price;
}

/** What lots cost at the price of a batch: `copyCost`, of more lots than the batch has too. */
function costOf(side: Side, lots: number, batchLots: number, batchCost: number): number {
  if (lots <= batchLots) return copyCost(side, lots, batchLots, batchCost);
  return (side === Side.buy ? ratioCeil : ratioFloor)(lots, batchCost, batchLots);
}

/** Lots that are got of so many beside those of others: what the book did not give is missing for all alike. */
function shareOf(of: {
  readonly others: number;
  readonly lots: number;
  readonly traded: number;
  readonly all: number;
}): number {
  const { others, lots, traded, all } = of;
  if (traded === 0) return 0;
  if (traded === all || others === 0) return traded === all ? lots : Math.min(lots, traded);
  const together = ratioFloor(others + lots, traded, all);
  return copyFills(copyLots([others, lots]), together)[1]!;
}

/** A kept order as followers saw it. */
function copiedOrder(basis: DryOrder): CopiedOrder {
  const { instrument, side, closes, opens, lots, mark, leverage, equity } = basis;
  const position = Math.max(0, side === Side.buy ? -lots : lots);
  return { instrument, side, closes, opens, position, price: mark, leverage, equity };
}
