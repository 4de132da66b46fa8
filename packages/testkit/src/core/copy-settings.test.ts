/** Copy trading: stops of a trader's position, leverage and margin mode, and followers who close, or are let go. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  CommandKind,
  CopyExit,
  CopyExitReason,
  type CopyTerms,
  type Event,
  EventKind,
  MarginMode,
  PLANS_PER_ACCOUNT,
  PlanEnd,
  PlanType,
  PositionLeg,
  Reject,
  Side,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COIN, CopyExchange, futuresOf, type Said } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';

const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];
const [BTC, STAYS] = [0, -1];

let exchange: CopyExchange;
let trader: number;
let bobs: number;
let cats: number;

beforeEach(() => {
  exchange = new CopyExchange(4, NEWEST_RULES);
  trader = exchange.open(ANN).id;
  bobs = exchange.follow(BOB, trader).id;
  cats = exchange.follow(CAT, trader, 500n * COIN).id;
  exchange.fund(DAN, 50_000n);
  exchange.index(100);
});

const lotsOf = () => [trader, bobs, cats].map((user) => exchange.position(futuresOf(user)).lots);

/** The trader and the followers are long: 4, 4 and 2. */
function buy(): void {
  exchange.rest(DAN, -10, 100);
  exchange.order(ANN, trader, 4);
  exchange.finish();
  expect(lotsOf()).toEqual([4, 4, 2]);
}

function stops(
  takeProfitTrigger: number,
  stopLossTrigger: number,
  user = ANN,
  portfolio = trader,
): Said {
  const about = { user, portfolio, instrument: BTC, side: Side.sell };
  const prices = { takeProfitTrigger, stopLossTrigger };
  return exchange.send({ kind: CommandKind.setCopyStops, ...about, ...prices });
}

const stopsNow = (): (readonly [PlanType, number])[] =>
  [...exchange.core.state.plans.values()].map((plan) => [plan.planType, plan.triggerPrice]);

describe('take profit and stop loss of a trader', () => {
  const { positionProfit, positionLoss } = PlanType;

  test('take the place of those before, both or none', () => {
    expect(stops(110, 90).code).toBe(Reject.positionNotFound);
    buy();
    expect(stops(110, 90).code).toBe(0);
    // The stop would be due at once: the new take profit is not set either.
    expect(stops(115, 105)).toMatchObject({ code: Reject.triggerWouldFireNow, value: 105 });
    expect(stopsNow()).toEqual([
      [positionProfit, 110],
      [positionLoss, 90],
    ]);
    const { events } = stops(120, STAYS);
    expect(events.map(({ kind }) => kind)).toEqual([EventKind.planEnded, EventKind.planOpened]);
    expect(stops(0, 95).code).toBe(0);
    expect(stopsNow()).toEqual([[positionLoss, 95]]);
    expect(stops(0, 95).events).toEqual([]);
    expect(stops(130, STAYS, BOB).code).toBe(Reject.copyPortfolioNotFound);
    exchange.restore();
    exchange.rest(DAN, 10, 95);
    exchange.index(95);
    exchange.finish();
    expect(lotsOf()).toEqual([0, 0, 0]);
  });

  test('are replaced where there may be no more plans', () => {
    buy();
    stops(110, 90);
    for (let i = 2; i < PLANS_PER_ACCOUNT; i++) exchange.plan(ANN, trader, PlanType.trigger, 1, 50);
    expect(stops(111, 91).code).toBe(0);
    stops(0, STAYS);
    exchange.plan(ANN, trader, PlanType.trigger, 1, 50);
    expect(stops(112, 92)).toMatchObject({ code: Reject.plansAccount, limit: PLANS_PER_ACCOUNT });
    expect(stopsNow().filter(([type]) => type === positionLoss)).toEqual([[positionLoss, 91]]);
  });

  test('that are due already and wait for an order are replaced, too', () => {
    buy();
    stops(STAYS, 90);
    exchange.rest(DAN, -40, 100);
    exchange.order(ANN, trader, 1);
    exchange.index(90);
    exchange.finish();
    // Nobody has bid: the stop was due and has ended, so that another one may be set.
    expect(stopsNow()).toEqual([]);
    expect(stops(STAYS, 85).code).toBe(0);
    expect(stopsNow()).toEqual([[positionLoss, 85]]);
  });
});

