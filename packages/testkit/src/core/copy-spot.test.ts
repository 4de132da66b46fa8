/** Copy trading in pairs: portfolios, one order of all who follow, coins and what they cost, leaving. */
import { Rules } from '@halcyon/core';
import {
  CommandKind,
  CopyExit,
  CopyExitReason,
  type CopyFilledEvent,
  CopyLeftOut,
  CopySizing,
  type Event,
  EventKind,
  OrderType,
  PlanType,
  Reject,
  Side,
  TimeInForce,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, type Said, spotOf } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { LOT, PAIR, SpotCopyExchange } from './spot-copy-exchange.ts';

const [ANN, BOB, CAT, DAN, EVE] = [16, 17, 18, 19, 20];
const { none, tooLittleFree, paused, orderLimit, slippage, tooSmall } = CopyLeftOut;

let exchange: SpotCopyExchange;
let trader: number;
let bobs: number;
let cats: number;

/** A trader of 1,000 coins, one who follows with as much and one with half of it; the last price is 100. */
beforeEach(() => {
  exchange = new SpotCopyExchange(5);
  exchange.rest(DAN, -1, 100);
  exchange.rest(EVE, 1, 100);
  trader = exchange.open(ANN).id;
  bobs = exchange.join(BOB, trader, 1_000n * COIN).id;
  cats = exchange.join(CAT, trader, 500n * COIN).id;
});

const filledOf = (events: readonly Event[]): CopyFilledEvent[] =>
  events.filter((event) => event.kind === EventKind.copyFilled);
const reasons = ({ events }: Said) => {
  const last = new Map(filledOf(events).map((event) => [event.portfolio, event]));
  return [...last.values()].map(({ portfolio, lots, leftOut }) => [portfolio, lots, leftOut]);
};
const coins = (...users: number[]) => users.map((user) => exchange.both(user)[1]);
const money = (...users: number[]) => users.map((user) => exchange.both(user)[0]);
const cost = (user: number) => exchange.core.state.copies.holdings.cost(user);
const sound = () => {
  exchange.finish();
  checkInvariants(exchange.core.state);
  exchange.restore();
};
const setMode = (user: number, mode: UserMode, keepsMoney = false) =>
  exchange.send({
    ...{ kind: CommandKind.setUserMode, user, mode, keepsMoney, actor: 'test', reason: 'test' },
  });

describe('a portfolio of spot', () => {
  test('is of its product with those who follow it, and has its money in its spot account', () => {
    const { portfolios } = exchange.core.state.copies;
    expect([trader, bobs, cats].map((user) => portfolios.get(user)!.product)).toEqual([1, 1, 1]);
    expect(money(trader, bobs, cats)).toEqual([1_000n * COIN, 1_000n * COIN, 500n * COIN]);
    sound();
    expect(exchange.move(BOB, bobs, -400n * COIN).code).toBe(0);
    expect(exchange.move(BOB, bobs, -601n * COIN).code).toBe(Reject.notWithdrawable);
    expect(money(bobs)).toEqual([600n * COIN]);
  });

  test('is refused by older rules, and to too many', () => {
    const old = new SpotCopyExchange(1, Rules.spotCopying - 1);
    expect(old.open(ANN)).toMatchObject({ code: Reject.parameterRange, limit: Rules.spotCopying });
    const terms = { followersMax: 1_001 };
    expect(exchange.open(ANN, 1_000n * COIN, terms).code).toBe(Reject.copyTermsRange);
  });

  test('trades no contract, and nothing but copying moves it', () => {
    exchange.index(100);
    const { unknownInstrument, unknownAccount } = Reject;
    expect(exchange.plan(ANN, trader, PlanType.trigger, 1, 101).code).toBe(unknownInstrument);
    const about = {
      user: ANN,
      portfolio: trader,
      instrument: 0,
      side: Side.buy,
      type: OrderType.market,
    };
    const order = { ...about, timeInForce: 1 as const, price: 0, quantity: 1, reduceOnly: 0 };
    const kind = CommandKind.placeCopyOrder;
    expect(exchange.send({ kind, ...order, leg: 0 }).code).toBe(unknownInstrument);
    expect(exchange.rest(trader, 1, 100).code).toBe(unknownAccount);
    // INV-34: a portfolio of contracts trades no pair either.
    const moved = { from: spotOf(bobs), to: spotOf(BOB), asset: 1, amount: 1n, clientId: '' };
    expect(exchange.send({ kind: CommandKind.transfer, ...moved }).code).toBe(unknownAccount);
  });
});

