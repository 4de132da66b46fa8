/** INV-15: the same journal gives the same state, from the beginning and from any snapshot. */
import { Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type Event,
  encodeCommand,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { eventDifference, text } from './compare.ts';
import { FuturesGenerator } from './futures-generator.ts';
import { CommandGenerator } from './generator.ts';
import { MarginGenerator } from './margin-generator.ts';
import { TestRandom } from './random.ts';

const SEED = 20_260_101;
const COUNT = Number(process.env['HALCYON_REPLAYED'] ?? 10_000);

interface Stream {
  opening(): Command[];
  next(): Command;
  learn(events: readonly Event[]): void;
}

/** The bytes of a generated run; the generator sees the events of a live core. */
function record(
  generator: Stream,
  count: number,
): { readonly bytes: Uint8Array; readonly live: Core } {
  const live = new Core();
  const bytes = new Uint8Array(count * 260);
  let end = 0;
  const take = (command: Command): void => {
    const length = encodeCommand(command, bytes, end + 4);
    new DataView(bytes.buffer).setUint32(end, length, true);
    end += 4 + length;
    live.apply(command);
    generator.learn(live.state.log.decode());
    live.state.log.reset();
  };
  for (const command of generator.opening()) take(command);
  while (live.state.seq < count) take(generator.next());
  return { bytes: bytes.subarray(0, end), live };
}

/** Applies recorded commands `from < seq ≤ to`. */
function replay(core: Core, bytes: Uint8Array, to: number): void {
  const decoder = new CommandDecoder();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const from = core.state.seq;
  for (let at = 0; at < bytes.length && core.state.seq < to; ) {
    const length = view.getUint32(at, true);
    const command = decoder.decode(bytes, at + 4, length);
    if (command.seq > from) core.apply(command);
    at += 4 + length;
    if (core.state.seq % 64 === 0) core.state.log.reset();
  }
}

describe.each([
  ['spot', new CommandGenerator(SEED)],
  ['contracts', new FuturesGenerator(SEED)],
  ['loans', new MarginGenerator(SEED)],
])('B7 INV-15 replay of %s', (_, generator) => {
  const { bytes, live } = record(generator, COUNT);

  test('twice from the beginning: the same events (chain) and the same state', () => {
    for (let round = 0; round < 2; round++) {
      const core = new Core();
      replay(core, bytes, COUNT);
      expect(core.state.log.chain).toBe(live.state.log.chain);
      expect(stateHash(core)).toBe(stateHash(live));
    }
  });

  test('from snapshots at random places: the same events and the same state at the end', () => {
    const random = new TestRandom(SEED);
    const places = Array.from({ length: 5 }, () => random.int(100, COUNT - 1));
    const first = new Core();
    for (const place of places.sort((a, b) => a - b)) {
      replay(first, bytes, place);
      const second = restoreCore(snapshotCore(first));
      expect(stateHash(second)).toBe(stateHash(first));
      replay(second, bytes, COUNT);
      expect(second.state.log.chain).toBe(live.state.log.chain);
      expect(stateHash(second)).toBe(stateHash(live));
    }
  });

  test('with room for orders from the beginning, and from a snapshot into room: the same', () => {
    const roomy = new Core(20_000);
    replay(roomy, bytes, COUNT / 2);
    const restored = restoreCore(snapshotCore(roomy), 30_000);
    for (const core of [roomy, restored]) {
      replay(core, bytes, COUNT);
      expect(core.state.log.chain).toBe(live.state.log.chain);
      expect(stateHash(core)).toBe(stateHash(live));
    }
  });
});

/** What it says when it throws; nothing where it does not. */
function refusalOf(act: () => unknown): string {
  try {
    act();
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('INV-15 replay', () => {
  test('a live core and one restored from it say the same things, event by event', () => {
    const generator = new CommandGenerator(7);
    let core = new Core();
    const apply = (command: Command): void => {
      core.apply(command);
      generator.learn(core.state.log.decode());
      core.state.log.reset();
    };
    for (const command of generator.opening()) apply(command);
    for (let i = 0; i < 3_000; i++) apply(generator.next());
    for (let round = 0; round < 30; round++) {
      const copy = restoreCore(snapshotCore(core));
      for (let i = 0; i < 200; i++) {
        const command = generator.next();
        core.apply(command);
        copy.apply(command);
        const events = core.state.log.decode();
        const difference = eventDifference(events, copy.state.log.decode());
        expect(difference, text(command)).toBeNull();
        generator.learn(events);
        core.state.log.reset();
        copy.state.log.reset();
      }
      core = copy;
    }
  });

  test('every command survives its encoding, and a damaged length is refused', () => {
    const generator = new CommandGenerator(11);
    const buffer = new Uint8Array(COMMAND_BYTES_MAX + 64);
    const decoder = new CommandDecoder();
    const commands = generator.opening();
    for (let i = 0; i < 20_000; i++) commands.push(generator.next());
    // One expectation for all: one for each command took most of the time.
    const wrong: unknown[] = [];
    for (const command of commands) {
      const length = encodeCommand(command, buffer, 17);
      const back = { ...decoder.decode(buffer, 17, length) } as Command & { options?: number };
      // A place command's options are decoded where there are none, too.
      if (back.options === 0) delete back.options;
      const same =
        text(back).length === text(command).length &&
        eventDifference([command as never], [back as never]) === null;
      if (!same) wrong.push({ command, back });
      if (command.kind >= 32) continue;
      const told = refusalOf(() => decoder.decode(buffer, 17, length - 1));
      if (!/wrong length|shorter/.test(told)) wrong.push({ command, told });
    }
    expect(wrong).toEqual([]);
  });

  test('INV-14 a sequence that jumps and a time that goes back halt the core', () => {
    const core = new Core();
    core.apply({ kind: 12, seq: 1, time: 100 });
    expect(() => core.apply({ kind: 12, seq: 3, time: 100 })).toThrow(/INV-14/);
    expect(() => core.apply({ kind: 12, seq: 2, time: 99 })).toThrow(/INV-14/);
    core.apply({ kind: 12, seq: 2, time: 100 });
  });
});
