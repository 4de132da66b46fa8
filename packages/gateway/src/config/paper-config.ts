/** Settings of what a paper venue follows. */
import { FLOW_SOURCES, type FlowChoice } from '@halcyon/domain';
import { bareOrigin, choice, type Env, fail, integer, text } from './config-values.ts';

/** What the variables mean, for the settings table of the documentation. */
export const PAPER_SETTINGS: Readonly<Record<string, string>> = {
  HALCYON_PAPER_SOURCE: 'live, recorded or upstream: what paper trading follows; default live',
  HALCYON_PAPER_SYMBOLS:
    'recorded: the one symbol; upstream: symbols joined by commas, default all',
  HALCYON_PAPER_BOOKS: 'recorded: file of books, plain or gzip',
  HALCYON_PAPER_TRADES: 'recorded: CSV of trades, plain or gzip; default: those among the books',
  HALCYON_PAPER_WHERE: 'recorded: column=value joined by commas: which rows of the trades',
  HALCYON_PAPER_UPSTREAM: 'upstream: an exchange by its id in ccxt, or the address of a Halcyon',
  HALCYON_PAPER_STALE_S: 'upstream: seconds without news until paper pauses, 2 to 3600; default 15',
};

const SYMBOL = /^[A-Z0-9]{2,32}$/;
/** Which variables belong to which source. */
const OWN: Readonly<Record<FlowChoice['source'], readonly string[]>> = {
  live: [],
  recorded: ['SYMBOLS', 'BOOKS', 'TRADES', 'WHERE'],
  upstream: ['SYMBOLS', 'UPSTREAM', 'STALE_S'],
};

/** What the venue follows. @throws ConfigError when it is off and something says what it follows */
export function paperOf(env: Env): { readonly paper: boolean; readonly paperFlow: FlowChoice } {
  const paper = choice(env, 'HALCYON_PAPER', ['on', 'off'], 'on') === 'on';
  for (const name of paper ? [] : Object.keys(PAPER_SETTINGS)) {
    const value = text(env, name);
    if (value !== null) fail(name, value, 'nothing, since HALCYON_PAPER is off');
  }
  return { paper, paperFlow: paperFlowOf(env) };
}

/** @throws ConfigError naming the variable that is missing, wrong or of another source */
function paperFlowOf(env: Env): FlowChoice {
  const source = choice(env, 'HALCYON_PAPER_SOURCE', FLOW_SOURCES, 'live');
  for (const name of Object.keys(PAPER_SETTINGS)) {
    const part = name.slice('HALCYON_PAPER_'.length);
    const value = text(env, name);
    if (value === null || part === 'SOURCE' || OWN[source].includes(part)) continue;
    fail(name, value, `nothing, since HALCYON_PAPER_SOURCE is ${source}`);
  }
  if (source === 'live') return { source };
  return source === 'recorded' ? recordedOf(env) : upstreamOf(env);
}

function recordedOf(env: Env): FlowChoice {
  const symbols = symbolsOf(env);
  const [symbol] = symbols;
  if (symbol === undefined || symbols.length > 1) {
    fail('HALCYON_PAPER_SYMBOLS', symbols.join(','), 'one symbol, that of the recording: BTCUSDT');
  }
  const books = text(env, 'HALCYON_PAPER_BOOKS');
  if (books === null) fail('HALCYON_PAPER_BOOKS', '', 'the file of the recorded books');
  const trades = text(env, 'HALCYON_PAPER_TRADES');
  return { source: 'recorded', symbol, books, trades, where: whereOf(env), fromMs: null };
}

function upstreamOf(env: Env): FlowChoice {
  const name = 'HALCYON_PAPER_UPSTREAM';
  const value = text(env, name) ?? '';
  const exchange = /^[a-z][a-z0-9]{1,31}$/.test(value) ? value : bareOrigin(value);
  if (exchange === null) {
    fail(name, value, 'an id of ccxt as binance, or https://host (http on a loopback host)');
  }
  const staleMs = integer(env, 'HALCYON_PAPER_STALE_S', 15, 2, 3_600) * 1_000;
  return { source: 'upstream', exchange, symbols: symbolsOf(env), staleMs };
}

function symbolsOf(env: Env): string[] {
  const name = 'HALCYON_PAPER_SYMBOLS';
  const value = text(env, name);
  if (value === null) return [];
  const symbols = value.split(',').map((part) => part.trim());
  const wrong = symbols.find((symbol) => !SYMBOL.test(symbol));
  if (wrong !== undefined) fail(name, value, 'symbols as BTCUSDT, joined by commas');
  return [...new Set(symbols)];
}

function whereOf(env: Env): Record<string, string> {
  const name = 'HALCYON_PAPER_WHERE';
  const value = text(env, name);
  if (value === null) return {};
  const pairs = value.split(',').map((part) => part.trim().split('='));
  const wrong = pairs.some((pair) => pair.length !== 2 || pair[0] === '');
  if (wrong) fail(name, value, 'column=value, joined by commas');
  return Object.fromEntries(pairs) as Record<string, string>;
}
