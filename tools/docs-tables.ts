/**
 * The generated tables of the documentation: errors, channels, routes of the web app, languages, settings, bounds, where each invariant is
 * asserted and tested, and which tests hold each goal of reliability. `node tools/docs-tables.ts` writes them between their markers; a test in `test/docs`
 * fails when a file is out of date.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, messageKey } from '../packages/domain/src/web/index.ts';
import { localeDetails } from '../packages/domain/src/web/locale-details.ts';
import { BOUNDS } from '../packages/gateway/src/bounds.ts';
import { SETTINGS } from '../packages/gateway/src/config.ts';
import { ERRORS } from '../packages/protocol/src/errors.ts';
import { WEB_ERRORS } from '../packages/protocol/src/web-errors.ts';
import { channelsText } from './channel-reference.ts';
import { PARTS } from './soak/parts.ts';
import { webRoutesText } from './web-reference.ts';

const ROOT = join(import.meta.dirname, '..');

/** What each invariant says. Those of futures stand here so that their numbers stay theirs. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'INV-01': 'The balances of an asset, the outside world included, sum to zero.',
  'INV-02': 'Available and held balances are never negative.',
  'INV-03': 'Held money is exactly what resting orders need.',
  'INV-04': 'The positions of a contract sum to zero (futures).',
  'INV-05': 'A book is never crossed; a level is the sum of its orders, in order of arrival.',
  'INV-06': 'An order is never filled beyond its quantity; an ended order stays ended.',
  'INV-07': 'Both sides of a trade move the same amounts, at the price of the maker.',
  'INV-08': 'Nobody trades with himself unless the mode is none.',
  'INV-09': 'Profit, loss, funding and fees of a contract sum to zero (futures).',
  'INV-10': 'Funding payments sum to zero (futures).',
  'INV-11': 'A position is liquidated if and only if its margin is too small (futures).',
  'INV-12': 'The insurance fund is never negative (futures).',
  'INV-13': "A client order id never names two open orders of an account, but for a plan's child.",
  'INV-14': 'Sequences have no gaps; time never goes back.',
  'INV-15': 'A replay of the journal meets the hash of the live run.',
  'INV-16': 'What views and SQL hold at a sequence is what the core held at it.',
  'INV-17': 'Snapshot and updates of the books channel make the book.',
  'INV-18': 'A withdrawal is debited once, and ends settled or given back.',
  'INV-19': 'A deposit is credited once.',
  'INV-21':
    'A paper order fares as it would have live, until a footprint ends (docs/paper-venue.md).',
  'INV-22': 'On paper no depth is taken twice before new live orders come.',
  'INV-23': 'A paper order fills only after what was ahead of it live has traded or gone.',
  'INV-24': 'A ghost never has more than the live order it stands for, at the same price.',
  'INV-25': 'What is lent of a coin is what accounts borrowed of it (loans).',
  'INV-26': 'Every loan is charged for every clock hour that it touches (loans).',
  'INV-27':
    'Interest sums to zero with the pool: pool and lent of a coin = put in + interest received + paid by the fund − lost (loans).',
  'INV-28':
    'Owners of a batch have together the lots that it traded, each no more than ordered (copying).',
  'INV-29': 'Owners of a batch have one price, to less than a unit of the settle coin (copying).',
  'INV-30': 'The mark of a profit share never falls (copying).',
  'INV-31': 'The shares that followers pay are the shares that traders get (copying).',
  'INV-32':
    'What owners are owed less what they owe, and what the exchange has, is what came from outside (reserves).',
  'INV-33': 'Nobody has more in a batch than own limits and free money allow (copying).',
  'INV-34': 'Only copying and its own trades move the money of a copy portfolio (copying).',
  'INV-35': 'A copy portfolio that ends has no money, position or order left (copying).',
  'INV-36':
    'A copied order rests with the lots that its owners have left in it together (copying).',
  'INV-37': 'An owner needs margin for what it has left in a copied order, no more (copying).',
  'INV-38': 'No follower has reached an own exit that is not carried out (copying).',
  'INV-39': 'What a follower was asked for holds margin until the order trades or ends (copying).',
};

/** What each goal of reliability asks, and how often an ordinary run of the tests does it. */
export const GOALS: Readonly<Record<string, string>> = {
  A1: '320,000 random commands, of contracts among them, break no invariant',
  A2: '80,000 commands: the fast book and the naive one say the same',
  A3: '120,000 commands: an independent ledger predicts every balance and refusal',
  A4: '2,000 random sequences that shrink to the shortest one that fails',
  A5: 'money arithmetic at every edge, and all of a small domain',
  A6: 'storms of 10,000 accounts at 50 to 125 times, -60 % in a minute, with and without a fund',
  B1: '4,000 images of a journal after a crash: nothing acknowledged is lost, nothing invented',
  B2: '52 kills of the real process under load: 20 at random moments, 20 at exact system calls, 4 while money comes and goes, 2 while positions settle fundings, 2 while loans are charged, 2 while orders are copied, 2 while levels are given',
  B3: 'each of the first 50 calls to the disk fails, of the real process 10: nothing more is acknowledged',
  B4: 'the disk is full at each of the first 50 calls, or after any byte',
  B5: 'every single flipped bit of a closed segment and a snapshot is found',
  B7: '10,000 commands of spot, as many of contracts and as many of loans replayed twice, and from snapshots: the same events and state',
  B8: 'time of a start, measured by the bench',
  B9: '1,000 deleted, inserted or exchanged records, and forgeries with right checksums',
  B10: '5 snapshots while orders come meet the live hash; 99 of 100 commits take less than 50 ms',
  B11: 'journals, snapshots and databases of earlier versions go on in this one with what those answered; a full disk at the change changes nothing',
  D1: '10 kills of the projector on each database: rows are those of their sequence',
  D2: 'more than 2,000 deliveries, repeated, late and out of order: the same rows',
  D3: '2,000 commands on each database: tables dropped and made anew give the same dump',
  D5: 'connections to the database end under load: rows stay right',
  E3: '1,000 connections of which 100 stop reading: the others miss nothing',
  E5: 'silent connections and ended logins are closed',
  E6: '200 requests and answers cut at a byte: the client order id tells what happened',
  E8: '6 rounds of the switches under load: they hold from their answer on',
  F1: '1,000,000 decimals, ids and times: taken as they are, or refused by name',
  F2: '200,000 hostile requests to all schemas, 3,000 through the whole of REST',
  F3: '2,000 broken HTTP requests: nothing is served after them',
  F4: '5,000 broken WebSocket frames',
  F5: '8,000 damaged journals',
  F6: '100,000 signatures beside a second signer: none forged, none refused',
  S1: 'length, breached and made-up passwords; one hash at a time',
  S2: 'each grave route with an old proof, and with a password in place of a code',
  S3: 'vectors of RFC 6238; 10,000 replays of a code, 50 of one at once, guesses for ten minutes',
  S4: 'passkeys: 60 that are made, shown or signed wrongly, each refused; 50 of one at once are one',
  S5: 'sessions: rotation, planted tokens, idle and absolute ends, step-up',
  S6: 'each route that changes something, six forgeries each',
  S7: 'headers of every kind of page',
  S8: 'each id of each private route, of another person’s things: as if there were none, and nothing changes',
  S9: 'each route with each permission missing; IP lists',
  S10: 'each route with each signature wrong; a million replays',
  S11: '4,000 random steps of withdrawals on a clock that jumps: nothing leaves early or twice',
  S12: 'limits by endpoint and address; at most 10 of 900 guesses are looked at in any hour',
  S13: 'each column of an entry changed, entries taken out, put in and exchanged: all show',
  S14: 'each private channel and each kind of order entry against those who may not, logins, freezes, other origins',
  S15: 'each route with each dependency broken: nothing leaks',
  S16: 'repeated keys and names of prototypes, in all schemas',
  S17: '50 requests at once, 600 times: ids and balances count once, limits are not passed',
  S18: 'no command sets a balance; a pool is funded and a withdrawal approved by name and reason, by two',
};

