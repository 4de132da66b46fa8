/**
 * Parent orders: placing, changing, ending, and working them at the end of commands. They hold no
 * money; what they place enters as an ordinary order, and a child that is refused pauses its parent.
 */
import {
  type AmendParentCommand,
  assertNever,
  CHILDREN_PER_COMMAND,
  type Command,
  CommandKind,
  DoneReason,
  EVERY_INSTRUMENT,
  EventKind,
  ownerOf,
  PARENTS_PER_COMMAND,
  type ParentCommand,
  ParentKind,
  ParentState,
  type PauseParentCommand,
  type PlaceParentCommand,
  Reject,
  UserMode,
} from '@halcyon/domain';
import { NONE, ORDER_LANES, OrderLane } from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { PlanTrading } from '../plans/plan-trading.ts';
import { Rules } from '../rules.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { ChaseTrading } from './chase-trading.ts';
import { lookForJoins } from './join-price.ts';
import { isChase, type ParentOrder, waitingOf } from './parent.ts';
import {
  checkMayWork,
  checkParentPlace,
  checkRound,
  checkTerms,
  orderOfChild,
} from './parent-checks.ts';
import { type NextChild, nextChild, partsOf, rulesOf } from './parent-kinds.ts';
import { leaveOut, sliceAt, sliceTime } from './twap.ts';

/** Whether a command is about parent orders. */
export function isParentCommand(command: Command): command is ParentCommand {
  return command.kind >= CommandKind.placeParent && command.kind <= CommandKind.cancelParent;
}

