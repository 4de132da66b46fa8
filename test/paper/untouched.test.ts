/**
 * Live is untouched: the same live stream with nobody on paper and with paper trading hard gives the
 * same live journal, byte for byte, and the same events.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES_VERSION } from '@halcyon/core';
import {
  type CommandInput,
  CommandKind,
  EventKind,
  isGhostOrder,
  type TradeEvent,
} from '@halcyon/domain';
import { verifyJournal } from '@halcyon/engine';
import { FileStorage, readJournal } from '@halcyon/journal';
import { expect, test } from 'vitest';
import { layoutOf, paperLayoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { type OpenVenue, openVenue } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { openPaper } from '../../apps/halcyon/src/paper/open-paper.ts';
import type { PaperVenue } from '../../apps/halcyon/src/paper/paper-venue.ts';
import { CommandGenerator } from '../../packages/testkit/src/core/index.ts';

const SEED = 20_261_122;
const LIVE_COMMANDS = 4_000;
/** Live commands in a commit. */
const TOGETHER = 10;
const PEOPLE = 20;
/** Paper commands for each one of live, about. */
const PAPER_EACH = 3;
/** Paper comes this near to live now and then, or on a busy machine its people would meet no ghosts. */
const LAG_MAX = 100;

interface Run {
  readonly journal: string;
  readonly events: string;
  readonly chain: number;
  readonly ghostFills: number;
  readonly paperOrders: number;
}

/** Traders on paper, who do not wait for answers. */
class Crowd {
  orders = 0;
  private readonly paper: PaperVenue;
  private readonly generator = new CommandGenerator(SEED + 1);
  private readonly users: number[] = [];
  private readonly answers = new Set<Promise<unknown>>();

  constructor(paper: PaperVenue) {
    this.paper = paper;
  }

  async come(): Promise<void> {
    const by = { actor: 'test', reason: 'funds', reference: '' };
    this.generator.opening();
    for (let owner = 100; owner < 100 + PEOPLE; owner++) {
      const { id } = await this.paper.submit({
        kind: CommandKind.openUser,
        simulated: false,
        owner,
      });
      this.users.push(id);
      const deposits = [0, 1, 2].map((asset) => ({
        kind: CommandKind.deposit,
        account: id * 8,
        from: 0,
        asset,
        amount: 10n ** 12n,
        ...by,
      }));
      await this.paper.submitAll(deposits);
    }
  }

  trade(): void {
    const { seq: _s, time: _t, ...drawn } = this.generator.next();
    const input = drawn as CommandInput;
    if (!('account' in input) || input.kind === CommandKind.deposit) return;
    const account = this.users[input.account % PEOPLE]! * 8;
    const answer = this.paper.submit({ ...input, account } as CommandInput).catch(() => null);
    this.orders += 1;
    this.answers.add(answer);
    answer.finally(() => this.answers.delete(answer));
  }

  async leave(): Promise<void> {
    await Promise.all(this.answers);
  }
}

async function run(withPaper: boolean): Promise<Run> {
  const root = mkdtempSync(join(tmpdir(), 'halcyon-untouched-'));
  let now = 0;
  const fail = (error: Error): never => {
    throw error;
  };
  try {
    const venue = await openVenue(layoutOf(root), fail, () => now);
    const { engine, reader, core } = venue;
    const events = createHash('sha256');
    engine.onRows((batch) => reader.replay(batch));
    engine.onCommit((batch) => {
      events.update(
        JSON.stringify(batch, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
      );
    });
    const generator = new CommandGenerator(SEED);
    const give = async (...commands: (CommandInput & { time: number })[]): Promise<void> => {
      now = commands[0]?.time ?? now;
      await engine.submitAll(commands);
    };
    await give(...generator.opening());
    const paper = withPaper ? openPaper(venue, QUIET) : null;
    let ghostFills = 0;
    paper?.onCommit((batch) => {
      const trades = batch.events.filter(
        (event): event is TradeEvent => event.kind === EventKind.trade,
      );
      ghostFills += trades.filter(
        (trade) => isGhostOrder(trade.makerOrder) !== isGhostOrder(trade.takerOrder),
      ).length;
    });
    await paper?.whenReady();
    const crowd = paper === null ? null : new Crowd(paper);
    await crowd?.come();
    engine.onCommit((batch) => generator.learn(batch.events));
    for (let i = 0; i < LIVE_COMMANDS; i += TOGETHER) {
      for (let k = 0; k < PAPER_EACH * TOGETHER; k++) crowd?.trade();
      await give(...Array.from({ length: TOGETHER }, () => generator.next()));
      if (paper !== null && i % LAG_MAX === 0) await caughtUp(paper, engine.seq);
    }
    await crowd?.leave();
    if (paper !== null) await caughtUp(paper, engine.seq);
    await paper?.close();
    const { chain } = core.state.log;
    close(venue);
    if (withPaper) verifyJournal(new FileStorage(), paperLayoutOf(root).journal, 'paper', [], null);
    const journal = bytesOf(root);
    const paperOrders = crowd?.orders ?? 0;
    return { journal, events: events.digest('hex'), chain, ghostFills, paperOrders };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const QUIET = {
  databaseUrl: null,
  flow: { source: 'live' },
  bytesMax: 1e9,
  log: { info: () => {}, warn: () => {} },
} as const;

function close({ engine, writer }: OpenVenue): void {
  engine.stop();
  writer.close();
}

async function caughtUp(paper: PaperVenue, seq: number): Promise<void> {
  await expect.poll(() => paper.progress?.liveSeq, { interval: 5 }).toBe(seq);
}

/** Every record of the live journal. The segments' own salt is random and not in them. */
function bytesOf(root: string): string {
  const hash = createHash('sha256');
  readJournal(new FileStorage(), layoutOf(root).journal, {
    venue: 'live',
    rulesVersion: RULES_VERSION,
    fromSeq: 1,
    onRecord: (_seq, bytes, offset, length) => {
      hash.update(bytes.subarray(offset, offset + length));
    },
  });
  return hash.digest('hex');
}

test('the live journal and its events are the same with and without heavy paper trading', async () => {
  const alone = await run(false);
  const together = await run(true);
  console.log(`${together.ghostFills} fills against ghosts`);
  expect(together.paperOrders).toBeGreaterThan(LIVE_COMMANDS * 2);
  expect(together.ghostFills).toBeGreaterThan(200);
  expect(together.journal).toBe(alone.journal);
  expect(together.events).toBe(alone.events);
  expect(together.chain).toBe(alone.chain);
});
