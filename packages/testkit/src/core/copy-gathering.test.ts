/** Copy trading: many followers are asked in portions before an order trades, between the commands of others. */
import { Core, restoreCore, snapshotCore } from '@halcyon/core';
import {
  COPY_DEFAULTS,
  COPY_OWNERS_PER_COMMAND,
  type Command,
  type CommandInput,
  CopyExit,
  CopyLeftOut,
  CopyLeverage,
  CopySizing,
  DoneReason,
  type Event,
  EventKind,
  Reject,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, type Said } from './copy-exchange.ts';
import { checkInvariants } from './invariants.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const CROWD = 2 * COPY_OWNERS_PER_COMMAND + 100;
const ANN = 16;
const MAKERS = [17, 18, 19, 20];
const FIRST = 21;

class Recorded extends CopyExchange {
  readonly sent: Command[] = [];

  override send(input: CommandInput): Said {
    const stamp = { seq: this.core.state.seq + 1, time: this.time };
    // Before the fields of the class are there, nothing is recorded.
    (this.sent ?? BEGUN).push({ ...input, ...stamp } as Command);
    return super.send(input);
  }
}

let BEGUN: Command[] = [];
let exchange: Recorded;
let trader: number;
let ids: number[];

beforeEach(() => {
  BEGUN = [];
  exchange = new Recorded(CROWD + 5);
  trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
  ids = Array.from({ length: CROWD }, (_, i) => {
    return exchange.follow(FIRST + i, trader, 100n * COIN).id;
  });
  for (const maker of MAKERS) exchange.fund(maker, 90_000n);
  exchange.index(100);
  for (const maker of MAKERS) exchange.rest(maker, -700, 100);
});

const lotsOf = (user: number) => exchange.position(futuresOf(user)).lots;
const rootOf = (at: number) => FIRST + at;
const waiting = () => exchange.core.state.copies.gathered;
const traded = (events: readonly Event[]) =>
  events.filter(({ kind }) => kind === EventKind.copyBatchTraded);
const gathered = (events: readonly Event[]) =>
  events.flatMap((event) => (event.kind === EventKind.copyOrderGathered ? [event] : []));

/** Another command, with a snapshot before it. */
function tick(): readonly Event[] {
  checkInvariants(exchange.core.state);
  exchange.restore();
  return exchange.tick(exchange.time).events;
}

