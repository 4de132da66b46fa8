/** A dry run with the settings of somebody who really followed gives what that follower has. */
import {
  COPY_DEFAULTS,
  CommandKind,
  type CopyLeftOut,
  CopyLeverage,
  CopyMargin,
  type CopySettings,
  CopySizing,
  type DryContract,
  type DryMoment,
  type DryPart,
  dryRun,
  type Event,
  EventKind,
  riskTerms,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf } from './copy-exchange.ts';
import { TestRandom } from './random.ts';

const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19];
const FEE = 600;
const HOUR = 3_600_000;
/** A full hour: what is due at one is carried out at it. */
const START = 472_222 * HOUR;

/** The contract with the fees of who follows. */
function contractOf(exchange: CopyExchange): DryContract {
  const { instrument, contract } = exchange.core.state.markets[BTC]!;
  const { quoteFactor, quantityMin, quantityMax, quantityStep, notionalMin } = instrument;
  const { terms } = contract!;
  return {
    ...{ quoteFactor, quantityMin, quantityMax, quantityStep, notionalMin },
    ...{ leverageMax: terms.tiers[0]!.leverageMax, takerPpm: terms.takerPpm },
    ...{ ownTakerPpm: terms.takerPpm, ownMakerPpm: terms.makerPpm },
    risk: riskTerms(quoteFactor, terms, 4),
  };
}

/** What was kept of a history: moments in order, with what everybody got filled in at the end. */
function momentsOf(
  events: readonly Event[],
  who: { readonly trader: number; readonly own: number; readonly known: boolean },
): DryMoment[] {
  const parts = new Map<string, DryPart>();
  const batches = new Map<number, { lots: number; filled: number; cost: number }>();
  for (const event of events) {
    if (event.kind === EventKind.copyFilled) {
      parts.set(`${event.batch},${event.portfolio}`, event);
    } else if (event.kind === EventKind.copyBatchTraded) batches.set(event.batch, event);
  }
  const moments: DryMoment[] = [];
  for (const event of events) {
    if (event.kind === EventKind.copyOrderBasis) {
      const { lots: all, filled, cost } = batches.get(event.batch)!;
      const ownFilled = parts.get(`${event.batch},${who.trader}`)!.filled;
      const real = who.known ? parts.get(`${event.batch},${who.own}`)! : null;
      moments.push({ is: 'order', order: { ...event, all, filled, cost, ownFilled, real } });
    } else if (event.kind === EventKind.fundingSet) {
      const { instrument, mark, rate, time } = event;
      moments.push({ is: 'funding', instrument, mark, rate, time });
    } else if (event.kind === EventKind.marks) {
      const { instrument, mark: price, time } = event;
      moments.push({ is: 'price', instrument, price, time });
    }
  }
  return moments;
}

function settingsBy(random: TestRandom): CopySettings {
  const sizing = random.pick([CopySizing.ratio, CopySizing.amount, CopySizing.multiple]);
  const sizes = {
    [CopySizing.ratio]: random.int(200_000, 3_000_000),
    [CopySizing.amount]: Number(COIN) * random.int(10, 90),
    [CopySizing.multiple]: random.int(300_000, 2_500_000),
  };
  return {
    ...COPY_DEFAULTS,
    ...{ sizing, size: sizes[sizing], leverage: random.int(2, 20) },
    leverageOf: random.pick(Object.values(CopyLeverage)),
    margin: random.pick([CopyMargin.traders, CopyMargin.cross, CopyMargin.isolated]),
    orderMax: random.int(0, 2) === 0 ? Number(COIN) * random.int(300, 1_500) : 0,
    positionMax: random.int(0, 2) === 0 ? Number(COIN) * random.int(500, 3_000) : 0,
  };
}