describe('leverage and margin mode of a trader', () => {
  const lever = (leverage: number, user = ANN): Said =>
    exchange.send({
      ...{ kind: CommandKind.setCopyLeverage, user, portfolio: trader },
      ...{ instrument: BTC, leg: PositionLeg.net, leverage },
    });
  const mode = (mode: MarginMode): Said =>
    exchange.send({
      ...{ kind: CommandKind.setCopyMarginMode, user: ANN, portfolio: trader },
      ...{ instrument: BTC, mode },
    });

  test('are those of the exchange, and hold for what rests', () => {
    exchange.wait(ANN, trader, 4, 99);
    exchange.finish();
    expect(lever(10).code).toBe(0);
    checkInvariants(exchange.core.state);
    exchange.restore();
    expect(lever(21)).toMatchObject({ code: Reject.leverageRange, limit: 20 });
    expect(lever(5, BOB).code).toBe(Reject.copyPortfolioNotFound);
    const { leverage } = exchange.position(futuresOf(trader));
    expect(leverage).toBe(10);
    expect(mode(MarginMode.isolated)).toMatchObject({ code: Reject.ordersOpen, value: 1 });
    const [batch] = [...exchange.core.state.copies.allBatches()];
    exchange.cancel(ANN, trader, batch!.id);
    expect(mode(MarginMode.isolated).code).toBe(0);
    buy();
    expect(exchange.position(futuresOf(trader)).isolated).toBe(true);
    expect(mode(MarginMode.cross).code).toBe(Reject.positionOpen);
    checkInvariants(exchange.core.state);
  });

  test('wait while owners get their parts', () => {
    buy();
    const batches = vi.spyOn(exchange.core.state.copies, 'underWayOf').mockReturnValue(3);
    for (const said of [lever(10), mode(MarginMode.isolated)]) {
      expect(said).toMatchObject({ code: Reject.copyUnderWay, value: 3 });
    }
    batches.mockRestore();
  });
});

describe('a follower', () => {
  test('closes its own position, and copies on', () => {
    buy();
    exchange.rest(DAN, 4, 100);
    expect(exchange.close(BOB, cats).code).toBe(Reject.copyPortfolioNotFound);
    expect(exchange.close(BOB, bobs, 1).code).toBe(Reject.copyPortfolioNotFound);
    const said = exchange.close(BOB, bobs);
    expect(said).toMatchObject({ code: 0, id: expect.any(Number) });
    expect(lotsOf()).toEqual([4, 0, 2]);
    expect(exchange.close(BOB, bobs).code).toBe(Reject.reduceOnlyNothing);
    exchange.restore();
    exchange.rest(DAN, -10, 100);
    exchange.order(ANN, trader, 2);
    exchange.finish();
    expect(lotsOf()[1]).toBe(2);
  });

  test('closes what a resting order of the trader would close', () => {
    buy();
    expect(exchange.wait(ANN, trader, -4, 105, 1).code).toBe(0);
    exchange.finish();
    exchange.rest(DAN, 10, 98);
    expect(exchange.close(BOB, bobs).code).toBe(0);
    exchange.restore();
    exchange.finish();
    const [batch] = [...exchange.core.state.copies.allBatches()];
    expect(batch!.owners.map(({ lots }) => lots)).toEqual([4, 0, 2]);
    checkInvariants(exchange.core.state);
  });
});

describe('take profit and stop loss of one position of a follower', () => {
  const exits = (events: readonly Event[]) =>
    events.flatMap((event) => (event.kind === EventKind.copyExitReached ? [event] : []));

  test('close it alone, are told as an exit, and copying goes on', () => {
    expect(stops(110, 90, BOB, bobs).code).toBe(Reject.positionNotFound);
    buy();
    expect(stops(110, 90, CAT, bobs).code).toBe(Reject.copyPortfolioNotFound);
    expect(stops(110, 105, BOB, bobs)).toMatchObject({ code: Reject.triggerWouldFireNow });
    expect(stopsNow()).toEqual([]);
    expect(stops(110, 90, BOB, bobs).code).toBe(0);
    exchange.restore();
    exchange.rest(DAN, 10, 89);
    exchange.index(90);
    exchange.restore();
    const events = exchange.finish();
    expect(lotsOf()).toEqual([4, 0, 2]);
    const { stopLoss } = CopyExitReason;
    const told = { portfolio: bobs, trader, reason: stopLoss, mark: 90, lots: 4, left: 0 };
    expect(exits(events)).toMatchObject([told]);
    const ends = events.flatMap((event) => (event.kind === EventKind.planEnded ? [event] : []));
    expect(ends.map(({ end }) => end).sort()).toEqual([PlanEnd.executed, PlanEnd.cancelled].sort());
    expect(ends.find(({ end }) => end === PlanEnd.executed)!.order).toBeGreaterThan(0);
    expect(stopsNow()).toEqual([]);
    checkInvariants(exchange.core.state);
    exchange.restore();
    exchange.rest(DAN, -10, 90);
    exchange.order(ANN, trader, 2);
    exchange.finish();
    expect(lotsOf()[1]).toBeGreaterThan(0);
  });

  test('end with the position, and with the portfolio that is taken over', () => {
    buy();
    stops(110, 90, BOB, bobs);
    stops(110, 90, CAT, cats);
    exchange.rest(DAN, 4, 100);
    exchange.close(BOB, bobs);
    expect(stopsNow()).toHaveLength(2);
    expect(exchange.stop(CAT, cats, CopyExit.takeOver).code).toBe(0);
    expect(stopsNow()).toEqual([]);
    expect(exchange.position(futuresOf(CAT)).lots).toBe(2);
    checkInvariants(exchange.core.state);
    exchange.restore();
  });

  test('close what the book takes: what it does not take stays open', () => {
    buy();
    stops(STAYS, 95, BOB, bobs);
    exchange.rest(DAN, 1, 94);
    exchange.index(95);
    const events = exchange.finish();
    expect(lotsOf()).toEqual([4, 3, 2]);
    expect(exits(events)).toMatchObject([{ portfolio: bobs, lots: 4, left: 3 }]);
    expect(stops(STAYS, 90, BOB, bobs).code).toBe(0);
    exchange.restore();
  });

  test('wait until parts of a batch are given', () => {
    buy();
    stops(STAYS, 95, BOB, bobs);
    exchange.rest(DAN, 20, 94);
    exchange.order(ANN, trader, -1);
    exchange.index(95);
    exchange.restore();
    exchange.finish();
    expect(lotsOf()).toEqual([3, 0, 2]);
    checkInvariants(exchange.core.state);
  });
});

