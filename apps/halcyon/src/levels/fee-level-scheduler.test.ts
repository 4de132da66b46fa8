/** The daily work on fee levels: what it gives, that it goes on after a stop, and that it stalls nothing. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  encodeCommand,
  FeeGrantKind,
  InstrumentState,
  type LevelReceipt,
  levelSums,
  type Outcome,
  RARE_COMMAND_BYTES_MAX,
  SystemAccount,
  valueText,
} from '@halcyon/domain';
import type { VolumeRecord, VolumesQuery } from '@halcyon/records';
import { Views } from '@halcyon/views';
import { expect, test } from 'vitest';
import { FeeLevelScheduler } from './fee-level-scheduler.ts';

const DAY_MS = 86_400_000;
const FIRST = 16;
const BY = { actor: 'test', reason: 'test' };
const TODAY = 20_000;
const USDT = 0;
const PAIR = {
  symbol: 'BTCUSDT',
  base: 1,
  quote: USDT,
  priceScale: 2,
  quantityScale: 6,
  state: InstrumentState.open,
  quantityMin: 10,
  quantityMax: 100_000_000,
  notionalMin: 500_000_000,
  bandPpm: 100_000,
  openOrdersMax: 500,
};
const TIERS = [
  { makerPpm: 1_000, takerPpm: 1_000, volumeFrom: 0, contractVolumeFrom: 0, assetsFrom: 0 },
  { makerPpm: 400, takerPpm: 600, volumeFrom: 1_000, assetsFrom: 500 },
  { makerPpm: 250, takerPpm: 500, volumeFrom: 5_000, assetsFrom: 2_000 },
];

/** A live venue in memory; `stopAfter` makes its engine refuse from that command on. */
class Venue {
  readonly core = new Core();
  readonly views = new Views();
  readonly sent: Command[] = [];
  readonly took: number[] = [];
  readonly volumes: VolumeRecord[] = [];
  now = (TODAY + 1) * DAY_MS + 5;
  stopAfter = Number.POSITIVE_INFINITY;
  asked = 0;

  constructor(people: number) {
    this.do({ kind: CommandKind.setRules, version: NEWEST_RULES });
    this.do({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 });
    this.do({ kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 });
    this.do({ kind: CommandKind.setFeeSchedule, tiers: TIERS, discounts: [10], ...BY });
    this.do({ kind: CommandKind.listInstrument, ...PAIR });
    this.do({ kind: CommandKind.seedLastPrice, instrument: 0, price: 60_000_00 });
    for (let i = 0; i < people; i++) this.do({ kind: CommandKind.openUser, simulated: false });
  }

  readonly engine = {
    seq: 0,
    submit: (input: CommandInput): Promise<Outcome> => {
      if (this.sent.length >= this.stopAfter) return Promise.reject(new Error('stopped'));
      return Promise.resolve(this.do(input, true));
    },
  };

  /** Carries a command out; only what the scheduler sends may be refused. */
  do(input: CommandInput, noted = false): Outcome {
    const seq = this.core.state.seq + 1;
    const command = { ...input, seq, time: this.now } as Command;
    // What does not fit a command of the journal must not be sent.
    encodeCommand(command, new Uint8Array(RARE_COMMAND_BYTES_MAX + 64), 0);
    const from = performance.now();
    const { code, id } = this.core.apply(command);
    if (noted) {
      this.took.push(performance.now() - from);
      this.sent.push(command);
    }
    if (!noted) expect(code, `kind ${input.kind}`).toBe(0);
    const events = this.core.state.log.decode();
    this.core.state.log.reset();
    this.views.apply({ firstSeq: seq, lastSeq: seq, time: this.now, events });
    return { seq, time: this.now, code, limit: 0, value: 0, id, otherId: 0 };
  }

  /** Gives somebody's spot account money. */
  fund(user: number, usdt: number): void {
    const account = accountOf(user, AccountKind.spot);
    const amount = BigInt(usdt) * 10n ** 8n;
    const [from, reference] = [SystemAccount.external, `${user}/${this.now}/${usdt}`];
    this.do({ kind: CommandKind.deposit, account, from, asset: USDT, amount, reference, ...BY });
  }

  traded(user: number, day: number, usdt: number): void {
    this.volumes.push({ user, instrument: 0, day, value: BigInt(usdt) * 10n ** 8n });
  }

  scheduler(): FeeLevelScheduler {
    return new FeeLevelScheduler({
      engine: this.engine,
      views: this.views,
      history: {
        volumes: ({ users, fromDay, toDay }: VolumesQuery) => {
          this.asked += 1;
          return Promise.resolve(
            this.volumes.filter(
              ({ user, day }) => users.includes(user) && day >= fromDay && day <= toDay,
            ),
          );
        },
      },
      recorded: () => Promise.resolve(),
      paper: null,
      onProblem: () => undefined,
      now: () => this.now,
    });
  }

  earned(user: number): number {
    return this.views.standings.of(user).earned;
  }

  /** The receipts by owner, as the commands have them. */
  receipts(): Map<number, LevelReceipt> {
    return new Map(
      this.sent.flatMap((command) => {
        const users = command.kind === CommandKind.levelUsers ? command.users : [];
        return users.map(({ user, receipt }) => [user, JSON.parse(receipt)] as const);
      }),
    );
  }
}

