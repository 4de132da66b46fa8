/** What people read of a position, in one line of a scenario table, from the core's state. */
import { PositionLane, type State } from '@halcyon/core';
import {
  breakEvenPrice,
  liquidationPrice,
  type MarginAccount,
  MarginMode,
  type MarginPosition,
  ownerOf,
  type PositionLeg,
  positionRatio,
  returnOnMargin,
} from '@halcyon/domain';

/**
 * `liquidation 88, break-even 101, ratio 12.5 %, return 10 %` of an open position; `none` of a closed
 * one. A price that does not exist is left out.
 */
export function figuresOf(
  state: State,
  account: number,
  instrument: number,
  leg: PositionLeg,
): string {
  const margin = marginAccountOf(state, account);
  const position = margin.positions.find(
    (each) => each.instrument === instrument && each.leg === leg && each.lots !== 0,
  );
  if (position === undefined) return 'none';
  const price = liquidationPrice(margin, position);
  const words = [
    ...(price === null ? [] : [`liquidation ${price}`]),
    `break-even ${breakEvenPrice(position, sumsOf(state, account, instrument, leg))}`,
    `ratio ${positionRatio(margin, position) / 10_000} %`,
    `return ${returnOnMargin(position) / 10_000} %`,
  ];
  return words.join(', ');
}

function marginAccountOf(state: State, account: number): MarginAccount {
  const { ledger, users, riskAccounts } = state;
  const risk = users.futuresAccount(ownerOf(account));
  const positions = slotsOf(state, account).map((slot) => positionOf(state, slot));
  const wallet = ledger.available(riskAccounts.wallet(risk));
  return { wallet, marginUnits: positions[0]!.terms.marginUnits, positions };
}

function slotsOf({ positions }: State, account: number): number[] {
  const all = Array.from({ length: positions.count }, (_, slot) => slot);
  return all.filter((slot) => positions.account(slot) === account);
}

function positionOf({ positions, markets }: State, slot: number): MarginPosition {
  const contract = markets[positions.instrument(slot)]!.contract!;
  return {
    instrument: positions.instrument(slot),
    leg: positions.leg(slot),
    terms: contract.risk,
    marginMode: positions.isolated(slot) ? MarginMode.isolated : MarginMode.cross,
    leverage: positions.leverage(slot),
    lots: positions.lots(slot),
    cost: positions.cost(slot),
    margin: positions.margin(slot),
    mark: contract.mark,
    buys: positions.lane(slot, PositionLane.buyValue),
    sells: positions.lane(slot, PositionLane.sellValue),
  } as MarginPosition;
}

function sumsOf(state: State, account: number, instrument: number, leg: PositionLeg) {
  const { positions, markets } = state;
  const slot = slotsOf(state, account).find(
    (each) => positions.instrument(each) === instrument && positions.leg(each) === leg,
  )!;
  return {
    profit: positions.lane(slot, PositionLane.profit),
    fees: positions.lane(slot, PositionLane.fees),
    funding: positions.lane(slot, PositionLane.funding),
    takerPpm: markets[instrument]!.contract!.terms.takerPpm,
  };
}