describe('an order of a trader with many followers', () => {
  test('waits until all were asked and then trades once, under the id that was given', () => {
    const said = exchange.order(ANN, trader, 10);
    expect(said.code).toBe(0);
    expect(gathered(said.events)).toMatchObject([
      { batch: said.id, trader, lots: 10, followers: CROWD, ended: 0 },
    ]);
    expect(waiting()[0]!.owners).toHaveLength(COPY_OWNERS_PER_COMMAND);
    const events = [...tick(), ...tick()];
    expect(traded(events)).toEqual([]);
    const [one] = traded(tick());
    expect(one).toMatchObject({ batch: said.id, lots: CROWD + 10, filled: CROWD + 10 });
    expect(waiting()).toEqual([]);
    exchange.finish();
    checkInvariants(exchange.core.state);
    expect(ids.filter((id) => lotsOf(id) !== 1)).toEqual([]);
    expect(exchange.has(SystemAccount.copying)).toBe(0n);
  });

  test('INV-39 has its margin held for whoever was asked', () => {
    exchange.order(ANN, trader, 10);
    const [first, last] = [ids[0]!, ids.at(-1)!];
    // Who has not been asked yet may take it out, and is asked about what is left.
    expect(exchange.move(rootOf(CROWD - 1), last, -96n * COIN).code).toBe(0);
    expect(exchange.move(rootOf(0), first, -96n * COIN).code).toBe(Reject.notWithdrawable);
    expect(exchange.end(rootOf(0), first).code).toBe(Reject.copyStillOpen);
    exchange.finish();
    expect([lotsOf(first), lotsOf(last)]).toEqual([1, 0]);
  });

  test('is followed by nobody who leaves, pauses or closes meanwhile', () => {
    exchange.order(ANN, trader, 10);
    const [a, b, d] = [0, 1, CROWD - 1].map((at) => [rootOf(at), ids[at]!] as const);
    // Who is asked last is asked with the second next command.
    exchange.set(...d!, { paused: 1 });
    exchange.set(...b!, { paused: 1 });
    const left = exchange.stop(...a!, CopyExit.close);
    expect([left.code, traded(left.events).length]).toEqual([0, 1]);
    const events = exchange.finish();
    const told = new Map(
      events.flatMap((event) =>
        event.kind === EventKind.copyFilled ? [[event.portfolio, event.leftOut]] : [],
      ),
    );
    expect(told.get(b![1])).toBe(CopyLeftOut.paused);
    expect(told.get(d![1])).toBe(CopyLeftOut.paused);
    expect([a, b, d].map((one) => lotsOf(one![1]))).toEqual([0, 0, 0]);
    checkInvariants(exchange.core.state);
  });

  test('takes no other order of the trader until then, and may be cancelled', () => {
    const { id } = exchange.order(ANN, trader, 10);
    expect(exchange.order(ANN, trader, 1)).toMatchObject({
      ...{ code: Reject.copyUnderWay, value: CROWD - COPY_OWNERS_PER_COMMAND, events: [] },
    });
    tick();
    const said = exchange.cancel(ANN, trader, id);
    expect(said.code).toBe(0);
    expect(gathered(said.events)).toMatchObject([
      { batch: id, ended: 1, reason: DoneReason.cancelled, code: 0 },
    ]);
    expect(waiting()).toEqual([]);
    checkInvariants(exchange.core.state);
    expect(exchange.core.deadline).toBeGreaterThan(exchange.time);
    expect(exchange.order(ANN, trader, 10).code).toBe(0);
    exchange.finish();
    expect(lotsOf(ids[5]!)).toBe(1);
  });

  test('ends where the price has gone against it further than backs who follow', () => {
    const { id } = exchange.order(ANN, trader, 10);
    exchange.index(97);
    const events = exchange.finish();
    expect(traded(events)).toEqual([]);
    expect(gathered(events)).toMatchObject([
      { batch: id, ended: 1, code: Reject.copyPriceMoved, limit: 100, value: 97 },
    ]);
    checkInvariants(exchange.core.state);
  });

  test('ends, told why, where the trader may no more', () => {
    const fok = exchange.order(ANN, trader, 10, 100, 0, TimeInForce.fok);
    for (const maker of [MAKERS[0]!, MAKERS[1]!]) exchange.rest(maker, 700, 100);
    const events = exchange.finish();
    expect(gathered(events)).toMatchObject([
      { batch: fok.id, ended: 1, code: Reject.fokNotFillable },
    ]);
    checkInvariants(exchange.core.state);
  });

  test('ends where the position is another that it closes from', () => {
    exchange.order(ANN, trader, 10);
    exchange.finish();
    exchange.wait(ANN, trader, 10, 99);
    exchange.finish();
    const { id } = exchange.order(ANN, trader, -15);
    const { code, events } = exchange.rest(MAKERS[0]!, -290, 99);
    expect(code).toBe(0);
    const told = gathered([...events, ...exchange.finish()]);
    const { lots } = exchange.position(futuresOf(trader));
    expect(lots).toBeGreaterThan(10);
    expect(told).toMatchObject([
      { batch: id, ended: 1, code: Reject.copyPositionMoved, limit: 10, value: lots },
    ]);
    checkInvariants(exchange.core.state);
  });

  test('ends as an order in the book where nothing is left that it closes', () => {
    exchange.order(ANN, trader, 10);
    exchange.finish();
    exchange.wait(ANN, trader, -10, 101);
    exchange.finish();
    const { id } = exchange.wait(ANN, trader, -10, 102, 1);
    expect(waiting()).toHaveLength(1);
    const events = MAKERS.flatMap((maker) => exchange.rest(maker, 700, 101).events);
    const told = gathered([...events, ...exchange.finish()]);
    expect(lotsOf(trader)).toBe(0);
    const reason = DoneReason.positionReduced;
    expect(told).toMatchObject([{ batch: id, ended: 1, reason, code: 0 }]);
    checkInvariants(exchange.core.state);
  });

  test('that waits in the book afterwards keeps what is held', () => {
    const { id } = exchange.wait(ANN, trader, 10, 98);
    exchange.finish();
    checkInvariants(exchange.core.state);
    expect([...exchange.core.state.copies.allBatches()].map((batch) => batch.id)).toEqual([id]);
    exchange.restore();
    exchange.rest(MAKERS[0]!, -50, 98);
    exchange.cancel(ANN, trader, id);
    exchange.finish();
    checkInvariants(exchange.core.state);
  });

  test('that closes, closes no more than is there', () => {
    exchange.order(ANN, trader, 10);
    exchange.finish();
    for (const maker of MAKERS) exchange.rest(maker, 700, 100);
    expect(exchange.close(ANN, trader).code).toBe(0);
    // The own way out comes between.
    const [root, id] = [rootOf(3), ids[3]!];
    expect(exchange.stop(root, id, CopyExit.close).code).toBe(0);
    exchange.finish();
    checkInvariants(exchange.core.state);
    expect([trader, ...ids].filter((user) => lotsOf(user) !== 0)).toEqual([]);
  });
});

