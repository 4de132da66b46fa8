/** What an order would need and what a fill makes of a position: the core's own numbers. */
import {
  breakEvenPrice,
  type Command,
  CommandKind,
  type ContractTradeEvent,
  type Event,
  EventKind,
  fillPosition,
  LIQUIDATION_OPTION,
  legOf,
  type MarginPosition,
  type OrderEstimate,
  type PositionEvent,
  PositionLeg,
  PositionMode,
  PostingReason,
  Reject,
  Side,
  TradeOrigin,
} from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import type { Views } from '../src/index.ts';
import { ContractTrial, SETTLE } from './contract-trial.ts';

const COMMANDS = 6_000;

interface Expected {
  readonly free: number;
  readonly estimate: OrderEstimate;
}

/** The estimate of a limit order that would rest whole in its position's mode. */
function estimateOf({ core, views }: ContractTrial, command: Command): Expected | null {
  if (command.kind !== CommandKind.place || command.type !== 0 || command.timeInForce !== 0) {
    return null;
  }
  const { account, instrument, side, price, quantity, options = 0 } = command;
  if (command.time !== core.state.time || (options & ~6) !== 0) return null;
  const leg = legOf(options);
  const hedge = views.contracts.positionMode(account) === PositionMode.hedge;
  if (hedge !== (leg !== PositionLeg.net)) return null;
  const { bestBid, bestAsk } = views.book(instrument);
  const crosses = side === Side.buy ? bestAsk !== 0 && price >= bestAsk : price <= bestBid;
  if (crosses) return null;
  const lots = side === Side.buy ? quantity : -quantity;
  const question = { instrument, leg, lots, price, reduceOnly: false };
  const { free } = views.contracts.accountFigures(account)!;
  return { free, estimate: views.contracts.estimate(account, question) };
}

/** A market order that the best price alone could fill, and what was said of it. */
interface Asked {
  readonly estimate: OrderEstimate;
  readonly account: number;
  readonly quantity: number;
  readonly price: number;
}

/** Follows positions and wallets from event to event. */
class Follower {
  checked = 0;
  private readonly positions = new Map<string, PositionEvent>();
  private readonly wallets = new Map<number, bigint>();

  private readonly views: Views;

  constructor(views: Views) {
    this.views = views;
  }

  run(events: readonly Event[]): void {
    let pending: (() => void)[] = [];
    for (const event of events) {
      // Automatic margin comes to a position after its fill, in the same command.
      if (event.kind === EventKind.posting && event.reason === PostingReason.margin) {
        for (const check of pending) check();
        pending = [];
      }
      if (event.kind === EventKind.position) {
        this.positions.set(`${event.account}:${event.instrument}:${event.leg}`, event);
      } else if (event.kind === EventKind.posting && event.asset === SETTLE) {
        this.wallets.set(event.account, event.available);
      } else if (event.kind === EventKind.contractTrade) {
        for (const check of pending) check();
        pending = this.expected(event);
      }
    }
    for (const check of pending) check();
  }

  private expected(event: ContractTradeEvent): (() => void)[] {
    if (event.origin !== TradeOrigin.book || event.makerAccount === event.takerAccount) return [];
    return [true, false].flatMap((maker) => {
      const order = this.views.order(maker ? event.makerOrder : event.takerOrder)!;
      if (!maker && (order.options & LIQUIDATION_OPTION) !== 0) return [];
      const { account, side } = order;
      const key = `${account}:${event.instrument}:${legOf(order.options)}`;
      const before = this.positions.get(key);
      const wallet = this.wallets.get(account);
      if (before === undefined || wallet === undefined) return [];
      const fill = {
        lots: side === Side.buy ? event.quantity : -event.quantity,
        price: event.price,
        fee: maker ? event.makerFee : event.takerFee,
      };
      const after = fillPosition(this.whole(before), wallet, fill);
      return [
        () => {
          const { lots, cost, margin } = this.positions.get(key)!;
          const profit = maker ? event.makerProfit : event.takerProfit;
          expect(after).toMatchObject({ lots, cost, margin, profit });
          this.checked += 1;
        },
      ];
    });
  }