export class ParentTrading {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly plans: PlanTrading;
  declare private readonly chasing: ChaseTrading;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading, plans: PlanTrading) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.plans = plans;
    this.chasing = new ChaseTrading(state, out, trading);
  }

  /** Unix ms at which a command is needed, Infinity = none. */
  get deadline(): number {
    const { pending, due } = this.state.parents;
    return pending ? 0 : due;
  }

  /** Whether there is anything to be worked. */
  get isDue(): boolean {
    const { parents, time } = this.state;
    return parents.pending || time >= parents.due;
  }

  /** The operator gave a market other steps or another state. */
  onMarketSet(market: Market): void {
    if (market.chasers > 0) this.state.parents.bookMoved(market);
  }

  /** Carries out a command; whether it was not refused. */
  apply(command: ParentCommand): boolean {
    const { rules } = this.state;
    if (rules < Rules.parents) return this.out.refuse(Reject.parameterRange, Rules.parents, rules);
    switch (command.kind) {
      case CommandKind.placeParent:
        return this.place(command);
      case CommandKind.amendParent:
        return this.amend(command);
      case CommandKind.pauseParent:
        return command.paused ? this.pauseOwn(command) : this.resume(command);
      case CommandKind.cancelParent: {
        const parent = this.own(command);
        if (parent === null) return false;
        this.end(parent, DoneReason.cancelled);
        return true;
      }
      default:
        return assertNever(command);
    }
  }

  /** Ends all parents of an account; `instrument` -1 = in all. */
  cancelAll(account: number, instrument: number, reason: DoneReason): void {
    for (const parent of this.state.parents.of(ownerOf(account))) {
      const here = instrument === EVERY_INSTRUMENT || parent.instrument === instrument;
      if (here && parent.account === account) this.end(parent, reason);
    }
  }

  /** A root takes no deposits or is closed: its parents pause or end. */
  onRestricted(root: number): void {
    const { users, parents } = this.state;
    for (const parent of [...parents.orders.values()]) {
      if (users.rootOf(ownerOf(parent.account)) !== root) continue;
      if (users.mode(root) === UserMode.closed) this.end(parent, DoneReason.cancelled);
      else if (parent.state === ParentState.working) this.pause(parent, Reject.takesNoDeposits);
    }
  }

  /** Works the parents that were touched, at the end of every command. */
  run(): void {
    const { state } = this;
    const { parents } = state;
    this.chasing.wake();
    const bounded = state.rules >= Rules.workedParents;
    let left = CHILDREN_PER_COMMAND;
    let looks = bounded ? PARENTS_PER_COMMAND : Number.POSITIVE_INFINITY;
    for (const id of parents.touched) {
      if (looks === 0 || (bounded && left === 0)) break;
      looks -= 1;
      const parent = parents.orders.get(id);
      if (parent !== undefined) left = this.work(parent, left);
      else parents.touched.delete(id);
    }
    lookForJoins(state);
    parents.pending = parents.touched.size > 0 || parents.chases.busy;
  }

  /** Places what comes next, as long as there is `left`; returns what is left then. */
  private work(parent: ParentOrder, left: number): number {
    const { state } = this;
    const market = state.markets[parent.instrument]!;
    let more = left;
    leaveOut(parent, market, state.time);
    while (parent.state === ParentState.working) {
      const next = nextChild(parent, this.chasing.placeOf(parent, market));
      if (next === null) break;
      if (more === 0) return 0;
      more -= 1;
      this.try(parent, () => this.enter(parent, next));
    }
    if (isChase(parent) && parent.children.length > 0 && this.chasing.wantsNow(parent)) {
      if (more === 0) return 0;
      more -= 1;
      this.try(parent, () => this.chasing.move(parent));
    }
    state.parents.touched.delete(parent.id);
    if (parent.children.length === 0 && waitingOf(parent) === 0) this.finish(parent);
    else this.rest(parent);
    return more;
  }

  /** Does something for a parent; where that is refused, it pauses. */
  private try(parent: ParentOrder, act: () => boolean): void {
    const { out } = this;
    let code = 0;
    out.beside(() => {
      if (act()) return true;
      code = out.code;
      return false;
    });
    if (code !== 0) this.pause(parent, code);
  }

  /** Nothing more is done for a parent now: it is told, and waits for its time where it has one. */
  private rest(parent: ParentOrder): void {
    const { parents } = this.state;
    const { twap, slices } = parent;
    if (twap !== undefined) {
      const working = parent.state === ParentState.working;
      parents.setDue(parent, sliceTime(parent, working ? twap.slice : slices));
    }
    if (isChase(parent)) this.chasing.rest(parent);
    this.tell(parent);
  }

  private enter(parent: ParentOrder, next: NextChild): boolean {
    const { parents } = this.state;
    parents.part = next.part;
    // A child may take, and so may what came before it: both have made prices.
    this.plans.onNextTaker(this.state.markets[parent.instrument]!);
    parent.waiting[next.part]! -= next.lots;
    if (this.trading.place(orderOfChild(parent, next), parent.id)) {
      this.onEntered(parent, next);
      return true;
    }
    parent.waiting[next.part]! += next.lots;
    return false;
  }

  private onEntered(parent: ParentOrder, { price }: NextChild): void {
    if (parent.twap !== undefined) parent.twap.slice += 1;
    if (isChase(parent)) this.chasing.standAt(parent, price);
  }

  private place(command: PlaceParentCommand): boolean {
    const { state, out } = this;
    const known = rulesOf(command.parentKind);
    if (state.rules < known) return out.refuse(Reject.parameterRange, known, state.rules);
    const market = state.markets[command.instrument];
    if (market === undefined) return out.refuse(Reject.unknownInstrument, 0, command.instrument);
    // Contracts and margin accounts have none yet.
    if (market.contract !== null) {
      return out.refuse(Reject.parameterRange, command.parentKind, command.instrument);
    }
    if (!checkParentPlace(state, out, command)) return false;
    const parent = opened(command, state.nextOrder, state.time);
    if (!checkTerms(market, out, parent, parent.quantity, state.time)) return false;
    parent.waiting = partsOf(parent, parent.quantity, market);
    if (!checkRound(state, this.chasing.placeNow(parent, market), out, parent, true)) return false;
    state.nextOrder += 1;
    out.id = parent.id;
    state.parents.add(parent, market);
    const { account, clientId } = parent;
    if (clientId !== '') state.clientIds.reserve(account, clientId, parent.id);
    this.tell(parent);
    state.parents.touch(parent.id);
    return true;
  }

  private amend(command: AmendParentCommand): boolean {
    const { state, out } = this;
    const parent = this.own(command);
    if (parent === null) return false;
    const market = state.markets[parent.instrument]!;
    const after = amended(parent, command);
    const same = TERMS.every((name) => after[name] === parent[name]);
    if (same && after.slippage === parent.slippage) {
      return out.refuse(Reject.amendNothing, parent.quantity, after.quantity);
    }
    if (parent.twap !== undefined && after.slices !== parent.slices) {
      return out.refuse(Reject.parentParts, parent.slices, after.slices);
    }
    const traded = this.tradedOf(parent);
    if (after.quantity <= traded) {
      return out.refuse(Reject.amendBelowFilled, traded, after.quantity);
    }
    if (!checkTerms(market, out, after, after.quantity - traded, state.time)) return false;
    after.waiting = partsOf(after, after.quantity - traded, market);
    const bare = { ...after, children: [] };
    if (!checkRound(state, this.chasing.placeNow(bare, market), out, bare, false)) return false;
    this.withdraw(parent, DoneReason.cancelled);
    for (const name of TERMS) parent[name] = after[name];
    if (after.slippage !== undefined) parent.slippage = after.slippage;
    parent.waiting = after.waiting;
    const { twap } = parent;
    if (twap !== undefined) twap.slice = Math.max(twap.slice, sliceAt(parent, state.time));
    parent.changed = true;
    state.parents.touch(parent.id);
    return true;
  }

  private pauseOwn(command: PauseParentCommand): boolean {
    const parent = this.own(command);
    if (parent === null) return false;
    if (parent.state === ParentState.paused) {
      return this.out.refuse(Reject.settingUnchanged, parent.state, parent.state);
    }
    this.pause(parent, 0);
    return true;
  }

  private resume(command: PauseParentCommand): boolean {
    const { state, out } = this;
    const parent = this.own(command);
    if (parent === null) return false;
    if (parent.state === ParentState.working) {
      return out.refuse(Reject.settingUnchanged, parent.state, parent.state);
    }
    if (!checkMayWork(state, out, parent.account)) return false;
    const market = state.markets[parent.instrument]!;
    if (!checkRound(state, this.chasing.placeNow(parent, market), out, parent, true)) return false;
    parent.state = ParentState.working;
    parent.code = 0;
    parent.changed = true;
    state.parents.touch(parent.id);
    return true;
  }

  /** Takes its children out of the book; it waits for its owner. @param code why, 0 = the owner */
  private pause(parent: ParentOrder, code: number): void {
    parent.state = ParentState.paused;
    parent.code = code;
    parent.changed = true;
    this.withdraw(parent, DoneReason.cancelled);
    this.state.parents.touch(parent.id);
  }

  private withdraw(parent: ParentOrder, reason: DoneReason): void {
    const { parents, orders } = this.state;
    parents.withdrawing = true;
    for (const { order } of parent.children) {
      const slot = orders.find(order);
      if (slot !== NONE) this.trading.cancel(slot, reason);
    }
    parents.withdrawing = false;
  }

  private end(parent: ParentOrder, reason: DoneReason): void {
    this.withdraw(parent, reason);
    this.finish(parent);
  }

  /** Nothing is left of it in the book, and nothing more comes. */
  private finish(parent: ParentOrder): void {
    const { state } = this;
    const { id, account, clientId } = parent;
    parent.state = parent.filled === parent.quantity ? ParentState.filled : ParentState.cancelled;
    parent.code = 0;
    parent.changed = true;
    state.parents.remove(parent, state.markets[parent.instrument]!);
    if (clientId !== '') {
      const ended = state.users.endedCount(ownerOf(account));
      state.clientIds.end(account, clientId, id, state.time, ended);
    }
    this.tell(parent);
  }

  private tell(parent: ParentOrder): void {
    if (!parent.changed) return;
    parent.changed = false;
    const { id, placed: _p, waiting: _w, children: _c, changed: _t, ...others } = parent;
    const { twap: _twap, chase: _chase, due: _due, ...told } = others;
    const { seq, time } = this.state;
    this.state.log.push({ kind: EventKind.parentOrderSet, seq, time, parent: id, ...told });
  }

  /** Lots traded, those of children in the book included. */
  private tradedOf({ filled, children }: ParentOrder): number {
    const { orders } = this.state;
    let traded = filled;
    for (const { order, lots } of children) {
      const slot = orders.find(order);
      if (slot !== NONE) traded += lots - orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
    }
    return traded;
  }

  private own(named: { account: number; order: number; clientId: string }): ParentOrder | null {
    const { state, out } = this;
    const { account, order, clientId } = named;
    const ended = state.users.endedCount(ownerOf(account));
    const id = order !== 0 ? order : state.clientIds.holder(account, clientId, state.time, ended);
    const parent = state.parents.orders.get(id);
    if (parent !== undefined && parent.account === account) {
      out.id = id;
      return parent;
    }
    out.refuse(Reject.parentNotFound, 0, id);
    return null;
  }
}