/** Runs a history of a trader with two followers, and holds what one has against a dry run. */
function tryHistory(seed: number, partial: boolean, steps: number): readonly CopyLeftOut[] | null {
  const random = new TestRandom(seed);
  const exchange = new CopyExchange(4, undefined, FEE);
  const events: Event[] = [];
  const send = exchange.send.bind(exchange);
  exchange.send = (input) => {
    const said = send(input);
    events.push(...said.events);
    return said;
  };
  exchange.tick(START);
  exchange.fund(DAN, 90_000n);
  exchange.index(100);
  const trader = exchange.open(ANN, 3_000n * COIN).id;
  exchange.follow(CAT, trader, 700n * COIN);
  const settings = settingsBy(random);
  const amount = BigInt(random.int(100, 2_000)) * COIN;
  const own = exchange.follow(BOB, trader, amount).id;
  exchange.set(BOB, own, settings);
  events.length = 0;
  exchange.index(100);
  let price = 100;
  for (let i = 0; i < steps; i++) {
    if (random.int(0, 3) === 0) {
      for (let hours = random.int(1, 40); hours > 0; hours--) {
        exchange.tick((Math.floor(exchange.time / HOUR) + 1) * HOUR);
        exchange.finish();
      }
      exchange.tick(exchange.time + 60_000);
      price = Math.max(80, Math.min(125, price + random.int(-3, 3)));
      exchange.index(price);
      exchange.finish();
    }
    const lots = random.int(1, 12) * (random.int(0, 1) === 0 ? 1 : -1);
    const rested = partial ? random.int(1, 30) : 200;
    const maker = exchange.rest(DAN, lots > 0 ? -rested : rested, price + Math.sign(lots));
    exchange.order(ANN, trader, lots);
    exchange.finish();
    exchange.send({
      ...{ kind: CommandKind.cancel, account: futuresOf(DAN), order: maker.id, clientId: '' },
    });
    exchange.index(price);
    exchange.finish();
  }
  // At which price somebody is liquidated nobody knows beforehand.
  if (events.some(({ kind }) => kind === EventKind.liquidation)) return null;
  const contract = contractOf(exchange);
  const to = exchange.time;
  const setup = { settings, amount, sharePpm: 100_000, from: START, to };
  const moments = momentsOf(events, { trader, own, known: partial });
  const result = dryRun({ ...setup, contracts: new Map([[BTC, contract]]) }, moments);
  const told = events.flatMap((event) =>
    event.kind === EventKind.copyFilled && event.portfolio === own ? [event] : [],
  );
  const last = new Map(told.map((event) => [event.batch, event]));
  expect(result.rows.map((row) => [row.batch, row.lots, row.filled, row.cost, row.fee])).toEqual(
    [...last.values()].map((one) => [one.batch, one.lots, one.filled, one.cost, one.fee]),
  );
  expect(result.rows.map(({ leftOut }) => leftOut)).toEqual(
    [...last.values()].map(({ leftOut }) => leftOut),
  );
  const { lots, cost } = exchange.position(futuresOf(own));
  const { mark } = exchange.core.state.markets[BTC]!.contract!;
  const open = BigInt(lots * mark - (lots < 0 ? -cost : cost)) * COIN;
  const follower = exchange.follower(own);
  expect([seed, result.equity, result.shares]).toEqual([
    ...[seed, exchange.has(futuresOf(own)) + open],
    follower.share.shared,
  ]);
  return result.rows.map(({ leftOut }) => leftOut);
}

test.each([
  ['orders that the book fills', false],
  ['orders that it fills in part', true],
])('INV-28, INV-33: a dry run is what a real follower has: %s', (_name, partial) => {
  const reasons = new Set<CopyLeftOut>();
  let tried = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const found = tryHistory(seed, partial, 30);
    if (found !== null) tried += 1;
    for (const reason of found ?? []) reasons.add(reason);
  }
  expect(tried).toBeGreaterThan(75);
  // Histories that leave nobody out would say little.
  expect(reasons.size).toBeGreaterThan(4);
});
