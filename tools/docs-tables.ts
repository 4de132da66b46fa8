/**
 * The generated tables of the documentation: errors, languages, settings, and where each invariant is asserted
 * and tested. `node tools/docs-tables.ts` writes them between their markers; a test in `test/docs`
 * fails when a file is out of date.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, messageKey } from '../packages/domain/src/web/index.ts';
import { SETTINGS } from '../packages/gateway/src/config.ts';
import { ERRORS } from '../packages/protocol/src/errors.ts';

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
  'INV-13': 'A client order id never names two orders of an account.',
  'INV-14': 'Sequences have no gaps; time never goes back.',
  'INV-15': 'A replay of the journal meets the hash of the live run.',
  'INV-16': 'What views and SQL hold at a sequence is what the core held at it.',
  'INV-17': 'Snapshot and updates of the books channel make the book.',
  'INV-18': 'A withdrawal is debited once.',
  'INV-19': 'A deposit is credited once.',
  'INV-21':
    'A paper order fares as it would have live, until a footprint ends (docs/paper-venue.md).',
  'INV-22': 'On paper no depth is taken twice before new live orders come.',
  'INV-23': 'A paper order fills only after what was ahead of it live has traded or gone.',
  'INV-24': 'A ghost never has more than the live order it stands for, at the same price.',
};

/** The documents with generated parts, and the tables in each. */
export const GENERATED: Readonly<Record<string, string>> = {
  'docs/api-guide.md': 'errors',
  'docs/languages.md': 'locales',
  'docs/operator-guide.md': 'settings',
  'docs/testing.md': 'invariants',
};

/** Every error of the wire, in the order of the table of the protocol. */
export function errorsTable(): string {
  const rows = Object.entries(ERRORS).map(([reason, { code, status, retryable, message }]) => {
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
    const { code, languageKey, name, languageType, currency, antd, dayjs, tag } = entry;
    const type = String(languageType);
    return [code, languageKey, name, type, currency, antd, dayjs, tag, messageKey(code)];
  });
  return table(head.split(','), rows);
}

/** Every invariant with the files that name it. */
export function invariantsTable(): string {
  const found = mentions();
  const rows = Object.entries(INVARIANTS).map(([id, text]) => {
    const files = found.get(id) ?? [];
    const asserted = files.filter((file) => !isTest(file));
    return [id, text, links(asserted), links(files.filter(isTest))];
  });
  return table(['id', 'what holds', 'asserted in', 'tested in'], rows);
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

function links(files: readonly string[]): string {
  return files.map((file) => `[${shortName(file)}](../${file})`).join(', ');
}

function shortName(file: string): string {
  const [, room = '', ...rest] = file.split('/');
  return `${room}/${rest.at(-1) ?? ''}`;
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
  locales: localesTable,
  settings: settingsTable,
  invariants: invariantsTable,
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
  for (const [file, name] of Object.entries(GENERATED)) {
    const path = join(ROOT, file);
    writeFileSync(path, withTable(readFileSync(path, 'utf8'), name));
    console.log(`${file}: ${name}`);
  }
}

if (import.meta.main) writeAll();
