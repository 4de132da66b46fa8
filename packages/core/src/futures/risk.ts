/**
 * Who has to be looked at. Every open position stands in a heap under a trigger: a price of its mark
 * up to which its account is known to be kept. Triggers are a cache: what is done about an account
 * follows from the exact check alone (margin.ts), in the order of accounts, so that it does not depend
 * on how memory is laid out.
 *
 * The invariant: Z = wallet + Σ exposure at each position's trigger ≥ 0. While no trigger is crossed, the
 * account has at least Z left, for exposures are monotone in their price. By rules 13 Z is that of the margin call,
 * which comes before: what is not called has the triggers of its call, what is called those of its liquidation
 * (contract-calls.ts).
 */
import { assert, PPM, UNITS_MAX } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import { ContractCalls, callFreeEquity } from './contract-calls.ts';
import type { Margin } from './margin.ts';
import type {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionFlag,
  PositionLane,
  PositionWord,
} from './positions.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const P_TRIGGER: typeof PositionLane.trigger = 3;
const P_PLACE: typeof PositionWord.place = 28;
const P_DIRTY: typeof PositionFlag.dirty = 16;
const P_LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const P_WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
const NIL = -1;
/** Keys of what is due: the account, and which isolated position of it. */
const KEYS_PER_ACCOUNT = 32_768;

/**
 * What is liquidated as one: an isolated position, by its slot; or the cross margin of an account, by
 * -1 − its slot among the accounts at risk.
 */
export type LiquidationTarget = number;

/** The cross margin of an account at risk. */
export const crossOf = (risk: number): LiquidationTarget => -1 - risk;

export class Risk {
  declare private readonly state: State;
  declare private readonly margin: Margin;
  /** Positions that changed in this command. */
  private dirty: number[] = [];
  /** The list of those that are looked at now. */
  private spare: number[] = [];
  /** What may have to be liquidated, by key. */
  private readonly due = new Map<number, LiquidationTarget>();
  private dueKeys: number[] = [];
  private sorted = true;
  /** What could not be liquidated and is looked at again when prices come. */
  readonly waiting = new Map<number, LiquidationTarget>();
  declare private readonly calls: ContractCalls;

  constructor(state: State, margin: Margin) {
    this.state = state;
    this.margin = margin;
    this.calls = new ContractCalls(state, margin);
  }

  /** A position changed, or its wallet did. */
  touch(position: number): void {
    const { positions } = this.state;
    const flags = positions.flags(position);
    if ((flags & P_DIRTY) !== 0 || positions.unlimited(position)) return;
    positions.setFlag(position, P_DIRTY, true);
    this.dirty.push(position);
  }

  /** What a position has to keep is another: no trigger of before holds. */
  touchAnew(position: number): void {
    const { positions } = this.state;
    if (positions.word(position, P_PLACE) !== NIL) {
      const { longs, shorts } = this.margin.contractOf(position);
      (longs.has(position) ? longs : shorts).remove(position);
    }
    this.touch(position);
  }

  /** The wallet of an account changed otherwise. */
  touchAccount(risk: number): void {
    const first = this.state.riskAccounts.first(risk);
    if (first !== NIL) this.touch(first);
  }

  /** Positions that changed since the last call. */
  takeDirty(): number[] {
    const { dirty } = this;
    if (dirty.length === 0) return dirty;
    this.dirty = this.spare;
    this.dirty.length = 0;
    this.spare = dirty;
    for (const position of dirty) this.state.positions.setFlag(position, P_DIRTY, false);
    return dirty;
  }

  /** Looks at what a position that changed is backed by. */
  review(position: number): void {
    const risk = this.riskOf(position);
    if (this.waiting.size > 0) this.wakeAccount(risk);
    this.place(position);
    if (this.state.positions.isolated(position)) this.reviewTarget(position);
    // An isolated position takes its margin and its fees out of the wallet, too.
    this.reviewTarget(crossOf(risk));
  }

  private reviewTarget(target: LiquidationTarget): void {
    if (!this.isKept(target)) this.examine(target);
    else this.calls.lookAgain(this.keyOf(target), target);
  }

  /** At the end of a command: owners are told that they are called. */
  callOwners(): void {
    for (const target of this.calls.finish()) this.rekey(target);
  }

