/**
 * Every number that the command line takes, in every operation that takes it: what is too large, negative,
 * too fine or no number is refused by the name of its option and its limit, before anything is submitted.
 * An option of the command line that is in none of the lists below fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainTerms, CommandKind, wireUserId } from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryPort } from '../../../../test/support/memory-port.ts';
import { giveCoupon, setLevel } from '../levels/level-operations.ts';
import { paperReplay, paperSpeed, paperStep } from '../paper/paper-operations.ts';
import { addContract, setContract } from './contract-operations.ts';
import { addAsset, addInstrument } from './listing-operations.ts';
import { fundLoans, setLoan, setPairLoan } from './loan-operations.ts';
import { checkArguments, type OperationArgs } from './operation-args.ts';
import { setInstrumentLimits } from './operations.ts';
import { requestPayout } from './payouts.ts';
import { createKey, createUser, listUsers, type PeopleContext } from './people.ts';
import { listWithdrawals } from './withdrawals.ts';

const GOLD = { base: 'GOLD', quote: 'USDT', 'price-scale': '1', 'quantity-scale': '3' };
const LISTED = { ...GOLD, symbol: 'GOLDUSDT', 'last-price': '2400' };
const USDT_LOAN = {
  ...{ coin: 'USDT', tiers: '100000:5:0.05', collateral: '50000000:1', curve: '0.03:0.08:0.6:0.8' },
  ...{ 'lent-max': '900000', 'level-max': '500000', 'loan-min': '10', 'liquidation-fee': '0.02' },
};
const GOLD_LOAN = { ...USDT_LOAN, coin: 'GOLD', market: 'GOLDUSDT', tiers: '40:5:0.06' };
const EMAIL = 'ann@example.com';
const PAYOUT = {
  ...{ from: wireUserId(16), coin: 'USDT', address: 'hal1', operator: 'ada', reason: 'x' },
};

type Operation = (context: never, args: OperationArgs) => unknown;
/** An operation with what it needs besides its numbers, and the options that are numbers. */
type Row = readonly [name: string, run: Operation, args: OperationArgs, numbers: readonly string[]];

const LIMITS = [
  'tick',
  'lot',
  'quantity-min',
  'quantity-max',
  'notional-min',
  'band',
  'open-orders',
];
const TERMS = [
  ...['maker-fee', 'taker-fee', 'liquidation-fee', 'liquidation-band', 'open-interest'],
  ...['funding-hours', 'interest', 'premium-clamp', 'funding-cap', 'impact-size'],
];
const SCALES = ['price-scale', 'quantity-scale', 'last-price'];
const AU = { ...LISTED, symbol: 'AUUSDT' };

const OPERATIONS: readonly Row[] = [
  ['asset add', addAsset, { code: 'X' }, ['scale']],
  ['instrument add', addInstrument, AU, [...SCALES, ...LIMITS]],
  ['instrument set', setInstrumentLimits, { symbol: 'GOLDUSDT' }, LIMITS],
  ['contract add', addContract, AU, [...SCALES, ...LIMITS, ...TERMS]],
  ['contract set', setContract, { symbol: 'GOLDUSDT' }, TERMS],
  ['loan set', setLoan, { coin: 'GOLD' }, ['lent-max', 'level-max', 'loan-min', 'liquidation-fee']],
  ['loan pair', setPairLoan, { symbol: 'GOLDUSDT' }, ['liquidation-fee']],
  ['loan fund', fundLoans, { coin: 'GOLD', reason: 'test' }, ['amount']],
  ['user level', setLevel, { email: EMAIL }, ['level']],
  ['user coupon', giveCoupon, { email: EMAIL, until: '2090-01-01' }, ['level', 'percent']],
  ['payout request', requestPayout, PAYOUT, ['amount']],
  ['user list', listUsers, {}, ['limit', 'after']],
  ['withdrawal list', listWithdrawals, {}, ['limit', 'after']],
  [
    'key create',
    createKey,
    { email: EMAIL, label: 'x', permissions: 'read' },
    ['window', 'expires'],
  ],
  ['paper speed', paperSpeed as Operation, {}, ['speed']],
  ['paper replay', paperReplay as Operation, { books: 'x', symbol: 'X' }, ['speed', 'from']],
  ['paper step', paperStep as Operation, {}, ['moments']],
];

