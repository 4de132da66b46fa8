/** Random futures commands against the invariants, a replay and a restored snapshot. */
import { Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  EventKind,
  encodeCommand,
  Reject,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { eventDifference, text } from './compare.ts';
import { FuturesGenerator } from './futures-generator.ts';
import { checkInvariants } from './invariants.ts';
import { checkMargins } from './position-invariants.ts';

const COUNT = Number(process.env['HALCYON_FUTURES_COMMANDS'] ?? 20_000);
/** Every one of so many commands is followed by the full check; the core asserts some itself. */
const CHECK_EVERY = 50;
/** Commands of two cores side by side. */
const BESIDE = 10_000;

/** Applies what the bytes of a command say, as the engine does. */
function apply(core: Core, command: Command, decoder: CommandDecoder, buffer: Uint8Array): void {
  const length = encodeCommand(command, buffer, 0);
  core.apply(decoder.decode(buffer, 0, length), decoder.kind);
}

function run(seed: number, fund?: bigint): Record<string, number> {
  const generator = new FuturesGenerator(seed);
  let core = new Core();
  const decoder = new CommandDecoder();
  const buffer = new Uint8Array(COMMAND_BYTES_MAX + 64);
  const said: Record<string, number> = {};
  let done = 0;
  const step = (command: Command): void => {
    apply(core, command, decoder, buffer);
    const key = `code ${core.outcome.code}`;
    said[key] = (said[key] ?? 0) + 1;
    const events = core.state.log.decode();
    for (const { kind } of events) said[`event ${kind}`] = (said[`event ${kind}`] ?? 0) + 1;
    generator.learn(events);
    core.state.log.reset();
    done += 1;
    if (done % CHECK_EVERY !== 0) return;
    checkInvariants(core.state);
    const { risk } = core.trading.contracts;
    if (!risk.pending) checkMargins(core.state, new Set(risk.waiting.keys()));
  };
  try {
    for (const command of generator.opening(fund)) step(command);
    while (done < COUNT) {
      step(generator.next());
      if (done % 2_000 === 0) {
        const copy = restoreCore(snapshotCore(core));
        expect(stateHash(copy)).toBe(stateHash(core));
        core = copy;
      }
    }
  } catch (error) {
    throw new Error(`seed ${seed}, command ${done} of ${COUNT}`, { cause: error });
  }
  return said;
}

/** What a run is about happened in it. */
function expectBusy(said: Readonly<Record<string, number>>): void {
  const { contractTrade, position, marks, fundingSet, liquidation } = EventKind;
  for (const kind of [contractTrade, position, marks, fundingSet, liquidation]) {
    expect(said[`event ${kind}`] ?? 0, `events of kind ${kind}`).toBeGreaterThan(COUNT / 5_000);
  }
}

/** One core is never restored, the other after every few commands: both say the same. */
function runBeside(seed: number, every: number): void {
  const generator = new FuturesGenerator(seed);
  const straight = new Core();
  let restored = new Core();
  const decoder = new CommandDecoder();
  const buffer = new Uint8Array(COMMAND_BYTES_MAX + 64);
  const step = (command: Command): void => {
    apply(straight, command, decoder, buffer);
    apply(restored, command, decoder, buffer);
    const events = straight.state.log.decode();
    const difference = eventDifference(events, restored.state.log.decode());
    if (difference !== null) throw new Error(`seed ${seed}, ${text(command)}: ${difference}`);
    generator.learn(events);
    straight.state.log.reset();
    restored.state.log.reset();
  };
  for (const command of generator.opening(1n)) step(command);
  for (let done = 1; done < BESIDE; done++) {
    step(generator.next());
    if (done % every === 0) restored = restoreCore(snapshotCore(restored));
  }
}

describe('contracts under random commands', () => {
  test.each([1, 2, 3])('A1 INV-01 INV-04 INV-09 INV-11 INV-12 seed %i', (seed) => {
    expectBusy(run(seed));
  });

  test('the protection fund is empty', () => {
    expectBusy(run(4, 1n));
  });

  test.each([1, 2, 3])(
    'INV-15 what a restored core says next is what it would have said, seed %i',
    (seed) => {
      runBeside(seed, 100);
    },
  );

  test('a contract is not bought by amount: its size is asked for', () => {
    const core = new Core();
    for (const command of new FuturesGenerator(1).opening()) core.apply(command);
    const { seq, time } = core.outcome;
    const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
    const account = 16 * 8 + 4;
    const terms = { timeInForce: 0, selfTrade: 0, price: 0, quantity: 0, clientId: '' } as const;
    const order = { kind: 1, account, instrument: 1, side: 0, type: 1, ...terms, ...none } as const;
    core.apply({ ...order, seq: seq + 1, time, quoteAmount: 1_000_000_000 });
    expect(core.outcome.code).toBe(Reject.amountRange);
  });
});