/** Tables and the documents that they are in. */
export const GENERATED: Readonly<Record<string, string>> = {
  errors: 'docs/api-guide.md',
  channels: 'docs/channels.md',
  'web-routes': 'docs/web-api.md',
  'web-errors': 'docs/web-api.md',
  locales: 'docs/languages.md',
  settings: 'docs/operator-guide.md',
  invariants: 'docs/testing.md',
  goals: 'docs/testing.md',
  soak: 'docs/testing.md',
  bounds: 'docs/security/bounds.md',
};

/** Every error of the wire, in the order of the table of the protocol. */
export function errorsTable(): string {
  return tableOf(Object.fromEntries(Object.entries(ERRORS).filter(([name]) => !isOfWeb(name))));
}

function isOfWeb(reason: string): boolean {
  return Object.hasOwn(WEB_ERRORS, reason);
}

function tableOf(errors: Readonly<Record<string, (typeof ERRORS)[keyof typeof ERRORS]>>): string {
  const rows = Object.entries(errors).map(([reason, { code, status, retryable, message }]) => {
    return [`\`${reason}\``, code, String(status), retryable ? 'yes' : '', cell(message)];
  });
  return table(['reason', 'code', 'HTTP', 'retry', 'message'], rows);
}

/** Every setting of the process. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, text]) => [`\`${name}\``, cell(text)]);
  return table(['variable', 'values and default'], rows);
}

/** Every language of the web app. */
export function localesTable(): string {
  const head = 'code,language key,name,type,currency,UI library,date library,tag,messages';
  const rows = LOCALES.map((entry) => {
    const { code, languageKey, currency, tag } = entry;
    const { name, languageType, antd, dayjs } = localeDetails(code);
    const type = String(languageType);
    return [code, languageKey, name, type, currency, antd, dayjs, tag, messageKey(code)];
  });
  return table(head.split(','), rows);
}

