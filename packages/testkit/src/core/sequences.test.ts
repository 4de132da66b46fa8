/**
 * Short random sequences that shrink: fast-check finds the smallest run of commands on which the core
 * and the slow exchange disagree or an invariant breaks.
 */
import { Core } from '@halcyon/core';
import {
  CLIENT_ID_RETENTION_MS,
  type Command,
  type CommandInput,
  CommandKind,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { CommandGenerator } from './generator.ts';
import { Lockstep } from './lockstep.ts';
import { fc } from './properties.ts';

const OPENING = new CommandGenerator(1).opening();
const {
  seq: _s,
  time: _t,
  ...LISTED
} = OPENING.find((command) => command.kind === CommandKind.listInstrument)!;
const OPERATOR = { actor: 'test', reason: 'sequence' };
const RUNS = 2_000;
const MINUTES_2 = 120_000;

interface Model {
  seq: number;
  time: number;
}

/** One command of a sequence; `make` sees how many orders there are so far. */
class Step implements fc.Command<Model, Lockstep> {
  private readonly make: (orders: number) => CommandInput;
  private readonly elapsed: number;

  constructor(make: (orders: number) => CommandInput, elapsed: number) {
    this.make = make;
    this.elapsed = elapsed;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, both: Lockstep): void {
    model.seq += 1;
    model.time += this.elapsed;
    const input = this.make(both.core.state.nextOrder - 1);
    both.step({ ...input, seq: model.seq, time: model.time } as Command);
    both.check();
  }

  toString(): string {
    return `${JSON.stringify(this.make(1))} after ${this.elapsed} ms`;
  }
}

const account = fc.integer({ min: 16, max: 18 }).map((user) => user * 8);
const price = fc.integer({ min: 990, max: 1_010 });
const quantity = fc.integer({ min: 1, max: 60 });
const side = fc.constantFrom(0 as const, 1 as const);
const selfTrade = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const);
const clientId = fc.constantFrom('', '', '', 'a', 'b');
const trigger = fc.oneof(fc.constant(0), price);
const elapsed = fc.constantFrom(0, 1, 1_000, CLIENT_ID_RETENTION_MS);
/** Counted back from the newest order, so that it stays meaningful while shrinking. */
const back = fc.nat({ max: 6 });

const place = fc.record({
  kind: fc.constant(CommandKind.place),
  account,
  instrument: fc.constant(0),
  side,
  type: fc.constant(0 as const),
  timeInForce: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  selfTrade,
  price,
  quantity,
  quoteAmount: fc.constant(0),
  clientId,
  takeProfitTrigger: trigger,
  takeProfitPrice: fc.constant(0),
  stopLossTrigger: trigger,
  stopLossPrice: fc.constant(0),
});
const plan = fc.record({
  kind: fc.constant(CommandKind.placePlan),
  account,
  instrument: fc.constant(0),
  side,
  planType: fc.constantFrom(0 as const, 1 as const, 2 as const, 4 as const),
  triggerBy: fc.constantFrom(0 as const, 1 as const),
  selfTrade,
  triggerPrice: price,
  price: trigger,
  quantity,
  quoteAmount: fc.constant(0),
  callbackPpm: fc.constantFrom(100, 5_000),
  clientId,
});
const oco = fc.record({
  kind: fc.constant(CommandKind.placeOco),
  account,
  instrument: fc.constant(0),
  side,
  selfTrade,
  price,
  quantity,
  stopTrigger: price,
  stopPrice: trigger,
  clientId,
  stopClientId: clientId,
});

type Make = (orders: number) => CommandInput;
const named = (orders: number, n: number): { order: number; clientId: string } => ({
  order: Math.max(1, orders - n),
  clientId: '',
});
const make: fc.Arbitrary<Make> = fc.oneof(
  {
    weight: 8,
    arbitrary: place.map(
      (c): Make =>
        () =>
          c,
    ),
  },
  {
    weight: 2,
    arbitrary: place.map(
      (c): Make =>
        () => ({ ...c, type: 1, price: 0, timeInForce: 1 }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(account, back).map(
      ([a, n]): Make =>
        (o) => ({ kind: CommandKind.cancel, account: a, ...named(o, n) }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(account, back, fc.oneof(fc.constant(0), price), quantity).map(
      ([a, n, p, q]): Make =>
        (o) => ({ kind: CommandKind.amend, account: a, ...named(o, n), price: p, quantity: q }),
    ),
  },
  {
    weight: 2,
    arbitrary: plan.map(
      (c): Make =>
        () =>
          c,
    ),
  },
  {
    weight: 1,
    arbitrary: oco.map(
      (c): Make =>
        () =>
          c,
    ),
  },
  {
    weight: 1,
    arbitrary: account.map(
      (a): Make =>
        () => ({ kind: CommandKind.cancelAll, account: a, instrument: -1 }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(account, fc.constantFrom(0, 500)).map(
      ([a, t]): Make =>
        () => ({ kind: CommandKind.countdown, account: a, timeoutMs: t }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0 as const, 0 as const, 1 as const, 3 as const).map(
      (state): Make =>
        () => ({ ...LISTED, kind: CommandKind.setInstrument, instrument: 0, state, ...OPERATOR }),
    ),
  },
);

describe('A4 short sequences', () => {
  test(
    'INV-01 … INV-08, INV-13, INV-14 hold after every command, and the oracle agrees',
    () => {
      const step = fc.tuple(make, elapsed).map(([m, t]) => new Step(m, t));
      fc.assert(
        fc.property(fc.commands([step], { maxCommands: 40 }), (commands) => {
          fc.modelRun(() => {
            const both = new Lockstep();
            for (const command of OPENING) both.step(command);
            const last = OPENING.at(-1)!;
            return { model: { seq: last.seq, time: last.time }, real: both };
          }, commands);
        }),
        { numRuns: RUNS },
      );
    },
    MINUTES_2,
  );

  test('a broken invariant is seen: the check itself can fail', () => {
    const both = new Lockstep();
    for (const command of OPENING) both.step(command);
    const { ledger } = both.core.state;
    ledger.restore(128, 0, ledger.available(ledger.slot(128, 0)) + 1n, 0n);
    expect(() => both.check()).toThrow(/INV-01/);
    expect(new Core().state.seq).toBe(0);
  });
});