describe('an order of all who follow', () => {
  test('trades at one price for all, and each pays the fee of its own', () => {
    exchange.rest(DAN, -3, 101);
    exchange.rest(DAN, -20, 103);
    const said = exchange.order(ANN, trader, 4);
    expect(said.code).toBe(0);
    exchange.finish();
    // Ten lots: three at 101 and seven at 103; the highest price was held, and the rest is given back.
    expect(coins(trader, bobs, cats)).toEqual([3_996n, 3_996n, 1_998n]);
    const paid = [1_000n, 1_000n, 500n].map((had, i) => had * COIN - money(trader, bobs, cats)[i]!);
    expect(paid).toEqual([4_096_000n, 4_096_000n, 2_048_000n]);
    expect([trader, bobs, cats].map(cost)).toEqual(paid);
    sound();
  });

  test('sells for each the same part of what it has, all with the last', () => {
    exchange.rest(DAN, -20, 100);
    exchange.order(ANN, trader, 4);
    exchange.finish();
    exchange.rest(EVE, 20, 110);
    expect(reasons(exchange.order(ANN, trader, -2))).toEqual([
      [trader, 2, none],
      [bobs, 2, none],
      [cats, 0, tooSmall],
    ]);
    exchange.finish();
    expect(coins(trader, bobs, cats)).toEqual([1_996n, 1_996n, 1_998n]);
    // 4,000,000 units for 3,996: what is sold takes its part of it along.
    expect(cost(trader)).toBe(4_000_000n - (4_000_000n * 2_000n) / 3_996n);
    expect(exchange.close(ANN, trader).code).toBe(0);
    exchange.finish();
    expect(coins(trader, bobs, cats)).toEqual([996n, 996n, 998n]);
    sound();
  });

  test('leaves out who has too little, wants less, or would pay too much, and says why', () => {
    exchange.rest(DAN, -5, 100);
    exchange.rest(DAN, -20, 120);
    exchange.set(BOB, bobs, { slippagePpm: 10_000 });
    exchange.set(CAT, cats, { orderMax: Number(100n * COIN) });
    const said = exchange.order(ANN, trader, 6);
    expect(reasons(said)).toEqual([
      [trader, 6, none],
      [bobs, 0, slippage],
      [cats, 0, orderLimit],
    ]);
    exchange.finish();
    exchange.set(BOB, bobs, { paused: 1 });
    exchange.set(CAT, cats, { sizing: CopySizing.multiple, size: 10_000_000 });
    expect(reasons(exchange.order(ANN, trader, 1, 120))).toEqual([
      [trader, 1, none],
      [bobs, 0, paused],
      [cats, 0, tooLittleFree],
    ]);
    sound();
  });

  test('needs its lots at the worst price that it may trade at', () => {
    exchange.rest(DAN, -1, 100);
    exchange.rest(DAN, -20, 130);
    exchange.set(CAT, cats, { sizing: CopySizing.multiple, size: 1_000_000 });
    // Four lots are 400 coins by the mark, and 520 at 130.
    expect(reasons(exchange.order(ANN, trader, 4))).toEqual([
      [trader, 4, none],
      [bobs, 4, none],
      [cats, 0, tooLittleFree],
    ]);
    sound();
  });

  test('is refused for all where the trader cannot pay, and filled for all or none', () => {
    exchange.rest(DAN, -20, 100);
    expect(exchange.order(ANN, trader, 11).code).toBe(Reject.insufficientBalance);
    exchange.rest(EVE, 1, 50);
    expect(exchange.order(ANN, trader, -1).code).toBe(Reject.insufficientBalance);
    exchange.order(ANN, trader, 8);
    exchange.finish();
    exchange.rest(EVE, 9, 100);
    const { fok } = TimeInForce;
    expect(exchange.order(ANN, trader, -7, 100, 0, fok).code).toBe(Reject.fokNotFillable);
    expect(coins(trader, bobs, cats)).toEqual([7_992n, 7_992n, 3_996n]);
    sound();
  });
});

