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
  type ParentCommand,
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
import type { State } from '../state/state.ts';
import { type ParentOrder, waitingOf } from './parent.ts';
import {
  checkMayWork,
  checkParentPlace,
  checkRound,
  checkTerms,
  orderOfChild,
} from './parent-checks.ts';
import { type NextChild, nextChild, partsOf } from './parent-kinds.ts';

/** Whether a command is about parent orders. */
export function isParentCommand(command: Command): command is ParentCommand {
  return command.kind >= CommandKind.placeParent && command.kind <= CommandKind.cancelParent;
}

export class ParentTrading {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly plans: PlanTrading;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading, plans: PlanTrading) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.plans = plans;
  }

  /** Unix ms at which a command is needed, Infinity = none. */
  get deadline(): number {
    return this.state.parents.pending ? 0 : Number.POSITIVE_INFINITY;
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
    const { parents } = this.state;
    let left = CHILDREN_PER_COMMAND;
    for (const id of parents.touched) {
      const parent = parents.orders.get(id);
      if (parent !== undefined) left = this.work(parent, left);
      else parents.touched.delete(id);
    }
    parents.pending = parents.touched.size > 0;
  }

  /** Places what comes next, as long as there is `left`; returns what is left then. */
  private work(parent: ParentOrder, left: number): number {
    const { state, out } = this;
    const market = state.markets[parent.instrument]!;
    let more = left;
    while (parent.state === ParentState.working) {
      const next = nextChild(parent, market);
      if (next === null) break;
      if (more === 0) return 0;
      more -= 1;
      let code = 0;
      out.beside(() => {
        if (this.enter(parent, next)) return true;
        code = out.code;
        return false;
      });
      if (code !== 0) this.pause(parent, code);
    }
    state.parents.touched.delete(parent.id);
    if (parent.children.length === 0 && waitingOf(parent) === 0) this.finish(parent);
    else this.tell(parent);
    return more;
  }

  private enter(parent: ParentOrder, next: NextChild): boolean {
    const { parents } = this.state;
    parents.part = next.part;
    // A child may take, and so may what came before it: both have made prices.
    this.plans.onNextTaker(this.state.markets[parent.instrument]!);
    parent.waiting[next.part]! -= next.lots;
    if (this.trading.place(orderOfChild(parent, next), parent.id)) return true;
    parent.waiting[next.part]! += next.lots;
    return false;
  }

  private place(command: PlaceParentCommand): boolean {
    const { state, out } = this;
    const market = state.markets[command.instrument];
    if (market === undefined) return out.refuse(Reject.unknownInstrument, 0, command.instrument);
    // Contracts and margin accounts have none yet.
    if (market.contract !== null) {
      return out.refuse(Reject.parameterRange, command.parentKind, command.instrument);
    }
    if (!checkParentPlace(state, out, command)) return false;
    const parent = opened(command, state.nextOrder);
    if (!checkTerms(market, out, parent)) return false;
    parent.waiting = partsOf(parent, parent.quantity, market);
    if (!checkRound(state, market, out, parent, true)) return false;
    state.nextOrder += 1;
    out.id = parent.id;
    state.parents.add(parent);
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
    if (TERMS.every((name) => after[name] === parent[name])) {
      return out.refuse(Reject.amendNothing, parent.quantity, after.quantity);
    }
    const traded = this.tradedOf(parent);
    if (after.quantity <= traded) {
      return out.refuse(Reject.amendBelowFilled, traded, after.quantity);
    }
    if (!checkTerms(market, out, after)) return false;
    after.waiting = partsOf(after, after.quantity - traded, market);
    if (!checkRound(state, market, out, { ...after, children: [] }, false)) return false;
    this.withdraw(parent, DoneReason.cancelled);
    for (const name of TERMS) parent[name] = after[name];
    parent.waiting = after.waiting;
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
    if (!checkRound(state, market, out, parent, true)) return false;
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
    state.parents.remove(parent);
    if (clientId !== '') {
      const ended = state.users.endedCount(ownerOf(account));
      state.clientIds.end(account, clientId, id, state.time, ended);
    }
    this.tell(parent);
  }

  private tell(parent: ParentOrder): void {
    if (!parent.changed) return;
    parent.changed = false;
    const { id, placed: _p, waiting: _w, children: _c, changed: _t, ...rest } = parent;
    const { seq, time } = this.state;
    this.state.log.push({ kind: EventKind.parentOrderSet, seq, time, parent: id, ...rest });
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

function opened(command: PlaceParentCommand, id: number): ParentOrder {
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
  };
}

function amended(parent: ParentOrder, command: AmendParentCommand): ParentOrder {
  const after = { ...parent };
  for (const name of TERMS) if (command[name] !== 0) after[name] = command[name];
  return after;
}