/** Numbers inside of other texts. */
const INSIDE: readonly (readonly [
  string,
  Operation,
  OperationArgs,
  string,
  (text: string) => string,
])[] = [
  [
    'user create',
    createUser,
    { email: EMAIL, password: 'a long password' },
    'fund',
    (n) => `USDT=${n}`,
  ],
  ['contract set', setContract, { symbol: 'GOLDUSDT' }, 'tiers', (n) => `${n}:50:0.01`],
  ['contract set', setContract, { symbol: 'GOLDUSDT' }, 'tiers', (n) => `20000:${n}:0.01`],
  ['contract set', setContract, { symbol: 'GOLDUSDT' }, 'tiers', (n) => `20000:50:${n}`],
  ['loan set', setLoan, { coin: 'GOLD' }, 'tiers', (n) => `${n}:5:0.06`],
  ['loan set', setLoan, { coin: 'GOLD' }, 'tiers', (n) => `40:${n}:0.06`],
  ['loan set', setLoan, { coin: 'GOLD' }, 'collateral', (n) => `${n}:0.9`],
  ['loan set', setLoan, { coin: 'GOLD' }, 'collateral', (n) => `40:${n}`],
  ['loan set', setLoan, { coin: 'GOLD' }, 'curve', (n) => `0.03:0.08:${n}:0.8`],
  ['loan pair', setPairLoan, { symbol: 'GOLDUSDT' }, 'base-tiers', (n) => `${n}:10:0.04`],
  ['loan pair', setPairLoan, { symbol: 'GOLDUSDT' }, 'quote-tiers', (n) => `9:10:${n}`],
];

/** Options that are no numbers, or whose commands run in a process of their own. */
const OTHERS = [
  ...['email', 'password', 'password-stdin', 'venue', 'label', 'permissions', 'ip', 'type'],
  ...['public-key', 'tier', 'until', 'end', 'release', 'attribution', 'all', 'links', 'key', 'id'],
  ...['source', 'prices'],
  ...[
    'secret-file',
    'operator',
    'coin',
    'address',
    'reason',
    'base',
    'quote',
    'name',
    'market',
    'to',
    'only',
  ],
  ...[
    'receipt',
    'seals',
    'symbol',
    'where',
    'books',
    'trades',
    'paused',
    'archive-old-parts',
    'help',
  ],
  ...['minutes', 'days', 'account', 'transaction', 'state'],
];

const HOSTILE = [
  `1${'0'.repeat(30)}`,
  '9007199254740993',
  `${'9'.repeat(39)}`,
  '-1',
  `0.${'1'.repeat(38)}`,
  `1${'0'.repeat(4_000)}`,
  `1${'0'.repeat(60_000)}`,
  '1e30',
  'NaN',
  'Infinity',
];
/** Texts that are a value of these after all: `-1` is a time of 2001, and anybody may ask behind a large uid. */
const FINE: Readonly<Record<string, readonly string[]>> = {
  expires: ['-1'],
  from: ['-1'],
  after: ['9007199254740993', `1${'0'.repeat(30)}`],
};

let port: MemoryPort;
let context: PeopleContext;
let written: string[];