describe('an order that waits', () => {
  test('holds what each needs, is met lot by lot, and gives back what was better', () => {
    exchange.rest(DAN, -5, 98);
    const said = exchange.wait(ANN, trader, 8, 100);
    expect(said.code).toBe(0);
    exchange.finish();
    sound();
    expect(exchange.move(BOB, bobs, -250n * COIN).code).toBe(Reject.notWithdrawable);
    exchange.rest(DAN, -5, 100);
    sound();
    expect(coins(trader, bobs, cats).reduce((a, b) => a + b, 0n)).toBe(9_990n);
    expect(exchange.cancel(ANN, trader, said.id).code).toBe(0);
    sound();
    // Five lots at 98 and five at 100: 99 each, wherever they came from.
    const bought = coins(bobs)[0]! / 999n;
    expect(money(bobs)).toEqual([1_000n * COIN - bought * 99n * COIN]);
    expect(exchange.core.state.ledger.held(exchange.core.state.ledger.slot(spotOf(bobs), 1))).toBe(
      0n,
    );
  });

  test('is left by who pauses, stops or is let go, and the others keep their place', () => {
    const { id } = exchange.wait(ANN, trader, 8, 90);
    exchange.rest(DAN, -7, 90);
    sound();
    expect(exchange.set(CAT, cats, { paused: 1 }).code).toBe(0);
    sound();
    expect(exchange.stop(BOB, bobs, CopyExit.takeOver).code).toBe(0);
    sound();
    expect(exchange.core.state.copies.portfolios.has(bobs)).toBe(false);
    exchange.rest(DAN, -3, 90);
    sound();
    expect(exchange.cancel(ANN, trader, id).code).toBe(0);
    sound();
  });

  test('of a trader cannot be amended; twenty may wait', () => {
    const { id } = exchange.wait(ANN, trader, 1, 90);
    expect(exchange.amend(ANN, trader, id, 91, 0).code).toBe(Reject.unknownInstrument);
    for (let i = 1; i < 20; i++) {
      exchange.finish();
      expect(exchange.wait(ANN, trader, 1, 40).code).toBe(0);
    }
    exchange.finish();
    expect(exchange.wait(ANN, trader, 1, 40).code).toBe(Reject.copyOrdersMax);
    sound();
  });
});

describe('leaving', () => {
  beforeEach(() => {
    exchange.rest(DAN, -20, 100);
    exchange.order(ANN, trader, 8);
    exchange.finish();
  });

  test('sells all and gives the money back, with what is less than a lot', () => {
    exchange.rest(EVE, 20, 110);
    const before = exchange.both(BOB);
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    sound();
    const after = exchange.both(BOB);
    // Seven lots at 110 less 0.1 %; of the profit, 992 units of coins at cost included, a tenth is the trader's.
    expect(after[1] - before[1]).toBe(992n);
    expect(exchange.both(bobs)).toEqual([0n, 0n]);
    expect(after[0] - before[0]).toBeGreaterThan(960n * COIN);
  });

  test('takes the coins over, and pays a share of what they have won', () => {
    exchange.rest(EVE, 1, 130);
    exchange.rest(DAN, -1, 130);
    exchange.rest(EVE, 1, 129);
    const ann = exchange.both(ANN)[0];
    const before = exchange.both(BOB);
    const said = exchange.stop(BOB, bobs, CopyExit.takeOver);
    expect(said.code).toBe(0);
    const after = exchange.both(BOB);
    expect(after[1] - before[1]).toBe(7_992n);
    const share = said.events.find((event) => event.kind === EventKind.copyShareSettled)!;
    expect(share).toMatchObject({ unrealised: 0n });
    // 7,992 units at the mark against 800 coins: a tenth of what is won.
    const market = exchange.core.state.markets[1]!;
    const worth = (7_992n * BigInt(market.markPrice()) * COIN) / LOT;
    const due = (worth - 800n * COIN) / 10n;
    expect(due).toBeGreaterThan(0n);
    expect(exchange.both(ANN)[0] - ann).toBe(due);
    expect(after[0] - before[0]).toBe(200n * COIN - due);
    sound();
  });

  test('stays, paused, with what the book does not take', () => {
    const before = exchange.both(BOB);
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    sound();
    expect(exchange.follower(bobs).settings.paused).toBe(1);
    expect(exchange.end(BOB, bobs).code).toBe(Reject.copyStillOpen);
    exchange.rest(EVE, 20, 100);
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    expect(exchange.core.state.copies.portfolios.has(bobs)).toBe(false);
    expect(exchange.both(BOB)[0]).toBeGreaterThan(before[0]);
    sound();
  });

  test.each([UserMode.depositsFrozen, UserMode.closed])(
    'of a trader who is gone: all who close sell at one price, who takes over has the coins (%s)',
    (mode) => {
      exchange.set(CAT, cats, { exit: CopyExit.takeOver });
      exchange.rest(EVE, 5, 109);
      exchange.rest(EVE, 50, 108);
      const cat = exchange.both(CAT);
      expect(setMode(ANN, mode, true).code).toBe(0);
      sound();
      const { portfolios } = exchange.core.state.copies;
      expect([bobs, cats].map((user) => portfolios.has(user))).toEqual([false, false]);
      expect(exchange.both(CAT)[1] - cat[1]).toBe(3_996n);
      expect(portfolios.has(trader)).toBe(mode === UserMode.depositsFrozen);
    },
  );

  test('of a follower from one pair copies on', () => {
    exchange.rest(EVE, 20, 100);
    expect(exchange.close(BOB, bobs).code).toBe(0);
    expect(coins(bobs)).toEqual([992n]);
    sound();
    expect(reasons(exchange.order(ANN, trader, -3))).toEqual([
      [trader, 3, none],
      [bobs, 0, CopyLeftOut.nothingToClose],
      [cats, 1, none],
    ]);
  });
});

