/**
 * Contracts on both venues at once, random streams: every invariant of a venue holds on paper too, no
 * ghost has more than its order, nobody on paper is deleveraged, and the paper journal alone gives the
 * same state again.
 */
import { Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  CommandDecoder,
  CommandKind,
  type Event,
  EventKind,
  FIRST_USER_ID,
  isGhostOrder,
  ownerOf,
  SystemAccount,
  TradeOrigin,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { FuturesGenerator } from '../core/futures-generator.ts';
import { checkInvariants } from '../core/invariants.ts';
import { checkMargins } from '../core/position-invariants.ts';
import { PaperPair } from './paper-pair.ts';

const COUNT = 20_000;
const CHECK_EVERY = 20;

/** What paper users alone may do: the rest comes from the live venue. */
const OWN: ReadonlySet<number> = new Set([
  CommandKind.setRules,
  CommandKind.openUser,
  CommandKind.deposit,
  CommandKind.transfer,
  CommandKind.setPositionMode,
  CommandKind.setMarginMode,
]);

interface Run {
  readonly pair: PaperPair;
  readonly records: readonly Uint8Array[];
  readonly said: Record<string, number>;
}

class Both {
  readonly pair = new PaperPair(0);
  readonly records: Uint8Array[] = [];
  readonly said: Record<string, number> = {};
  private readonly live: FuturesGenerator;
  private readonly own: FuturesGenerator;

  constructor(seed: number, fund: bigint) {
    this.live = new FuturesGenerator(seed);
    this.own = new FuturesGenerator(seed + 1);
    const { pair, records } = this;
    pair.onRecord = (bytes) => records.push(bytes);
    const rules = { kind: CommandKind.setRules, version: 5 } as const;
    pair.onPaper(rules, 0);
    for (const command of this.live.opening(fund)) pair.followed(command);
    for (const command of this.own.opening()) {
      if (!OWN.has(command.kind)) continue;
      if (command.kind === CommandKind.deposit && ownerOf(command.account) < FIRST_USER_ID)
        continue;
      const { seq: _s, time, ...input } = command;
      pair.onPaper(input, time);
    }
  }

  step(): void {
    const { pair, live, own } = this;
    const command = live.next();
    const { events, paper } = pair.followed(command);
    live.learn(events);
    for (const done of paper) this.hear(done.events);
    if (!live.random.chance(0.5)) return;
    const { seq: _s, time: _t, ...input } = own.next();
    if (input.kind === CommandKind.prices) return;
    this.hear(pair.onPaper(input, command.time).events);
  }

  check(): void {
    const { live, paper } = this.pair;
    checkInvariants(live.core.state);
    checkInvariants(paper.state);
    const { risk } = paper.trading.contracts;
    if (!risk.pending) checkMargins(paper.state, new Set(risk.waiting.keys()));
    this.pair.checkGhosts();
    this.checkPrices();
  }

  /** Contracts here have the prices and rounds that they have there. */
  private checkPrices(): void {
    const { live, paper } = this.pair;
    for (const [id, { contract }] of live.core.state.markets.entries()) {
      if (contract === null) continue;
      const { index, mark, late, fundingRate, round } = contract;
      const here = paper.state.markets[id]!.contract!;
      expect(here).toMatchObject({ index, mark, late, fundingRate, round });
    }
  }

  private hear(events: readonly Event[]): void {
    this.own.learn(events.filter((event) => !('account' in event) || ownerOf(event.account) < 28));
    for (const event of events) {
      this.count(`event ${event.kind}`);
      if (event.kind !== EventKind.contractTrade) continue;
      if (isGhostOrder(event.makerOrder) !== isGhostOrder(event.takerOrder)) this.count('met');
      if (event.origin !== TradeOrigin.deleveraging) continue;
      expect(event.makerAccount).toBe(SystemAccount.ghosts);
      this.count('deleveraged');
    }
  }

  private count(what: string): void {
    this.said[what] = (this.said[what] ?? 0) + 1;
  }
}

function run(seed: number, fund: bigint): Run {
  const both = new Both(seed, fund);
  let done = 0;
  try {
    for (; done < COUNT; done++) {
      both.step();
      if (done % CHECK_EVERY === 0) both.check();
    }
    both.check();
  } catch (error) {
    throw new Error(`seed ${seed}, live command ${done}`, { cause: error });
  }
  return both;
}

describe.each([
  [11, 50_000_000_000n],
  [12, 1n],
])('contracts on paper, random streams, seed %i, fund %i', (seed, fund) => {
  const { pair, records, said } = run(seed, fund);

  test('INV-01 INV-04 INV-09 INV-11 INV-12 INV-24 all invariants hold on both venues', () => {
    console.log(JSON.stringify(said), pair.paper.ghosts.footprints);
    expect(said['met']).toBeGreaterThan(500);
    expect(said[`event ${EventKind.liquidation}`]).toBeGreaterThan(20);
    expect(said[`event ${EventKind.fundingSet}`]).toBeGreaterThan(5);
    expect(said['deleveraged']).toBeGreaterThan(fund === 1n ? 3 : -1);
    expect(pair.paper.ghosts.footprints).toBeGreaterThan(100);
  });

  test('INV-15 the paper journal alone gives the same state, from the start and from snapshots', () => {
    const decoder = new CommandDecoder();
    let core = new Core();
    for (const [i, bytes] of records.entries()) {
      core.apply(decoder.decode(bytes, 0, bytes.length));
      core.state.log.reset();
      if (i % 3_000 === 2_999) core = restoreCore(snapshotCore(core));
    }
    expect(core.state.log.chain).toBe(pair.paper.state.log.chain);
    expect(stateHash(core)).toBe(stateHash(pair.paper));
  });
});
