/**
 * INV-21 where ghosts lack something that live orders have: positions, which leave less to close for
 * the second of two orders in a sweep, money that backs them, and plans that begin in it. Orders that random runs of
 * truth-futures.test.ts have found.
 */
import { Core, NEWEST_RULES, restoreCore, snapshotCore } from '@halcyon/core';
import {
  AccountKind,
  type Command,
  type CommandInput,
  CommandKind,
  FIRST_USER_ID,
  GhostSteps,
  InstrumentState,
  MARGIN_PER_COIN,
  OrderOption,
  PlanType,
  Reject,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { FollowedCore } from '@halcyon/engine';
import { ghostCommands, LiveTranslator } from '@halcyon/flow';
import { describe, expect, test } from 'vitest';
import { SMALL_TERMS } from '../core/futures-scenario.ts';
import { emptyReport, stampAndApply, Trial } from './truth-trial.ts';

const ANN = futuresOf(FIRST_USER_ID);
const BOB = futuresOf(FIRST_USER_ID + 1);
const TRADER = futuresOf(FIRST_USER_ID + 2);
const DOLLAR = 10_000n;
const ON_PAPER = futuresOf(FIRST_USER_ID);
const BTC = { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 } as const;
const USD = { kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 4 } as const;
const CONTRACT: CommandInput = {
  kind: CommandKind.listContract,
  symbol: 'BTCUSD',
  base: 0,
  quote: 1,
  priceScale: 0,
  quantityScale: 0,
  priceStep: 1,
  quantityStep: 1,
  state: InstrumentState.open,
  quantityMin: 1,
  quantityMax: 1_000,
  notionalMin: 0,
  bandPpm: 500_000,
  openOrdersMax: 100,
  contract: SMALL_TERMS,
};

function futuresOf(user: number): number {
  return user * 8 + AccountKind.usdtFutures;
}

/** What is sold at once, by the trader where nobody else is named. */
function sweep(
  quantity: number,
  limit: number,
  timeInForce: TimeInForce = TimeInForce.ioc,
): CommandInput {
  return { ...order(0, Side.sell, quantity, limit), timeInForce } as CommandInput;
}

/** What gives an account money for contracts. */
function bringing(account: number): CommandInput[] {
  const [spot, asset, amount] = [account - AccountKind.usdtFutures, 1, 10n ** 9n];
  const by = { actor: 'test', reason: 'funds', reference: '' };
  return [
    { kind: CommandKind.openUser, simulated: false },
    { kind: CommandKind.deposit, account: spot, from: 0, asset, amount, ...by },
    { kind: CommandKind.transfer, from: spot, to: account, asset, amount, clientId: '' },
  ];
}

function order(
  account: number,
  side: Side,
  quantity: number,
  price: number,
  options = 0,
): CommandInput {
  const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
  const terms = { type: 0, timeInForce: 0, selfTrade: 0, quoteAmount: 0, clientId: '' } as const;
  const placed = { kind: CommandKind.place, account, instrument: 0, side, options } as const;
  return { ...placed, ...terms, price, quantity, ...none };
}

/** Live, its copy with the trader's orders, and paper. Ann is 5 lots short. */
class Stage {
  readonly trial: Trial;
  readonly report = emptyReport();
  readonly copy: Core;
  readonly paper = new Core();
  private readonly live = new FollowedCore(new Core());
  private readonly translator = new LiveTranslator(this.live, 0);

  constructor(version = 5) {
    const rules = { kind: CommandKind.setRules, version } as const;
    stampAndApply(this.paper, rules, 0);
    for (const input of [rules, BTC, USD, CONTRACT]) this.hear(this.follow(input).told);
    for (const account of [ANN, BOB, TRADER]) {
      for (const input of bringing(account)) this.hear(this.follow(input).told);
    }
    this.hear(bringing(ON_PAPER));
    this.hear(this.follow({ kind: CommandKind.prices, entries: [0, 100] }).told);
    this.hear(this.follow(order(ANN, Side.sell, 5, 100)).told);
    this.hear(this.follow(order(BOB, Side.buy, 5, 100)).told);
    const start = snapshotCore(this.live.core);
    this.copy = restoreCore(start);
    const real = { core: this.copy, account: TRADER, start };
    this.trial = new Trial(real, { core: this.paper, account: ON_PAPER }, this.report);
    // From here on live numbers are not those of the copy.
    this.trader(order(0, Side.sell, 1, 140));
  }

  /** A live order in all three. @param end of what is compared */
  lives(input: CommandInput, end: ReturnType<Trial['act']> = null): void {
    const { events, told, answer } = this.follow(input);
    expect(answer.code).toBe(0);
    expect(this.trial.follow({ input, time: 0, events, answer }, told)).toBe(end);
  }

  trader(input: CommandInput): ReturnType<Trial['act']> {
    return this.trial.act(input, 0);
  }

  /** Commands for paper alone. */
  hear(inputs: readonly CommandInput[]): void {
    for (const input of inputs) expect(stampAndApply(this.paper, input, 0)[0].code).toBe(0);
  }

  /** Lots that the trader is short of in the copy and on paper. */
  get sold(): number[] {
    const worlds = [[this.copy, TRADER] as const, [this.paper, ON_PAPER] as const];
    return worlds.map(([{ state }, account]) => {
      const { positions, seats } = state;
      return 0 - positions.lots(seats.position(seats.find(account, 0)));
    });
  }

  private follow(input: CommandInput) {
    const seq = this.live.core.state.seq + 1;
    const events = this.live.apply({ ...input, seq, time: 0 } as Command);
    const answer = { ...this.live.core.outcome };
    return { events, answer, told: this.translator.translate(seq, 0, events) };
  }
}

/** Ann, who has 5 lots to close, buys `plain` of them at 99, and `reducing` at 98 to reduce alone. */
function annBuys(plain: number, reducing: number): Stage {
  const stage = new Stage();
  stage.lives(order(ANN, Side.buy, reducing, 98, OrderOption.reduceOnly));
  stage.lives(order(ANN, Side.buy, plain, 99));
  stage.lives(order(BOB, Side.buy, 4, 97));
  return stage;
}

describe('INV-21 a sweep past two orders of one position', () => {
  test.each([
    { what: 'a part is left to close', plain: 3, sells: 8, live: 3 + 2 + 3, paper: 3 + 4 + 1 },
    { what: 'a part, to the last lot', plain: 3, sells: 6, live: 3 + 2 + 1, paper: 3 + 3 },
    { what: 'nothing is left to close', plain: 5, sells: 8, live: 5 + 3, paper: 5 + 3 },
    { what: 'the position has turned around', plain: 7, sells: 8, live: 7 + 1, paper: 7 + 1 },
  ])('$what: on paper the reduce-only order is had whole', ({ plain, sells, live, paper }) => {
    const stage = annBuys(plain, 4);
    expect(stage.trader(sweep(sells, 97))).toBe('answer');
    expect(stage.sold).toEqual([live, paper]);
  });

  test('at a limit above the orders behind, live gets less than paper', () => {
    const stage = annBuys(3, 4);
    expect(stage.trader(sweep(8, 98))).toBe('answer');
    expect(stage.sold).toEqual([3 + 2, 3 + 4]);
  });

  test('fill-or-kill sells whole or not at all in both', () => {
    for (const [lots, sold] of [
      [8, [0, 0]],
      [7, [0, 7]],
      [6, [0, 6]],
      [5, [5, 5]],
    ] as const) {
      const stage = annBuys(3, 4);
      stage.trader(sweep(lots, 98, TimeInForce.fok));
      expect(stage.sold).toEqual(sold);
    }
  });

  test('a ghost that is fill-or-kill stays out where it would get less of a paper position', () => {
    const stage = new Stage();
    stage.lives(order(BOB, Side.sell, 7, 100));
    stage.trader(order(0, Side.buy, 6, 100));
    stage.lives(order(BOB, Side.buy, 3, 99));
    stage.trader(order(0, Side.sell, 3, 99));
    stage.trader(order(0, Side.sell, 2, 101));
    stage.trader(order(0, Side.sell, 3, 102, OrderOption.reduceOnly));
    // One is left at 100, and of the 3 lots at 102 the 2 at 101 leave one to close.
    const taken = { ...order(ANN, Side.buy, 6, 102), timeInForce: TimeInForce.fok };
    stage.lives(taken as CommandInput, 'answer');
    expect(stage.sold).toEqual([-3, -3]);
  });

  test('an order that is cut when the sweep is over leaves every fill equal', () => {
    const stage = annBuys(3, 4);
    expect(stage.trader(sweep(5, 97))).toBe('answer');
    expect(stage.sold).toEqual([5, 5]);
    expect(stage.report.takerFills).toBe(2);
  });

  test.each([
    { had: 'a part of the reduce-only order', from: 98, sells: 8, end: 'answer' },
    { had: 'a part of the reduce-only order', from: 98, sells: 5, end: 'answer' },
    { had: 'a part of the other one', from: 99, sells: 8, end: null },
    { had: 'a part of the other one', from: 99, sells: 5, end: null },
  ] as const)('who had $had and waits behind both gets what a sweep of $sells leaves', (table) => {
    const { from, sells, end } = table;
    const stage = new Stage();
    stage.lives(order(ANN, Side.buy, 4, 98, OrderOption.reduceOnly));
    if (from === 98) stage.trader(sweep(1, from));
    stage.lives(order(ANN, Side.buy, 3, 99));
    if (from === 99) stage.trader(sweep(1, from));
    stage.trader(order(0, Side.buy, 5, 97));
    // Of Ann's 5 lots the trader has had 1: what is beyond the other 4 comes to the trader.
    stage.lives({ ...sweep(sells, 97), account: BOB } as CommandInput, end);
    expect(stage.sold).toEqual([5 - sells, 5 - sells]);
  });

  test('what a refused order would be worth counts the reduce-only order whole on paper', () => {
    // More than its leverage allows, with the one that waits at 140: 3 at 99, then 2 or 4 at 98, the rest at 97.
    const coins = [140 + 3 * 99 + 2 * 98 + 6 * 97, 140 + 3 * 99 + 4 * 98 + 4 * 97];
    const large = order(0, Side.sell, 11, 97);
    const stage = annBuys(3, 4);
    expect(stage.trader(large)).toBe('answer');
    const { copy } = stage;
    const values = [copy, stage.paper].map(({ outcome: { code, value } }) => ({ code, value }));
    const wanted = coins.map((each) => each * MARGIN_PER_COIN);
    expect(values).toEqual(wanted.map((value) => ({ code: Reject.positionTier, value })));
  });

  test('a figure that is not that of whole orders is seen', () => {
    const stage = annBuys(3, 4);
    const steps = new GhostSteps();
    steps.cut(3, 4, 3);
    stage.hear(ghostCommands(steps, stage.paper.state.ghosts.liveSeq, 0));
    expect(() => stage.trader(order(0, Side.sell, 11, 97))).toThrow('answers differ');
  });

  test.each([
    { what: 'a lot less than its order', after: 3 },
    { what: 'nothing left', after: 0 },
  ])('a ghost with $what is seen', ({ after }) => {
    for (const plain of [3, 5]) {
      const stage = annBuys(plain, 4);
      const steps = new GhostSteps();
      // Orders 1 and 2 opened Ann's position.
      steps.cut(3, 4, after);
      stage.hear(ghostCommands(steps, stage.paper.state.ghosts.liveSeq, 0));
      expect(() => stage.trader(sweep(8, 97))).toThrow('events differ');
    }
  });
});

/**
 * Bob, who is 5 lots long from 100 and has 60 dollars, bids at 99 and 98, and Ann at 97; then the price falls to 92.
 * At 99 he can lose his last 20, and at 98 what is left of them.
 * @param first lots at 99 @param second lots at 98
 */
function bobIsPoor(first: number, second: number): Stage {
  const stage = new Stage(NEWEST_RULES);
  const amount = 10n ** 9n - 60n * DOLLAR;
  const out = { from: BOB, to: BOB - AccountKind.usdtFutures, asset: 1, amount, clientId: '' };
  stage.lives({ kind: CommandKind.transfer, ...out });
  stage.lives(order(BOB, Side.buy, first, 99));
  if (second > 0) stage.lives(order(BOB, Side.buy, second, 98));
  stage.lives(order(ANN, Side.buy, 10, 97));
  stage.lives({ kind: CommandKind.prices, entries: [0, 92] });
  return stage;
}

describe('INV-21 a sweep past orders that their owner cannot bear', () => {
  test.each([
    { what: 'one', first: 3, second: 0 },
    { what: 'the second of two', first: 2, second: 2 },
  ])('$what: on paper its ghost is had', ({ first, second }) => {
    for (const limit of [97, 98]) {
      const stage = bobIsPoor(first, second);
      expect(stage.trader(sweep(4, limit))).toBe('answer');
      const borne = second === 0 ? 0 : first;
      expect(stage.sold).toEqual([limit === 97 ? 4 : borne, limit === 97 ? 4 : first + second]);
    }
  });

  test('what a refused order would be worth counts such an order on paper', () => {
    const stage = bobIsPoor(2, 2);
    expect(stage.trader(order(0, Side.sell, 11, 97))).toBe('answer');
    const values = [stage.copy, stage.paper].map(({ outcome: { code, value } }) => ({
      code,
      value,
    }));
    const coins = [140 + 2 * 99 + 9 * 97, 140 + 2 * 99 + 2 * 98 + 7 * 97];
    const wanted = coins.map((each) => each * MARGIN_PER_COIN);
    expect(values).toEqual(wanted.map((value) => ({ code: Reject.positionTier, value })));
  });

  test('a ghost that has a lot less than such an order is seen', () => {
    const stage = bobIsPoor(2, 2);
    const steps = new GhostSteps();
    // Orders 1 and 2 opened Bob's position.
    steps.traded(4, 1);
    stage.hear(ghostCommands(steps, stage.paper.state.ghosts.liveSeq, 0));
    expect(() => stage.trader(sweep(4, 97))).toThrow('events differ');
    expect(() => bobIsPoor(2, 2).trader(sweep(4, 97))).not.toThrow();
  });
});

test('INV-21 a trailing stop that wakes in a sweep in which a plan of somebody else begins', () => {
  const stage = new Stage();
  const bid = (price: number, quantity: number) => order(BOB, Side.buy, quantity, price);
  stage.lives(bid(99, 1));
  stage.lives({ ...bid(97, 1), stopLossTrigger: 80 } as CommandInput);
  stage.lives(bid(94, 1));
  stage.lives(bid(93, 2));
  stage.trader({
    ...{ kind: CommandKind.placePlan, account: 0, instrument: 0, side: Side.sell, options: 0 },
    ...{ planType: PlanType.trailing, triggerBy: 0, triggerPrice: 98, callbackPpm: 50_000 },
    ...{ price: 0, quantity: 1, quoteAmount: 0, selfTrade: 0, clientId: '' },
  });
  // It wakes at 97 and fires at 93; from the 94 at which the sweep ends it would at 90.
  stage.lives({ ...sweep(3, 94), account: ANN } as CommandInput);
  expect(stage.sold).toEqual([0, 0]);
  stage.lives({ ...sweep(1, 93), account: ANN } as CommandInput);
  expect(stage.sold).toEqual([1, 1]);
});