describe('a follower who is let go', () => {
  const remove = (follower: number, user = ANN, portfolio = trader): Said =>
    exchange.send({ kind: CommandKind.removeCopyFollower, user, portfolio, follower });

  test('leaves as its settings say', () => {
    exchange.set(CAT, cats, { exit: CopyExit.takeOver });
    buy();
    exchange.rest(DAN, 4, 99);
    expect(remove(cats, BOB).code).toBe(Reject.copyPortfolioNotFound);
    expect(remove(trader).code).toBe(Reject.copyPortfolioNotFound);
    expect(remove(bobs, BOB, bobs).code).toBe(Reject.copyPortfolioNotFound);
    const { events } = remove(bobs);
    const told = events.findIndex(({ kind }) => kind === EventKind.copyFollowerRemoved);
    expect(events[told]).toMatchObject({ portfolio: bobs, trader });
    // Whoever hears of the end knows why.
    expect(events.findIndex(({ kind }) => kind === EventKind.copyPortfolioSet)).toBeGreaterThan(
      told,
    );
    expect(remove(cats).code).toBe(0);
    expect(exchange.core.state.copies.followersOf(trader).size).toBe(0);
    expect(exchange.position(futuresOf(CAT)).lots).toBe(2);
    expect(lotsOf()).toEqual([4, 0, 0]);
    exchange.restore();
  });

  test('stays paused where the book does not take what it has', () => {
    buy();
    expect(remove(bobs).code).toBe(0);
    expect(exchange.follower(bobs).settings.paused).toBe(1);
    expect(lotsOf()).toEqual([4, 4, 2]);
  });
});

describe('terms of a trader', () => {
  const offer = (change: Partial<CopyTerms>): Said => {
    const { terms } = exchange.core.state.copies.trader(trader)!;
    const about = { user: ANN, portfolio: trader, terms: { ...terms, ...change } };
    return exchange.send({ kind: CommandKind.setCopyTerms, ...about });
  };

  test('that are paused let nobody join, and change nothing for who follows', () => {
    expect(offer({ paused: 2 })).toMatchObject({ code: Reject.copyTermsRange, limit: 1, value: 2 });
    expect(offer({ paused: 1 }).code).toBe(0);
    exchange.restore();
    const joins = exchange.follow(DAN, trader);
    expect(joins).toMatchObject({ code: Reject.copyFollowersMax, limit: 0, value: 3 });
    buy();
    expect(offer({ paused: 0 }).code).toBe(0);
    expect(exchange.follow(DAN, trader).code).toBe(0);
  });

  test('that leave a contract out let nothing be opened in it, but what is open be closed', () => {
    buy();
    const listed = Array.from({ length: 101 }, () => BTC);
    expect(offer({ without: listed })).toMatchObject({ code: Reject.copyTermsRange, limit: 100 });
    expect(offer({ without: [BTC] }).code).toBe(0);
    exchange.restore();
    const refused = { code: Reject.copyContractLeftOut, value: BTC };
    for (const lots of [1, -5]) expect(exchange.order(ANN, trader, lots)).toMatchObject(refused);
    expect(exchange.close(ANN, trader, 1)).toMatchObject(refused);
    exchange.rest(DAN, 10, 100);
    exchange.order(ANN, trader, -2);
    exchange.finish();
    expect(lotsOf()).toEqual([2, 2, 1]);
    expect(exchange.close(ANN, trader).code).toBe(0);
    exchange.finish();
    expect(lotsOf()).toEqual([0, 0, 0]);
    expect(offer({ without: [] }).code).toBe(0);
    buy();
  });
});