  private whole(event: PositionEvent): MarginPosition {
    const own = this.views.contracts.marginAccount(event.account).positions;
    const { instrument, leg, marginMode, leverage, lots, cost, margin } = event;
    const known = own.find((each) => each.instrument === instrument && each.leg === leg)!;
    return { ...known, marginMode, leverage, lots, cost, margin };
  }
}

describe('What an order would do', () => {
  it.each([11, 12, 13])('is what the core asks for and makes of it (seed %i)', (seed) => {
    const trial = new ContractTrial(seed);
    const follower = new Follower(trial.views);
    let refused = 0;
    let entered = 0;
    for (let i = 0; i < COMMANDS; i++) {
      let expected: Expected | null = null;
      const events = trial.one((command) => {
        expected = estimateOf(trial, command);
      });
      follower.run(events);
      if (expected === null) continue;
      const { free, estimate } = expected as Expected;
      const { code, limit, value } = trial.core.outcome;
      if (code === Reject.insufficientMargin && estimate.needed > free) {
        expect({ limit, value }).toEqual({ limit: free, value: estimate.needed });
        refused += 1;
      } else if (code === 0) entered += 1;
    }
    expect(refused).toBeGreaterThan(10);
    expect(entered).toBeGreaterThan(50);
    expect(follower.checked).toBeGreaterThan(500);
  });

  it('names the liquidation price that the position then has', () => {
    const trial = new ContractTrial(21);
    let checked = 0;
    for (let i = 0; i < COMMANDS && checked < 20; i++) {
      let asked: {
        estimate: OrderEstimate;
        account: number;
        quantity: number;
        price: number;
      } | null = null;
      trial.one((command) => {
        asked = null;
        if (command.kind !== CommandKind.place || command.type !== 1) return;
        const { account, instrument, side, quantity, options = 0 } = command;
        if (options !== 0 || trial.core.state.time !== command.time) return;
        const { contracts } = trial.views;
        const book = trial.views.book(instrument);
        const price = side === Side.buy ? book.bestAsk : book.bestBid;
        if (price === 0 || book.total(side === Side.buy ? Side.sell : Side.buy, price) < quantity) {
          return;
        }
        const lots = side === Side.buy ? quantity : -quantity;
        const question = { instrument, leg: 0, lots, price, reduceOnly: false } as const;
        asked = { estimate: contracts.estimate(account, question), account, quantity, price };
      });
      const [fill, ...more] = trial.fills.filter(({ seq }) => seq === trial.core.state.seq);
      if (asked === null || fill === undefined || more.length > 0) continue;
      const { estimate, account, quantity, price } = asked as Asked;
      if (fill.takerAccount !== account || fill.makerAccount === account) continue;
      // Own orders at that price would have been taken out instead.
      if (fill.quantity !== quantity || fill.price !== price) continue;
      const { instrument } = fill;
      const position = { account, instrument, leg: PositionLeg.net };
      expect(estimate.fee).toBe(fill.takerFee);
      expect(estimate.profit).toBe(fill.takerProfit);
      const figures = trial.views.contracts.positionFigures(position);
      expect(estimate.liquidationPrice).toBe(figures?.liquidationPrice ?? null);
      checked += 1;
    }
    expect(checked).toBe(20);
  });

  it('breaks even where fees, fundings and profits come to nothing, and not a tick before', () => {
    const terms = { quoteFactor: 10_000 } as MarginPosition['terms'];
    const left = (lots: number, cost: number, sums: number, price: number, ppm: number): number => {
      const value = Math.abs(lots) * price * 10_000;
      return (
        (lots > 0 ? value - cost * 10_000 : cost * 10_000 - value) + sums - (value * ppm) / 1e6
      );
    };
    for (const [lots, profit, fees, funding] of [
      [300, 0, 9_000_000, 0],
      [300, 50_000_000, 9_000_000, -12_345],
      [-7, 0, 420_000, 99],
      [-7, -5_000_000, 420_000, 0],
    ] as const) {
      const cost = Math.abs(lots) * 50_000;
      const sums = { profit, fees, funding, takerPpm: 600 };
      const price = breakEvenPrice({ lots, cost, terms }, sums);
      const all = profit - fees + funding;
      expect(left(lots, cost, all, price, 600)).toBeGreaterThanOrEqual(0);
      expect(left(lots, cost, all, price - Math.sign(lots), 600)).toBeLessThan(0);
    }
  });
});
