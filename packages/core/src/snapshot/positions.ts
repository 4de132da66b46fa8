/** Positions as a part of a snapshot: one row for each leg that differs from an untouched one. */
import { type PositionLeg, PositionMode } from '@halcyon/domain';
import {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionFlag,
  PositionLane,
  PositionWord,
} from '../futures/positions.ts';
import type { State } from '../state/state.ts';

const FIELDS = 12;
/** Sums since the position was opened. */
const SUMS = [PositionLane.opened, PositionLane.profit, PositionLane.fees, PositionLane.funding];

/** All legs by account, contract and leg. Values of orders come back with the orders. */
export function positionsPart(state: State): Uint8Array {
  const { positions } = state;
  const slots = Array.from({ length: positions.count }, (_, slot) => slot);
  slots.sort(
    (a, b) =>
      positions.account(a) - positions.account(b) ||
      positions.instrument(a) - positions.instrument(b) ||
      positions.leg(a) - positions.leg(b),
  );
  const rows = new Float64Array(slots.length * FIELDS);
  for (const [row, slot] of slots.entries()) {
    const i = row * FIELDS;
    rows[i] = positions.account(slot);
    rows[i + 1] = positions.instrument(slot);
    rows[i + 2] = positions.flags(slot) & ~PositionFlag.dirty;
    rows[i + 3] = positions.leverage(slot);
    rows[i + 4] = positions.word(slot, PositionWord.round);
    rows[i + 5] = positions.lots(slot);
    rows[i + 6] = positions.cost(slot);
    rows[i + 7] = positions.margin(slot);
    for (const [k, lane] of SUMS.entries()) rows[i + 8 + k] = positions.lane(slot, lane);
  }
  return new Uint8Array(rows.buffer);
}

/** Makes the legs again, in any memory order, with what their contracts sum up. */
export function restorePositions(state: State, bytes: Uint8Array): void {
  const rows = new Float64Array(new Uint8Array(bytes).buffer);
  const { positions } = state;
  for (let i = 0; i < rows.length; i += FIELDS) {
    const [account, instrument, flags] = [rows[i]!, rows[i + 1]!, rows[i + 2]!];
    const slot = legAt(state, account, instrument, (flags & PositionFlag.leg) as PositionLeg);
    const lane = slot << POSITION_LANE_SHIFT;
    const word = slot << POSITION_WORD_SHIFT;
    positions.i32[word | PositionWord.flags] = flags;
    positions.i32[word | PositionWord.leverage] = rows[i + 3]!;
    positions.i32[word | PositionWord.round] = rows[i + 4]!;
    const [lots, cost] = [rows[i + 5]!, rows[i + 6]!];
    positions.f64[lane] = lots;
    positions.f64[lane | PositionLane.cost] = cost;
    positions.f64[lane | PositionLane.margin] = rows[i + 7]!;
    for (const [k, at] of SUMS.entries()) positions.f64[lane | at] = rows[i + 8 + k]!;
    const contract = state.markets[instrument]!.contract!;
    contract.costSum += lots > 0 ? cost : -cost;
    if (lots > 0) contract.openInterest += lots;
  }
}

/** Accounts in hedge mode, in order. */
export function hedgingAccounts({ riskAccounts }: State): number[] {
  const accounts: number[] = [];
  for (let slot = 0; slot < riskAccounts.count; slot++) {
    if (riskAccounts.mode(slot) === PositionMode.hedge) accounts.push(riskAccounts.account(slot));
  }
  return accounts.sort((a, b) => a - b);
}

/** Puts an account into hedge mode again. */
export function restoreHedging(state: State, account: number): void {
  const { quote } = state.markets.find(({ contract }) => contract !== null)!.instrument;
  const risk = state.riskAccount(account, state.ledger.slot(account, quote));
  state.riskAccounts.setMode(risk, PositionMode.hedge);
}

function legAt(state: State, account: number, instrument: number, leg: PositionLeg): number {
  const { positions } = state;
  const net = state.seats.position(state.seat(account, state.markets[instrument]!.instrument));
  for (const slot of positions.legs(net)) if (positions.leg(slot) === leg) return slot;
  return positions.addLeg(account, net, leg);
}
