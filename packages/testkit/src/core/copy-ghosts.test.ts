/** Copy trading in a paper venue: a batch trades with ghosts as any account does, whichever comes first. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  CommandKind,
  GhostStep,
  OrderType,
  packTerms,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { beforeEach, expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT] = [16, 17, 18];

let exchange: CopyExchange;
let trader: number;
let portfolios: number[];
let orders = 0;
let liveSeq = 0;

beforeEach(() => {
  exchange = new CopyExchange(3, NEWEST_RULES);
  trader = exchange.open(ANN).id;
  const [bobs, cats] = [BOB, CAT].map((user) => exchange.follow(user, trader, 500n * COIN).id);
  portfolios = [trader, bobs!, cats!];
  marks(100);
});

function ghost(...steps: number[]): void {
  liveSeq += 1;
  const said = exchange.send({ kind: CommandKind.ghost, liveSeq, liveTime: liveSeq, steps });
  expect(said.code).toBe(0);
}

/** What the followed market says of the contract. */
function marks(price: number): void {
  ghost(GhostStep.marks, BTC, price, price, 0, 0, 0);
}

/** Somebody's order of the followed market, of which `rest` lots wait there. */
function place(side: Side, lots: number, price: number, rest: number): void {
  orders += 1;
  const terms = { type: OrderType.limit, timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none };
  const packed = packTerms({ ...terms, side, keptPlace: false });
  ghost(GhostStep.place, orders, 500 + orders, BTC, packed, price, lots, 0, rest);
}

const lots = () => portfolios.map((user) => exchange.position(futuresOf(user)).lots);

test('a batch takes what ghosts offer, and ghosts meet what of it waits', () => {
  place(Side.sell, 16, 100, 16);
  expect(exchange.order(ANN, trader, 8).code).toBe(0);
  exchange.finish();
  expect(lots()).toEqual([8, 4, 4]);
  expect(exchange.position(SystemAccount.copying).lots).toBe(0);
  checkInvariants(exchange.core.state);
  exchange.restore();
  expect(exchange.wait(ANN, trader, -8, 104, 1).code).toBe(0);
  exchange.finish();
  place(Side.buy, 6, 104, 0);
  exchange.finish();
  expect(lots().reduce((sum, one) => sum + one, 0)).toBe(10);
  checkInvariants(exchange.core.state);
  exchange.restore();
  exchange.stop(BOB, portfolios[1]!);
  exchange.finish();
  checkInvariants(exchange.core.state);
});