  /** An account changed: whatever of it waits is tried again, or does not have to be. */
  private wakeAccount(risk: number): void {
    const { positions, riskAccounts } = this.state;
    this.wake(crossOf(risk));
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
      if (positions.isolated(at)) this.wake(at);
    }
  }

  private wake(target: LiquidationTarget): void {
    if (this.waiting.has(this.keyOf(target))) this.makeDue(target);
  }

  /** All positions whose trigger the mark has crossed are due. */
  crossMark(contract: Contract): void {
    this.calls.onPrice();
    for (const heap of [contract.longs, contract.shorts]) {
      for (let at = heap.takeCrossed(contract.mark); at !== NIL; ) {
        this.makeDue(this.targetOf(at));
        at = heap.takeCrossed(contract.mark);
      }
    }
  }

  /** Makes all due that waits for prices. */
  wakeWaiting(): void {
    for (const target of [...this.waiting.values()]) this.makeDue(target);
  }

  /** Whether anything may have to be liquidated now. */
  get pending(): boolean {
    return this.due.size > 0;
  }

  /** The next that must be liquidated, in the order of accounts; null = there is none. */
  next(): LiquidationTarget | null {
    if (!this.sorted) {
      this.dueKeys = [...this.due.keys()].sort((a, b) => b - a);
      this.sorted = true;
    }
    for (let key = this.dueKeys.at(-1); key !== undefined; key = this.dueKeys.at(-1)) {
      const target = this.due.get(key)!;
      if (this.excessOf(target) < 0) {
        if (!this.feedStale(target)) return target;
        this.wait(target);
        continue;
      }
      this.drop(key);
      this.rekey(target);
    }
    return null;
  }

  /** A step was taken: it is kept now, or due again. */
  settle(target: LiquidationTarget): void {
    this.drop(this.keyOf(target));
    this.examine(target);
  }

  /** It could not be closed now: again when prices come. */
  wait(target: LiquidationTarget): void {
    const key = this.keyOf(target);
    this.drop(key);
    this.waiting.set(key, target);
  }

  /** By how much what backs a target is enough, exactly; negative = it is too little (INV-11). */
  excessOf(target: LiquidationTarget): number {
    return target < 0 ? this.margin.crossExcess(-1 - target) : this.margin.isolatedExcess(target);
  }

  /** What a position is backed by. */
  targetOf(position: number): LiquidationTarget {
    return this.state.positions.isolated(position) ? position : crossOf(this.riskOf(position));
  }

  /** Open positions that are backed as one. */
  positionsOf(target: LiquidationTarget): number[] {
    if (target < 0) return this.margin.crossPositions(-1 - target);
    return this.state.positions.lots(target) === 0 ? [] : [target];
  }

  /** Slot of the account at risk that a position belongs to. */
  riskOf(position: number): number {
    const { users, positions } = this.state;
    return users.futuresAccount(positions.account(position) >>> 3);
  }

  /** After a snapshot was loaded: finds what is due and what is called, but for what waits. */
  rebuild(waiting: readonly number[]): void {
    this.placeAll();
    for (const key of waiting) {
      const target = this.due.get(key);
      if (target !== undefined) this.wait(target);
    }
    this.calls.restore();
  }

  /** Puts every open position under a trigger, and finds what is due. */
  placeAll(): void {
    const { positions, riskAccounts } = this.state;
    for (let risk = 0; risk < riskAccounts.count; risk++) {
      const first = riskAccounts.first(risk);
      if (first !== NIL && !positions.unlimited(first)) this.examine(crossOf(risk));
    }
    for (let position = 0; position < positions.count; position++) {
      if (positions.isolated(position)) this.examine(position);
    }
  }

  /** The key that orders what is due: by account, its cross margin first. */
  keyOf(target: LiquidationTarget): number {
    const { positions, riskAccounts } = this.state;
    if (target < 0) return riskAccounts.account(-1 - target) * KEYS_PER_ACCOUNT;
    const place = positions.instrument(target) * 4 + positions.leg(target);
    return positions.account(target) * KEYS_PER_ACCOUNT + 1 + place;
  }

  private makeDue(target: LiquidationTarget): void {
    const key = this.keyOf(target);
    this.calls.look(key, target);
    this.waiting.delete(key);
    if (this.due.has(key)) return;
    this.due.set(key, target);
    if (!this.sorted) return;
    // A step brings back who was looked at, or a few others; a price may bring thousands.
    const last = this.dueKeys.at(-1);
    if (last === undefined || key < last) this.dueKeys.push(key);
    else this.sorted = false;
  }

  private drop(key: number): void {
    if (!this.due.delete(key)) return;
    if (this.dueKeys.at(-1) === key) this.dueKeys.pop();
    else this.sorted = false;
  }

  private examine(target: LiquidationTarget): void {
    if (this.excessOf(target) < 0) {
      this.makeDue(target);
      return;
    }
    const key = this.keyOf(target);
    this.calls.look(key, target);
    if (this.waiting.size > 0) this.waiting.delete(key);
    this.rekey(target);
  }

  /** Whether a position of it has an index that is too old to act on. */
  private feedStale(target: LiquidationTarget): boolean {
    if (target >= 0) return this.margin.contractOf(target).closed;
    const { positions, riskAccounts } = this.state;
    for (let at = riskAccounts.first(-1 - target); at !== NIL; at = positions.after(at)) {
      if (positions.isCrossOpen(at) && this.margin.contractOf(at).closed) return true;
    }
    return false;
  }

  /** Z ≥ 0 with all its positions under triggers. */
  private isKept(target: LiquidationTarget): boolean {
    const { positions, riskAccounts } = this.state;
    const calm = this.calls.comesNext(this.keyOf(target));
    let z = this.margin.backing(target);
    if (target >= 0) return positions.lots(target) === 0 || z + this.atTrigger(target, calm) >= 0;
    for (let at = riskAccounts.first(-1 - target); at !== NIL; at = positions.after(at)) {
      if (positions.isCrossOpen(at)) z += this.atTrigger(at, calm);
    }
    return z >= 0;
  }

  /** What a position adds to Z at its trigger; −Infinity where there is none that holds. @param calm Z of the call */
  private atTrigger(position: number, calm: boolean): number {
    const { positions } = this.state;
    if (positions.word(position, P_PLACE) === NIL) return Number.NEGATIVE_INFINITY;
    const price = positions.lane(position, P_TRIGGER);
    return calm ? this.calls.slackOf(position, price) : this.margin.exposure(position, price);
  }

  /** What a target may lose until what comes next, its call or its liquidation. */
  private roomOf(target: LiquidationTarget): number {
    if (!this.calls.comesNext(this.keyOf(target))) return this.excessOf(target);
    return this.calls.room(target, target < 0 ? this.margin.crossPositions(-1 - target).length : 1);
  }

  /** Takes a position out of a heap that it does not belong to any more. */
  private place(position: number): void {
    const { positions } = this.state;
    if (positions.word(position, P_PLACE) === NIL) return;
    const { longs, shorts } = this.margin.contractOf(position);
    const lots = positions.lots(position);
    const heap = longs.has(position) ? longs : shorts;
    const belongs = lots > 0 ? longs : shorts;
    if (lots === 0 || heap !== belongs) heap.remove(position);
  }

  /**
   * New triggers for all positions of an account that is kept: seven eighths of what it has left may be
   * lost before it is looked at again, shared out by value.
   */
  private rekey(target: LiquidationTarget): void {
    const { positions, riskAccounts } = this.state;
    const buffer = Math.floor((this.roomOf(target) * 7) / 8);
    if (target >= 0) {
      if (positions.lots(target) !== 0) this.setTrigger(target, buffer);
      return;
    }
    const first = riskAccounts.first(-1 - target);
    let total = 0;
    for (let at = first; at !== NIL; at = positions.after(at)) {
      if (positions.isCrossOpen(at)) total += this.margin.value(at);
    }
    for (let at = first; at !== NIL; at = positions.after(at)) {
      if (!positions.isCrossOpen(at)) continue;
      const share = (buffer * this.margin.value(at)) / Math.max(1, total);
      this.setTrigger(at, Math.floor(share));
    }
  }

  /** The price at which a position has lost at most `loss` margin units from here; rounded to the near side. */
  private setTrigger(position: number, loss: number): void {
    const { positions } = this.state;
    const contract = this.margin.contractOf(position);
    const { risk, mark } = contract;
    const lots = positions.lots(position);
    this.place(position);
    const spare = Math.max(0, loss - 2);
    const size = Math.abs(lots);
    // The steepest that an exposure can be: a short one loses the value and what closing it costs.
    const keeps = risk.bounds.at(-1)!.maintenancePpm + risk.liquidationPpm;
    const rate = this.calls.active ? callFreeEquity(keeps) : keeps;
    const steepest = (size * risk.quoteFactor * (lots > 0 ? 1 : 1 + rate / PPM)) / risk.marginUnits;
    const ticks = Math.floor(spare / steepest);
    const most = Math.floor(UNITS_MAX / size);
    const trigger = lots > 0 ? Math.max(0, mark - ticks) : Math.min(most, mark + ticks);
    positions.f64[(position << P_LANE_SHIFT) | P_TRIGGER] = trigger;
    (lots > 0 ? contract.longs : contract.shorts).set(position);
    assert(
      positions.i32[(position << P_WORD_SHIFT) | P_PLACE] !== NIL,
      'an open position stands under no trigger',
    );
  }
}