const TERMS = ['price', 'farPrice', 'quantity', 'slices', 'visible'] as const;

function opened(command: PlaceParentCommand, id: number, time: number): ParentOrder {
  const { account, instrument, side, parentKind, selfTrade, postOnly, clientId } = command;
  const { price, farPrice, quantity, slices, visible } = command;
  return {
    id,
    account,
    instrument,
    side,
    parentKind,
    selfTrade,
    postOnly,
    clientId,
    price,
    farPrice,
    quantity,
    slices,
    visible,
    state: ParentState.working,
    code: 0,
    filled: 0,
    placed: 0,
    waiting: [],
    children: [],
    changed: true,
    ...progressOf(command, time),
  };
}

/** What only orders that follow the time or the book have. */
function progressOf(
  { parentKind, duration = 0, slippage = 0 }: PlaceParentCommand,
  time: number,
): Partial<ParentOrder> {
  if (parentKind === ParentKind.twap) {
    return { duration, slippage, twap: { begun: time, slice: 0 } };
  }
  if (parentKind !== ParentKind.chase) return {};
  const chase = { at: 0, movedAt: 0 };
  return duration + slippage === 0 ? { chase } : { chase, duration, slippage };
}

function amended(parent: ParentOrder, command: AmendParentCommand): ParentOrder {
  const after = { ...parent };
  for (const name of TERMS) if (command[name] !== 0) after[name] = command[name];
  const { slippage = 0 } = command;
  if (slippage !== 0) after.slippage = slippage;
  return after;
}
