/** The parts of the soak: which tests run deeper than `npm test` runs them, and how deep. */

/** A depth that a test reads from its environment. */
export interface Depth {
  readonly variable: string;
  /** What it counts. */
  readonly counts: string;
  /** In `npm test`, and in the soak. */
  readonly ordinary: number;
  readonly soak: number;
}

export interface SoakPart {
  readonly name: string;
  /** What it does, in one line. */
  readonly does: string;
  /** Files or folders of tests, from the root of the repository. */
  readonly tests: readonly string[];
  readonly depths: readonly Depth[];
  /** Whether another seed makes another run: such a part can be run over many seeds. */
  readonly random: boolean;
}

function depth(variable: string, counts: string, ordinary: number, soak: number): Depth {
  return { variable, counts, ordinary, soak };
}

const CORE = 'packages/testkit/src/core';
const PAPER = 'packages/testkit/src/paper';
const STORAGE = 'packages/testkit/src/storage';
const STORMS = depth('HALCYON_STORMS', 'storms', 2, 1_000);

export const PARTS: readonly SoakPart[] = [
  {
    name: 'book',
    does: 'the book beside the slow exchange and an independent ledger',
    tests: [`${CORE}/oracle.test.ts`],
    depths: [depth('HALCYON_ORACLE_COMMANDS', 'commands', 80_000, 10_000_000)],
    random: true,
  },
  {
    name: 'contracts-oracle',
    does: 'contracts beside the slow exchange',
    tests: [`${CORE}/futures-oracle.test.ts`],
    depths: [depth('HALCYON_FUTURES_ORACLE_COMMANDS', 'commands, a run of four', 3_000, 200_000)],
    random: true,
  },
  {
    name: 'contracts',
    does: 'random commands of contracts on four exchanges, every invariant after each',
    tests: [`${CORE}/futures.test.ts`],
    depths: [depth('HALCYON_FUTURES_COMMANDS', 'commands of each', 20_000, 2_500_000)],
    random: true,
  },
  {
    name: 'margin-oracle',
    does: 'margin accounts beside the slow exchange',
    tests: [`${CORE}/margin-oracle.test.ts`],
    depths: [depth('HALCYON_MARGIN_ORACLE_COMMANDS', 'commands', 10_000, 2_000_000)],
    random: true,
  },
  {
    name: 'withdrawals',
    does: 'withdrawals and deposits beside a plain model',
    tests: [`${CORE}/withdrawals.test.ts`],
    depths: [depth('HALCYON_WITHDRAWAL_STEPS', 'steps', 4_000, 1_000_000)],
    random: true,
  },
  {
    name: 'copy-batches',
    does: 'batches of copy trading: who is in them, and how they are shared, beside the rules one by one',
    tests: [
      ...[`${CORE}/copy-admission.test.ts`, `${CORE}/copy-allocation.test.ts`],
      `${CORE}/copy-batch.test.ts`,
      `${CORE}/copy-exits.test.ts`,
      `${CORE}/copy-exit-storm.test.ts`,
      ...[`${CORE}/copy-orders.test.ts`, `${CORE}/copy-crowd.test.ts`],
    ],
    depths: [
      depth('HALCYON_COPY_BATCHES', 'batches of each property', 600, 100_000),
      depth('HALCYON_COPY_TRADES', 'batches traded in a core', 250, 100_000),
      depth('HALCYON_COPY_EXITS', 'commands with exits of followers', 400, 50_000),
      depth('HALCYON_COPY_ORDERS', 'commands with orders that wait', 600, 50_000),
      depth('HALCYON_COPY_CROWD', 'commands while many get their parts', 50, 10_000),
    ],
    random: true,
  },
  {
    name: 'storms',
    does: 'liquidations of 10,000 accounts at once, and of 2,000 owners of both products',
    tests: [`${CORE}/storm.test.ts`, `${CORE}/margin-storm.test.ts`],
    depths: [STORMS],
    random: true,
  },
  {
    name: 'coalitions',
    does: 'owners against fund and pools of margin accounts, with a flat index',
    tests: [`${CORE}/margin-thin.test.ts`],
    depths: [depth('HALCYON_THIN_PATHS', 'coalitions', 3, 1_000)],
    random: true,
  },
  {
    name: 'adversaries',
    does: 'coalitions that attack a thin contract, and margin accounts in a thin book',
    tests: [`${CORE}/adversarial-storm.test.ts`, `${CORE}/adversarial-loans.test.ts`],
    depths: [depth('HALCYON_ADVERSARIES', 'paths of each', 10, 1_000)],
    random: true,
  },
  {
    name: 'reserves-privacy',
    does: 'what proofs of small trees of liabilities tell of others, over many roots',
    tests: [`${CORE}/reserves-privacy.test.ts`],
    depths: [depth('HALCYON_PRIVATE_ROOTS', 'roots; a tenth of them of larger trees', 300, 40_000)],
    random: false,
  },
  {
    name: 'truth-spot',
    does: 'paper orders compared with the same order placed live',
    tests: [`${PAPER}/truth.test.ts`],
    depths: [depth('HALCYON_PAPER_ORDERS', 'orders', 800, 100_000)],
    random: true,
  },
  {
    name: 'truth-contracts',
    does: 'the same in contracts; at its full depth 1,000 positions are liquidated',
    tests: [`${PAPER}/truth-futures.test.ts`],
    depths: [depth('HALCYON_PAPER_CONTRACT_ORDERS', 'orders', 600, 375_000)],
    random: true,
  },
  {
    name: 'truth-margin',
    does: 'the same with accounts that borrow; at its full depth 1,000 are liquidated',
    tests: [`${PAPER}/truth-margin.test.ts`],
    depths: [depth('HALCYON_PAPER_MARGIN_ORDERS', 'orders', 600, 187_500)],
    random: true,
  },
  {
    name: 'replay',
    does: 'replays from the beginning and from snapshots meet the live run',
    tests: [`${CORE}/replay.test.ts`],
    depths: [
      depth('HALCYON_REPLAYED', 'commands of spot, of contracts and of loans', 10_000, 400_000),
    ],
    random: false,
  },
  {
    name: 'power-cuts',
    does: 'a power cut at each call of a snapshot that seals, and what it may leave',
    tests: [`${CORE}/sealing.test.ts`],
    depths: [depth('HALCYON_CUT_IMAGES', 'images of each cut', 2, 40)],
    random: false,
  },
  {
    name: 'hostile-requests',
    does: 'each field of each route of the trading API at its extremes, beside each choice of the others',
    tests: ['packages/gateway/test/rest/fuzz.test.ts'],
    depths: [depth('HALCYON_EXTREMES', 'extremes beside a choice', 2, 8)],
    random: true,
  },
  {
    name: 'crash-images',
    does: 'images of a crashed journal that are recovered',
    tests: [`${STORAGE}/crash-images.test.ts`],
    depths: [depth('HALCYON_CRASH_IMAGES', 'images', 4_000, 10_000_000)],
    random: true,
  },
  {
    name: 'damage',
    does: 'damaged journals that must be refused or read right',
    tests: [`${STORAGE}/journal-damage.test.ts`],
    depths: [depth('HALCYON_FUZZ_IMAGES', 'images', 8_000, 1_000_000)],
    random: true,
  },
  {
    name: 'kills',
    does: 'the process killed under load, at random moments and at exact system calls; disks that fail',
    tests: ['test/crash'],
    depths: [
      depth('HALCYON_KILLS', 'kills; parts of it in fundings, loans, levels', 10, 10_000),
      depth('HALCYON_VENUE_KILLS', 'kills while both venues take orders', 3, 500),
      depth('HALCYON_DISK_ERRORS', 'syncs that fail', 5, 2_000),
      depth('HALCYON_SNAPSHOTS', 'snapshots while orders come', 2, 500),
    ],
    random: true,
  },
  {
    name: 'records',
    does: 'records: batches out of order, rows made anew, kills, guesses at a password',
    tests: [
      'packages/records/test/projection.test.ts',
      'packages/records/test/kill.test.ts',
      'packages/records/test/identity.test.ts',
      'packages/records/test/value-curve.test.ts',
    ],
    depths: [
      depth('HALCYON_DELIVERIES', 'batches', 2_000, 1_000_000),
      depth('HALCYON_REBUILT_COMMANDS', 'commands whose rows are made anew', 2_000, 10_000_000),
      depth('HALCYON_KILLS', 'kills', 10, 1_000),
      depth('HALCYON_WORTH_COMMANDS', 'commands of a history of worth', 4_500, 6_000),
      depth('HALCYON_GUESSES', 'guesses', 900, 100_000),
    ],
    random: true,
  },
  {
    name: 'network',
    does: 'requests and answers cut in the middle, readers that stall, switches under load',
    tests: ['test/network', 'packages/gateway/src/ws/slow-readers.test.ts'],
    depths: [
      depth('HALCYON_CUTS', 'cuts', 200, 10_000),
      depth('HALCYON_SWITCHES', 'switches', 6, 200),
      depth('HALCYON_READERS', 'readers', 1_000, 1_000),
    ],
    random: true,
  },
  {
    name: 'races',
    does: '50 requests at once that want the same thing',
    tests: ['packages/gateway/test/rest/races.test.ts'],
    depths: [depth('HALCYON_RACES', 'races', 300, 10_000)],
    random: false,
  },
  {
    name: 'books',
    does: 'ccxt follows the book with checksums',
    tests: ['test/clients/ccxt-pro.test.ts'],
    depths: [depth('HALCYON_WATCH_SECONDS', 'seconds', 5, 600)],
    random: false,
  },
  {
    name: 'looks',
    does: 'every page in both themes, in Arabic and at all widths',
    tests: ['test/browser'],
    depths: [depth('HALCYON_EVERY_LOOK', 'looks: some, or each', 0, 1)],
    random: false,
  },
  {
    name: 'properties',
    does: 'properties of money, text and formats on cases that fast-check makes',
    tests: [
      'packages/domain',
      'packages/protocol',
      'packages/views',
      'packages/prices',
      'packages/journal',
      `${CORE}/sequences.test.ts`,
      `${CORE}/money.test.ts`,
      'apps/web/src/data',
    ],
    depths: [
      depth('HALCYON_AGREEMENTS', 'commands after which views and core agree', 2_000, 4_000),
    ],
    random: true,
  },
];
