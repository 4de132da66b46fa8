/** Contracts of a paper venue: the first start beside a busy live venue, and other sources. */
import { Core } from '@halcyon/core';
import {
  type CommandInput,
  CommandKind,
  InstrumentState,
  Reject,
  SystemAccount,
} from '@halcyon/domain';
import { ghostCommands, listingOf, seedSteps } from '@halcyon/flow';
import { describe, expect, test } from 'vitest';
import { FuturesGenerator } from '../core/futures-generator.ts';
import { PaperPair } from './paper-pair.ts';

type Market = Core['state']['markets'][number];

const RULES = { kind: CommandKind.setRules, version: 5 } as const;
const CONTRACT = 1;
const TRADER = 16 * 8 + 4;
const BY = { actor: 'test', reason: 'test' };

/** Whether 10 lots can be had near the mark. */
function isSold({ book, contract, instrument }: Market): boolean {
  const near = Math.floor(contract!.mark * 1.03);
  return instrument.state === InstrumentState.open && book.reach(0, near, 10, 1).lots === 10;
}

/** A pair after `count` random live commands or more; paper has one user with money for contracts. */
function busyPair(count: number): PaperPair {
  const pair = new PaperPair(0);
  const flow = new FuturesGenerator(5);
  pair.onPaper(RULES, 0);
  for (const command of flow.opening()) pair.followed(command);
  const [spot, amount] = [TRADER - 4, 10n ** 12n];
  const funds = { account: spot, from: 0, asset: 1, amount, reference: '', ...BY };
  pair.onPaper({ kind: CommandKind.openUser, simulated: false }, 0);
  pair.onPaper({ kind: CommandKind.deposit, ...funds }, 0);
  const moved = { from: spot, to: TRADER, asset: 1, amount, clientId: '' };
  pair.onPaper({ kind: CommandKind.transfer, ...moved }, 0);
  for (let i = 0; i < count || !isSold(contractOf(pair.paper)); i++) {
    flow.learn(pair.followed(flow.next()).events);
  }
  return pair;
}

function order(market: Market, side: 0 | 1): CommandInput {
  const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
  const terms = { type: 0, timeInForce: 0, selfTrade: 0, quoteAmount: 0, clientId: '' } as const;
  const { id: instrument } = market.instrument;
  const price = market.contract!.mark;
  const placed = { kind: CommandKind.place, account: TRADER, instrument, side } as const;
  return { ...placed, ...terms, price, quantity: 10, ...none };
}

function contractOf(core: Core): Market {
  return core.state.markets[CONTRACT]!;
}

test('a first start lists contracts and has their prices and fund at once', () => {
  const { live } = busyPair(600);
  const { state } = live.core;
  const market = {
    assets: state.assets,
    instruments: state.markets.map(({ instrument }) => instrument),
    fees: { tiers: state.fees.tiers, discounts: state.fees.discounts },
    prices: state.markets.map((_market, id) => live.prices(id)),
    marks: live.marks(),
    funds: live.funds(),
    loans: live.loans(),
    orders: live.orders(),
  };
  const core = new Core();
  const steps = ghostCommands(seedSteps(market, new Map(), 0), state.seq, state.time);
  for (const [i, input] of [RULES, ...listingOf(market, 0), ...steps].entries()) {
    core.apply({ ...input, seq: i + 1, time: state.time });
    expect(core.outcome.code).toBe(0);
  }
  for (const [id, { instrument, contract }] of state.markets.entries()) {
    const here = core.state.markets[id]!;
    expect(here.instrument).toEqual(instrument);
    if (contract === null) continue;
    const { index, mark, fundingRate, fundingTime } = contract;
    expect(here.contract).toMatchObject({ index, mark, fundingRate, fundingTime });
  }
  const fund = ({ ledger }: Core['state']): bigint =>
    ledger.available(ledger.slot(SystemAccount.insurance, 1));
  expect(fund(core.state)).toBe(fund(state));
  expect(core.state.orders.count).toBe(state.orders.count);
});

describe('where something else than live is followed', () => {
  const pair = busyPair(600);
  const { paper, live } = pair;
  const market = contractOf(paper);
  const { time } = live.core.state;
  const lots = (): number => {
    const { seats, positions } = paper.state;
    return positions.lots(seats.position(seats.find(TRADER, CONTRACT)));
  };

  test('a contract takes no orders because its feed is stale, positions stay as they are', () => {
    const taker = { ...order(market, 0), type: 1, price: 0 } as CommandInput;
    expect(pair.onPaper(taker, time).outcome.code).toBe(0);
    expect(lots()).toBe(10);
    const { mark } = market.contract!;
    const recorded = { source: 'recorded', detail: '{}', ...BY } as const;
    pair.onPaper({ kind: CommandKind.follow, ...recorded }, time);
    expect(market.instrument.state).toBe(InstrumentState.feedStale);
    expect(pair.onPaper(order(market, 1), time).outcome.code).toBe(Reject.feedStale);
    expect(market.contract).toMatchObject({ closed: true, mark });
    pair.onPaper({ kind: CommandKind.tick }, time + 9 * 3_600_000);
    expect(lots()).toBe(10);
    expect(market.contract!.sweep).toBeNull();
    expect(paper.deadline).toBe(Number.POSITIVE_INFINITY);
  });

  test('and goes on with the prices of live when it is followed again', () => {
    const at = time + 9 * 3_600_000;
    pair.onPaper({ kind: CommandKind.follow, source: 'live', detail: '', ...BY }, at);
    expect(pair.onPaper(order(market, 0), at).outcome.code).toBe(Reject.indexStale);
    const { index } = contractOf(live.core).contract!;
    const { seq } = live.core.state;
    const entries = [CONTRACT, index];
    pair.followed({ kind: CommandKind.prices, seq: seq + 1, time: at, entries });
    expect(market.contract).toMatchObject({ closed: false, index });
    expect(pair.onPaper(order(market, 0), at).outcome.code).toBe(0);
  });
});
