/**
 * Positions of portfolios. In hedge mode the long and the short leg of a contract are positions of their own, of the trader
 * and of all who follow; they have one margin mode and with cross margin one leverage, as those of any account.
 */
import {
  AccountKind,
  accountOf,
  EventKind,
  OrderOption,
  PositionLeg,
  PositionMode,
  Side,
} from '@halcyon/domain';
import { PositionFlag } from '../futures/positions.ts';
import type { State } from '../state/state.ts';

const NIL = -1;

/** Which position of a contract. */
export interface LegName {
  readonly instrument: number;
  readonly leg: PositionLeg;
}

/** How a position is opened. */
export interface Opening {
  readonly leverage: number;
  readonly isolated: boolean;
}

/** What of it is not to be chosen, null = it is. */
export interface KeptOpening {
  readonly leverage: number | null;
  readonly isolated: boolean | null;
}

const NOTHING_KEPT: KeptOpening = { leverage: null, isolated: null };

/** Whether two mean the same position of a contract. */
export function isOf(one: LegName, other: LegName): boolean {
  return one.instrument === other.instrument && one.leg === other.leg;
}

/** Whether a portfolio has its legs apart. */
export function isHedged({ users, riskAccounts }: State, user: number): boolean {
  const risk = users.futuresAccount(user);
  return risk !== NIL && riskAccounts.mode(risk) === PositionMode.hedge;
}

/** Sets the mode of a portfolio that is new. */
export function setPortfolioMode(
  state: State,
  account: number,
  mode: PositionMode,
  asset: number,
): void {
  if (mode === PositionMode.oneWay) return;
  const risk = state.riskAccount(account, state.ledger.slot(account, asset));
  state.riskAccounts.setMode(risk, mode);
  const { seq, time, log } = state;
  log.push({ kind: EventKind.contractAccountSet, seq, time, account, positionMode: mode });
}

/** The leg that orders of a side close. */
export function closedLeg(state: State, user: number, side: Side): PositionLeg {
  if (!isHedged(state, user)) return PositionLeg.net;
  return side === Side.sell ? PositionLeg.long : PositionLeg.short;
}

/** The bits of an order's options that name a leg. */
export function legBits(leg: PositionLeg): number {
  return leg * OrderOption.longLeg;
}

/** A position of a user, -1 = there never was one. */
export function findPosition(state: State, { instrument, leg }: LegName, user: number): number {
  const { positions } = state;
  let slot = netOf(state, user, instrument);
  while (slot !== NIL && positions.leg(slot) !== leg) slot = positions.twin(slot);
  return slot;
}

/** The same, made if new. */
export function ownPosition(state: State, { instrument, leg }: LegName, user: number): number {
  const market = state.markets[instrument]!;
  const net = state.seats.position(state.seat(futuresOf(user), market.instrument));
  return leg === PositionLeg.net ? net : state.positions.legOf(net, leg);
}

/** Lots of a user, signed. */
export function lotsIn(state: State, name: LegName, user: number): number {
  const position = findPosition(state, name, user);
  return position === NIL ? 0 : state.positions.lots(position);
}

/** What of leverage and margin mode a user keeps in a position: that of what is open, of the other leg as far as both share it. */
export function keptOpening(state: State, name: LegName, user: number): KeptOpening {
  const { positions } = state;
  let kept = NOTHING_KEPT;
  let slot = netOf(state, user, name.instrument);
  for (; slot !== NIL; slot = positions.twin(slot)) {
    if (positions.idle(slot)) continue;
    const [leverage, isolated] = [positions.leverage(slot), positions.isolated(slot)];
    if (positions.leg(slot) === name.leg) return { leverage, isolated };
    kept = { leverage: isolated ? null : leverage, isolated };
  }
  return kept;
}

/** A position in which nothing is open gets leverage and margin mode, as far as it does not share those of the other leg. */
export function setOpening(state: State, position: number, { leverage, isolated }: Opening): void {
  const { positions, seats } = state;
  if (!positions.idle(position)) return;
  const net = seats.position(
    seats.find(positions.account(position), positions.instrument(position)),
  );
  let free = true;
  for (let leg = net; leg !== NIL; leg = positions.twin(leg)) free &&= positions.idle(leg);
  for (let leg = net; free && leg !== NIL; leg = positions.twin(leg)) {
    positions.setFlag(leg, PositionFlag.isolated, isolated);
    if (!isolated) positions.setLeverage(leg, leverage);
  }
  if (positions.isolated(position)) positions.setLeverage(position, leverage);
}

function netOf({ seats }: State, user: number, instrument: number): number {
  const seat = seats.find(futuresOf(user), instrument);
  return seat === NIL ? NIL : seats.position(seat);
}

function futuresOf(user: number): number {
  return accountOf(user, AccountKind.usdtFutures);
}