beforeEach(async () => {
  port = new MemoryPort();
  written = [];
  await port.engine.submit({ kind: CommandKind.openUser, simulated: false });
  await addAsset(port, { code: 'USDT', scale: '8' });
  await addAsset(port, { code: 'GOLD', scale: '6' });
  await addInstrument(port, LISTED);
  await addContract(port, LISTED);
  await setLoan(port, USDT_LOAN);
  await setLoan(port, GOLD_LOAN);
  const terms = { 'base-tiers': '20:10:0.04', 'quote-tiers': '50000:10:0.04' };
  await setPairLoan(port, { symbol: 'GOLDUSDT', ...terms, 'liquidation-fee': '0.01' });
  const identity = new Proxy({} as PeopleContext['records']['identity'], {
    get: (_, method: string) => async () => {
      if (method === 'userByEmail') return { uid: 16, email: EMAIL };
      written.push(method);
      return [];
    },
  });
  const chainTerms = {} as ChainTerms;
  const venueContext = { engine: port.engine, views: port.views, records: { identity } as never };
  const paper = { whenReady: async () => {}, flow: async (name: string) => written.push(name) };
  const none = {
    operators: new Map() as never,
    deposits: (): never => fail(),
    closedRoots: () => [],
  };
  const more = {
    ...none,
    paper: paper as never,
    revocations: null,
    withdrawals: () => [],
    chainTerms,
  };
  context = { ...venueContext, ...more };
});

function fail(): never {
  throw new Error('nothing asks for deposits here');
}

/** What an operation says against a text; it must change nothing. */
async function refusalOf(run: Operation, args: OperationArgs): Promise<string> {
  const before = port.submitted.length;
  const said = await Promise.resolve()
    .then(() => checkArguments(args))
    .then(() => run(context as never, args))
    .then(
      () => 'taken',
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : ''),
    );
  expect([port.submitted.length - before, written]).toEqual([0, []]);
  return said;
}

/** The refusal names the option and a limit, whatever was given. */
function names(said: string, option: string, given: string): void {
  expect(said).toMatch(
    new RegExp(`^Error: .*${option === 'moments' ? '(?:step|moments)' : option}`),
  );
  const own = said.replaceAll(given.slice(0, 20), '').replace(/"[^"]*"/g, '');
  expect(own).toMatch(/[0-9]|is not a uid|is not an id|is none of|is not a time|ISO 8601/);
  expect(said.length).toBeLessThan(400);
}

const CELLS = OPERATIONS.flatMap(([name, run, args, numbers]) =>
  numbers.map((option) => [name, option, run, args] as const),
);

describe('a number that is none, or beyond its limit', () => {
  test.each(CELLS)('%s --%s', async (_name, option, run, args) => {
    for (const text of HOSTILE) {
      if (FINE[option]?.includes(text)) continue;
      names(await refusalOf(run, { ...args, [option]: text }), option, text);
    }
  });

  test.each(INSIDE)('%s %# inside of a text', async (_name, run, args, option, textOf) => {
    for (const text of HOSTILE) {
      names(await refusalOf(run, { ...args, [option]: textOf(text) }), option, text);
    }
  });
});

test('every option of the command line is one of these, or takes no number', () => {
  const source = readFileSync(join(import.meta.dirname, '../commands/read-args.ts'), 'utf8');
  const list = /const OPTIONS = \{([\s\S]*?)\n\} as const/.exec(source)?.[1] ?? '';
  const options = [...list.matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(([, name]) => name!);
  expect(options.length).toBeGreaterThan(50);
  const known = [...CELLS.map(([, option]) => option), ...INSIDE.map((row) => row[3]), ...OTHERS];
  expect(options.filter((option) => !known.includes(option))).toEqual([]);
  expect(OTHERS.filter((option) => !(options as string[]).includes(option))).toEqual([]);
});

test('the list of people ends at its limit, however many there are', async () => {
  const asked: number[] = [];
  const page = ({ afterUid, limit }: { afterUid: number; limit: number }) => {
    asked.push(afterUid);
    return Array.from({ length: limit }, (_, i) => ({ uid: afterUid + i + 1, attribution: '' }));
  };
  const records = { identity: { listUsers: async (input: never) => page(input) } } as never;
  const listed = async (args: OperationArgs) =>
    (await listUsers({ ...context, records }, args)) as { uid: string }[];
  const rows = await listed({ all: true });
  expect([rows.length, asked]).toEqual([500, [0]]);
  const next = await listed({ all: true, after: rows.at(-1)?.uid, limit: '2' });
  expect(next.map(({ uid }) => uid)).toEqual([wireUserId(501), wireUserId(502)]);
});