test('an order ends as one in the book where its trader is liquidated', () => {
  const own = new CopyExchange(CROWD + 2);
  const user = own.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
  own.fund(17, 90_000n);
  own.index(100);
  own.rest(17, -100, 100);
  expect(own.order(ANN, user, 100).code).toBe(0);
  own.finish();
  for (let i = 0; i < CROWD; i++) own.follow(18 + i, user, 100n * COIN);
  own.rest(17, -100, 101);
  const { id } = own.wait(ANN, user, -1, 110);
  const told = gathered([...own.index(91).events, ...own.finish()]);
  const reason = DoneReason.liquidation;
  expect(told).toMatchObject([{ batch: id, ended: 1, reason, code: 0 }]);
  checkInvariants(own.core.state);
});

test('whatever happens between portions, replays from any snapshot alike', () => {
  const random = new TestRandom(seedOf());
  const met = { traded: 0, ended: 0 };
  for (let step = 0; step < 60; step++) {
    if (waiting().length === 0 && random.chance(0.7)) {
      const lots = random.int(1, 10) * (random.chance(0.5) ? 1 : -1);
      const price = random.chance(0.5) ? 0 : 100 + random.int(-2, 2);
      exchange.order(ANN, trader, lots, price, 0, random.pick([TimeInForce.gtc, TimeInForce.ioc]));
    }
    const at = random.int(0, CROWD - 1);
    const [root, id] = [rootOf(at), ids[at]!];
    const act = random.int(0, 9);
    if (act < 3) exchange.rest(random.pick(MAKERS), random.int(-90, 90) || 1, 100);
    else if (act < 4) exchange.index(100 + random.int(-2, 2));
    else if (act < 5) exchange.move(root, id, BigInt(random.int(-20, 20)) * COIN);
    else if (act < 6) exchange.stop(root, id, random.int(0, 1) as CopyExit);
    else if (act < 7) {
      const { multiple: sizing } = CopySizing;
      const { own: leverageOf } = CopyLeverage;
      const more = { sizing, size: 200_000, leverageOf, leverage: 10, stopLossPpm: 30_000 };
      exchange.set(root, id, { ...COPY_DEFAULTS, ...more, paused: random.int(0, 1) });
    } else if (act < 8 && waiting().length > 0 && random.chance(0.3)) {
      exchange.cancel(ANN, trader, waiting()[0]!.id);
    }
    const { events } = exchange.tick(exchange.time);
    met.traded += traded(events).length;
    met.ended += gathered(events).filter(({ ended }) => ended === 1).length;
    checkInvariants(exchange.core.state);
  }
  exchange.finish();
  expect(met.traded).toBeGreaterThan(3);
  const all = [...BEGUN, ...exchange.sent];
  const run = (chance: number): string[] => {
    let core = new Core();
    return all.map((command, i) => {
      const late = i > all.length - 300;
      if (late && random.chance(chance)) core = restoreCore(snapshotCore(core));
      core.apply(command);
      core.state.log.reset();
      return String(core.state.log.chain);
    });
  };
  const whole = run(0);
  expect(run(0.2).findIndex((chain, i) => chain !== whole[i])).toBe(-1);
});