/** Everything that clients can make grow. */
export function boundsTable(): string {
  const rows = Object.values(BOUNDS).map(({ what, per, most, beyond }) => {
    return [what, per, most.toLocaleString('en-US'), beyond];
  });
  return table(['what', 'per', 'at most', 'beyond that'], rows);
}

/** Every invariant with the files that name it. */
export function invariantsTable(): string {
  const found = mentions();
  const rows = Object.entries(INVARIANTS).map(([id, text]) => {
    const files = found.get(id) ?? [];
    const asserted = files.filter((file) => !isTest(file));
    return [anchored(id), text, links(asserted), links(files.filter(isTest))];
  });
  return table(['id', 'what holds', 'asserted in', 'tested in'], rows);
}

/** Every goal with the tests whose titles begin with it. */
export function goalsTable(): string {
  const found = titles();
  const rows = Object.entries(GOALS).map(([id, text]) => {
    return [anchored(id), text, links(found.get(id) ?? [])];
  });
  return table(['id', 'what a run does', 'where'], rows);
}

/** Every part of the soak with its depths: in `npm test`, and in the soak. */
export function soakTable(): string {
  const rows = PARTS.map(({ name, does, depths, random }) => {
    const deep = depths.map(({ variable, counts, ordinary, soak }) => {
      return `\`${variable}\` ${ordinary} → ${soak} ${counts}`;
    });
    return [`\`${name}\``, does, deep.join('<br>'), random ? 'yes' : ''];
  });
  return table(['part', 'what it does', 'depth', 'seeds'], rows);
}

/** Tests and benches with a title or a comment that begins with ids of goals. */
function titles(): Map<string, string[]> {
  const args = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.test.ts',
    'bench/*.ts',
  ];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const found = new Map<string, string[]>();
  for (const file of files.filter((one) => existsSync(join(ROOT, one))).sort()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const heads = text.matchAll(/(?:['"`]|\* )((?:(?:INV-)?[A-Z]?\d+[: ]+)*[A-FS]\d+)(?=[: '])/g);
    const ids = new Set([...heads].flatMap(([, head = '']) => head.match(/\b[A-FS]\d+/g) ?? []));
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

/** Sources that name each id, as git knows them. */
function mentions(): Map<string, string[]> {
  const args = ['grep', '-oE', '--untracked', 'INV-[0-9]{2}', '--', '*.ts', ':!tools'];
  const lines = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const found = new Map<string, string[]>();
  for (const line of [...new Set(lines)].sort()) {
    const [file = '', id = ''] = line.split(':');
    found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

/** The test kit holds oracles and checks of tests, so it counts as tests. */
function isTest(file: string): boolean {
  return /\.test\.ts$|\/test\/|^test\/|^packages\/testkit\//.test(file);
}

/** A label that links can name: `#inv-01`. */
function anchored(id: string): string {
  return `<a id="${id.toLowerCase()}"></a>${id}`;
}

function links(files: readonly string[]): string {
  return files.map((file) => `[${shortName(file)}](../${file})`).join(', ');
}

function shortName(file: string): string {
  const parts = file.split('/');
  return parts.length < 3 ? file : `${parts[1]}/${parts.at(-1)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const TABLES: Readonly<Record<string, () => string>> = {
  errors: errorsTable,
  channels: channelsText,
  'web-routes': webRoutesText,
  'web-errors': () => tableOf(WEB_ERRORS),
  locales: localesTable,
  settings: settingsTable,
  invariants: invariantsTable,
  goals: goalsTable,
  soak: soakTable,
  bounds: boundsTable,
};

/**
 * A document's text with its table made anew.
 * @throws Error when the markers are not there
 */
export function withTable(text: string, name: string): string {
  const start = `<!-- generated: ${name} -->`;
  const end = '<!-- end of generated -->';
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  const make = TABLES[name];
  if (from < 0 || to < 0 || make === undefined) throw new Error(`no place for the table ${name}`);
  return `${text.slice(0, from + start.length)}\n${make()}\n${text.slice(to)}`;
}

function writeAll(): void {
  for (const [name, file] of Object.entries(GENERATED)) {
    const path = join(ROOT, file);
    writeFileSync(path, withTable(readFileSync(path, 'utf8'), name));
    console.log(`${file}: ${name}`);
  }
}

if (import.meta.main) writeAll();
