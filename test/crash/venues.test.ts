/**
 * Both venues in one process, killed with SIGKILL at random moments while both take orders, over and
 * over on the same folder. Nothing acknowledged is lost in either; the next start always works and
 * paper follows live to its end; the ghosts are what live has. HALCYON_VENUE_KILLS sets how many (3).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, restingOrders } from '@halcyon/core';
import { isGhostOrder } from '@halcyon/domain';
import { verifyJournal } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { afterAll, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import {
  type Answers,
  expectAmong,
  noteAnswer,
  type RunEnd,
  replayVenue,
  runProgram,
} from './engine-runs.ts';
import { generator } from './random-orders.ts';

const KILLS = Number(process.env['HALCYON_VENUE_KILLS'] ?? 3);
const SEED = seedOf();
/** Kills come up to so long after people trade on paper; every third up to so long after the start. */
const TRADING_MS = 500;
const STARTING_MS = 1_500;
const PROGRAM = 'venues-under-load.ts';
const folder = mkdtempSync(join(tmpdir(), 'halcyon-venues-'));

const acknowledged: Readonly<Record<string, Answers>> = { live: new Map(), paper: new Map() };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Notes what a run acknowledged; whether paper had followed live. */
function note({ lines }: RunEnd): boolean {
  for (const line of lines) {
    const [venue = '', ...rest] = line.split(' ');
    const answers = acknowledged[venue];
    if (answers !== undefined) noteAnswer(rest.join(' '), answers);
  }
  return lines.some((line) => line.startsWith('followed'));
}

interface Standing {
  readonly order: number;
  readonly instrument: number;
  readonly price: number;
  readonly remaining: number;
}

function ghostsOf({ state }: Core): Standing[] {
  return [...restingOrders(state)]
    .filter(({ id }) => isGhostOrder(id))
    .map(({ id, instrument, price, remaining }) => {
      return { order: state.ghosts.orderOf(id), instrument, price, remaining };
    });
}

function ordersOf({ state }: Core): Standing[] {
  return [...restingOrders(state)].map(({ id, instrument, price, remaining }) => {
    return { order: id, instrument, price, remaining };
  });
}

/** What is in the folder after a kill; gives how many orders stand in live. */
function expectSound(when: string): number {
  const paper = replayVenue(folder, 'paper');
  const { liveSeq } = paper.core.state.ghosts;
  const live = replayVenue(folder, 'live');
  expectAmong(live.answers, acknowledged['live'] as Answers, `of live ${when}`);
  expectAmong(paper.answers, acknowledged['paper'] as Answers, `of paper ${when}`);
  // Live as paper last heard of it.
  const orders = ordersOf(replayVenue(folder, 'live', liveSeq).core);
  const ghosts = ghostsOf(paper.core);
  const second = (all: readonly Standing[]) => all.filter(({ instrument }) => instrument === 1);
  expect(second(ghosts), `ghosts ${when}`).toEqual(second(orders));
  // Where people trade on paper a ghost may have less than its order, never more.
  const left = new Map(orders.map(({ order, price, remaining }) => [order, { price, remaining }]));
  for (const { order, price, remaining } of ghosts) {
    expect(left.get(order)?.price, `ghost of ${order} ${when}`).toBe(price);
    expect(remaining).toBeLessThanOrEqual(left.get(order)?.remaining ?? 0);
  }
  return second(orders).length;
}

test(
  `B2: ${KILLS} kills while both venues take orders lose nothing acknowledged in either`,
  async () => {
    console.log(`seed ${SEED}`);
    const random = generator(SEED);
    const few = () => Object.values(acknowledged).some(({ size }) => size <= KILLS * 20);
    // Goes on where a busy machine gave the runs too little time to be worth anything.
    for (let kill = 1; kill <= KILLS || few(); kill++) {
      const early = kill % 3 === 0;
      const at = early
        ? { endAfterMs: random() * STARTING_MS }
        : { killAfterWord: 'paper ', killAfterMs: random() * TRADING_MS };
      const end = await runProgram(PROGRAM, [folder, String(SEED + kill)], at);
      expect(end.signal, `it ended by itself: ${end.errors}`).toBe('SIGKILL');
      expect(note(end) || early).toBe(true);
      expectSound(`after kill ${kill}`);
    }
    const end = await runProgram(PROGRAM, [folder, String(SEED), 'only follow'], {});
    expect([end.code, end.errors]).toEqual([0, '']);
    expect(note(end)).toBe(true);
    expect(expectSound('at the end')).toBeGreaterThan(10);
    for (const [venue, { size }] of Object.entries(acknowledged)) {
      console.log(`${venue}: ${size} acknowledged`);
      const journal = join(folder, venue);
      const { commands } = verifyJournal(new FileStorage(), journal, venue, [], null);
      expect(commands).toBeGreaterThanOrEqual(size);
    }
  },
  KILLS * 40_000,
);