describe('own exits', () => {
  const reached = (events: readonly Event[]) =>
    events.flatMap((event) => {
      if (event.kind !== EventKind.copyExitReached) return [];
      return [[event.portfolio, event.reason, event.instrument, event.left]];
    });

  beforeEach(() => {
    exchange.rest(DAN, -20, 100);
    exchange.order(ANN, trader, 8);
    exchange.finish();
  });

  test('of a coin sell it at the market, and copying goes on', () => {
    expect(exchange.set(BOB, bobs, { takeProfitPpm: 100_000 }).code).toBe(0);
    exchange.rest(EVE, 20, 109);
    sound();
    expect(coins(bobs)).toEqual([7_992n]);
    exchange.rest(EVE, 1, 125);
    // With one side empty the mark is the last price.
    expect(reached(exchange.rest(DAN, -1, 125).events)).toEqual([]);
    const events = exchange.finish();
    expect(reached(events)).toEqual([[bobs, CopyExitReason.takeProfit, PAIR, 0]]);
    expect(coins(bobs, cats)).toEqual([992n, 3_996n]);
    sound();
    expect(exchange.core.state.copies.portfolios.has(bobs)).toBe(true);
  });

  test('of the portfolio sell all and end it; what nobody buys is tried again', () => {
    expect(exchange.set(BOB, bobs, { portfolioLossPpm: 100_000 }).code).toBe(0);
    exchange.rest(EVE, 1, 80);
    exchange.rest(DAN, -1, 80);
    const events = exchange.finish();
    expect(reached(events)).toEqual([[bobs, CopyExitReason.portfolioLoss, -1, 1]]);
    sound();
    exchange.rest(EVE, 50, 79);
    exchange.rest(DAN, -1, 79);
    exchange.finish();
    expect(exchange.core.state.copies.portfolios.has(bobs)).toBe(false);
    sound();
  });
});

describe('a share', () => {
  test('is of profit that was realised, less what coins would lose now', () => {
    exchange.rest(DAN, -20, 100);
    exchange.order(ANN, trader, 8);
    exchange.finish();
    exchange.rest(EVE, 10, 150);
    exchange.order(ANN, trader, -4);
    exchange.finish();
    sound();
    const events: Event[] = [...exchange.tick(7 * 24 * 3_600_000 + 4 * 24 * 3_600_000).events];
    events.push(...exchange.finish());
    const settled = events.filter((event) => event.kind === EventKind.copyShareSettled);
    const ofBob = settled.find(({ portfolio }) => portfolio === bobs)!;
    const sold = 4n;
    const [lots, units] = [sold * LOT, 800n * COIN];
    // 999 per mille of four lots at 150, against their part of the cost.
    const proceeds = 600n * COIN - (600n * COIN) / 1_000n;
    void lots;
    expect(ofBob.realised).toBe(proceeds - (units * lots) / 7_992n);
    expect(ofBob.paid).toBe(ofBob.due);
    sound();
  });
});
