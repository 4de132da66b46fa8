/**
 * Random streams on both venues at once: every invariant of a venue holds on paper too, no ghost has
 * more than its order, and the paper journal alone gives the same state again.
 */
import { Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { type Command, CommandDecoder, CommandKind, EventKind } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { CommandGenerator } from '../core/generator.ts';
import { checkInvariants } from '../core/invariants.ts';
import { seedOf } from '../core/test-seed.ts';
import { PaperPair } from './paper-pair.ts';

const COUNT = 60_000;
const CHECK_EVERY = 500;

interface Run {
  readonly pair: PaperPair;
  readonly records: readonly Uint8Array[];
  readonly ghostFills: number;
}

/** Both venues busy: a paper command after every other live one. */
function run(seed: number, count: number): Run {
  const liveCommands = new CommandGenerator(seed);
  const paperCommands = new CommandGenerator(seed + 1);
  const pair = new PaperPair(2);
  const records: Uint8Array[] = [];
  pair.onRecord = (bytes) => records.push(bytes);
  for (const command of paperCommands.opening()) pair.onPaper(command, command.time);
  for (const command of liveCommands.opening()) pair.live.apply(command);
  const rested = new Map<number, number>();
  let ghostFills = 0;
  let rank = 0;
  const note = (events: readonly { kind: number }[]): void => {
    for (const event of events as Parameters<CommandGenerator['learn']>[0]) {
      if (event.kind === EventKind.orderRested) {
        rank += 1;
        rested.set(event.order, rank);
      } else if (event.kind === EventKind.trade && event.makerOrder > 2 ** 50) {
        if (event.takerOrder < 2 ** 50) ghostFills += 1;
      }
    }
  };
  try {
    for (let i = 0; i < count; i++) {
      const command = liveCommands.next();
      const followed = pair.followed(command);
      liveCommands.learn(followed.events);
      for (const { events } of followed.paper) note(events);
      if (liveCommands.random.chance(0.5)) step(pair, paperCommands, command, note);
      if (i % CHECK_EVERY === 0) check(pair, rested);
    }
    check(pair, rested);
  } catch (error) {
    throw new Error(`seed ${seed}, paper command ${pair.paper.state.seq}`, { cause: error });
  }
  return { pair, records, ghostFills };
}

function step(
  pair: PaperPair,
  generator: CommandGenerator,
  { time }: Command,
  note: (events: readonly { kind: number }[]) => void,
): void {
  const { seq: _s, time: _t, ...input } = generator.next();
  // Listings are the live venue's alone.
  if (input.kind === CommandKind.setInstrument) return;
  const { events } = pair.onPaper(input, time);
  generator.learn(events.filter((event) => !('account' in event) || event.account < 26 * 8));
  note(events);
}

function check(pair: PaperPair, rested: ReadonlyMap<number, number>): void {
  checkInvariants(pair.live.core.state);
  checkInvariants(pair.paper.state, rested);
  pair.checkGhosts();
}

describe('paper venue, random streams', () => {
  const seed = seedOf();
  const { pair, records, ghostFills } = run(seed, COUNT);

  test(`INV-01 INV-02 INV-03 INV-05 INV-06 INV-24 all invariants, no ghost over its order (seed ${seed})`, () => {
    console.log(`${ghostFills} fills against ghosts, ${pair.paper.ghosts.footprints} footprints`);
    expect(ghostFills).toBeGreaterThan(1_000);
    expect(pair.paper.ghosts.footprints).toBeGreaterThan(1_000);
  });

  test('INV-15 the paper journal alone gives the same state, from the start and from a snapshot', () => {
    const decoder = new CommandDecoder();
    let core = new Core();
    for (const [i, bytes] of records.entries()) {
      core.apply(decoder.decode(bytes, 0, bytes.length));
      core.state.log.reset();
      if (i === Math.floor(records.length / 3)) {
        const restored = restoreCore(snapshotCore(core));
        expect(stateHash(restored)).toBe(stateHash(core));
        core = restored;
      }
    }
    expect(core.state.log.chain).toBe(pair.paper.state.log.chain);
    expect(stateHash(core)).toBe(stateHash(pair.paper));
  });
});