test('volume of 30 days or assets, those of sub-accounts too, each with a receipt to work out again', async () => {
  const venue = new Venue(4);
  venue.do({ kind: CommandKind.openUser, simulated: false, root: FIRST + 1 });
  venue.do({ kind: CommandKind.openUser, simulated: true });
  const [trader, root, saver, idle, sub, bot] = [16, 17, 18, 19, 20, 21];
  venue.traded(trader!, TODAY - 29, 600);
  venue.traded(trader!, TODAY, 400);
  venue.traded(idle!, TODAY - 30, 9_000);
  venue.traded(idle!, TODAY + 1, 9_000);
  venue.traded(sub!, TODAY - 1, 4_000);
  venue.traded(root!, TODAY - 1, 1_000);
  venue.traded(bot!, TODAY, 9_000);
  venue.fund(saver!, 1_999);
  venue.fund(saver!, 1);
  await venue.scheduler().look();
  expect([trader, root, saver, idle, bot].map((user) => venue.earned(user!))).toEqual([
    1, 2, 2, 0, 0,
  ]);
  expect(venue.views.feeTier(sub!)).toBe(2);
  const receipts = venue.receipts();
  expect([...receipts.keys()]).toEqual([trader, root, saver]);
  for (const [user, receipt] of receipts) {
    expect(levelSums(receipt).level).toBe(venue.earned(user));
  }
  expect(receipts.get(trader!)).toMatchObject({
    day: TODAY,
    trades: [
      [TODAY - 29, 'spot', 'USDT', '600'],
      [TODAY, 'spot', 'USDT', '400'],
    ],
    terms: [
      [0, 0, 0],
      [1_000, null, 500],
      [5_000, null, 2_000],
    ],
  });
  expect(receipts.get(root!)!.trades).toEqual([[TODAY - 1, 'spot', 'USDT', '5000']]);
  expect(valueText(levelSums(receipts.get(saver!)!).assets)).toBe('2000');
  expect(venue.views.standings.day).toMatchObject({ day: TODAY, done: true });
});

test('a day is worked out once; one that passed without the exchange is made up for once', async () => {
  const venue = new Venue(1);
  venue.traded(FIRST, TODAY, 1_000);
  const scheduler = venue.scheduler();
  await Promise.all([scheduler.look(), scheduler.look()]);
  await scheduler.look();
  expect(venue.sent).toHaveLength(1);
  venue.now += 7 * DAY_MS;
  await venue.scheduler().look();
  await venue.scheduler().look();
  expect(venue.sent.map((command) => (command as { day?: number }).day)).toEqual([
    TODAY,
    TODAY + 7,
  ]);
  venue.now += 23 * DAY_MS;
  await venue.scheduler().look();
  expect(venue.earned(FIRST)).toBe(0);
});

test('a stop in the middle of a day: the next start goes on behind the last batch', async () => {
  const venue = new Venue(180);
  for (let user = FIRST; user < FIRST + 180; user++) venue.traded(user, TODAY, 1_000);
  venue.stopAfter = 1;
  await venue.scheduler().look();
  const { upTo, done } = venue.views.standings.day;
  expect(done).toBe(false);
  expect(upTo).toBeGreaterThanOrEqual(FIRST);
  // Who is done stays as worked out, whatever happened since.
  for (const volume of [...venue.volumes]) venue.traded(volume.user, TODAY, 9_000);
  venue.stopAfter = Number.POSITIVE_INFINITY;
  await venue.scheduler().look();
  for (let user = FIRST; user < FIRST + 180; user++) {
    expect(venue.earned(user), String(user)).toBe(user <= upTo ? 1 : 2);
  }
  expect(venue.views.standings.day.done).toBe(true);
});

test('what was given ends at its minute; who had a level set by hand before keeps it', async () => {
  const venue = new Venue(2);
  const until = venue.now + 60_000;
  const grant = { kind: FeeGrantKind.level, value: 2, until };
  venue.do({ kind: CommandKind.grantFees, user: FIRST, grant, ends: 0, ...BY });
  venue.do({ kind: CommandKind.setFeeTier, user: FIRST + 1, tier: 1, ...BY });
  venue.traded(FIRST + 1, TODAY, 9_000);
  await venue.scheduler().look();
  expect([FIRST, FIRST + 1].map((user) => venue.views.feeTier(user))).toEqual([2, 1]);
  venue.now = until - 1;
  await venue.scheduler().look();
  expect(venue.views.feeTier(FIRST)).toBe(2);
  venue.now = until;
  await venue.scheduler().look();
  expect(venue.views.feeTier(FIRST)).toBe(0);
  expect(venue.sent.at(-1)).toMatchObject({ kind: CommandKind.grantFees, grant: null, ends: 1 });
});

test('100,000 owners, a fifth with another level: no command keeps the engine for 5 ms', async () => {
  const people = 100_000;
  const venue = new Venue(people);
  for (let user = FIRST; user < FIRST + people; user += 5) venue.fund(user, 600);
  const scheduler = venue.scheduler();
  await scheduler.look();
  expect(venue.earned(FIRST)).toBe(1);
  expect(venue.sent.length).toBeGreaterThan(100);
  const most = venue.sent.map((one) =>
    one.kind === CommandKind.levelUsers ? one.users.length : 0,
  );
  expect(Math.max(...most)).toBe(16);
  expect(venue.sent.every(({ kind }) => kind === CommandKind.levelUsers)).toBe(true);
  // Half of them: whoever else uses the machine makes the slowest.
  const took = venue.took.toSorted((a, b) => a - b);
  expect(took[took.length >> 1]!).toBeLessThan(5);
}, 120_000);
