/** The thread in which the simulated participants think; see startSimulatorProcess. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  ApiBorrowerPort,
  ApiCopyCrowdPort,
  type ApiCredentials,
  ApiMarketPort,
  contractMarket,
} from '@halcyon/client';
import { SimulatedSources, type SourceQuote } from '@halcyon/prices';
import {
  loadRecording,
  type Participant,
  type PricePath,
  type PricePaths,
  Random,
  RecordedPath,
  ReferenceMarket,
  type ReferenceState,
  type RunningSimulator,
  SEED_CONTRACTS,
  SEED_INSTRUMENTS,
  type SimulatorRate,
  SPOT_CROWD,
  SYSTEM_CLOCK,
  startBorrowers,
  startCopyCrowd,
  startSimulator,
  withRecorded,
} from '@halcyon/simulator';
import type { QuotedMarket } from '../prices/index-price-service.ts';
import type { CopyCrowdAccess } from './copy-crowd.ts';

/** A recording that an instrument follows instead of the synthetic price. */
export interface SimulatorRecording {
  readonly symbol: string;
  readonly file: string;
  /** Where the market stands, in quote. */
  readonly startPrice: number;
}

/** What the worker is given. */
export interface SimulatorWorkerData {
  readonly baseUrl: string;
  readonly accounts: ReadonlyMap<Participant, ApiCredentials>;
  /** Who trades to be copied, and who follows; null = copy trading is not served. */
  readonly copying: CopyCrowdAccess | null;
  readonly rate: SimulatorRate;
  readonly seed: string;
  /** File that keeps the reference paths over restarts. */
  readonly stateFile: string;
  readonly recordings: readonly SimulatorRecording[];
  /** What the index sources quote. */
  readonly markets: readonly QuotedMarket[];
}

/** What it says. */
export type FromSimulator =
  /** The participants trade from now on. */
  | { readonly kind: 'running' }
  | { readonly kind: 'problem'; readonly message: string }
  /** What the index sources told. */
  | { readonly kind: 'quotes'; readonly quotes: readonly SourceQuote[] };

/** What it is told. */
export type ToSimulator =
  | { readonly kind: 'stop' }
  /** Other markets are to be quoted than before. */
  | { readonly kind: 'markets'; readonly markets: readonly QuotedMarket[] };

/** Between two batches of quotes, ms. */
const QUOTES_MS = 100;

const data = workerData as SimulatorWorkerData;
const { baseUrl, accounts, rate, seed, stateFile, recordings } = data;

function post(message: FromSimulator): void {
  parentPort?.postMessage(message);
}

function tell(error: unknown): void {
  post({ kind: 'problem', message: error instanceof Error ? error.message : String(error) });
}

/** The state of the run before; null where there is none, or none that can be used. */
function readState(): ReferenceState | null {
  if (!existsSync(stateFile)) return null;
  try {
    const state = JSON.parse(readFileSync(stateFile, 'utf8')) as ReferenceState;
    new ReferenceMarket(seed, Date.now()).restore(state);
    return state;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const then = 'hidden prices begin anew where the markets stand, and the file is replaced';
    tell(`${stateFile} cannot be read (${why}): ${then}`);
    return null;
  }
}

function saveState(state: ReferenceState): void {
  writeFileSync(`${stateFile}.part`, JSON.stringify(state));
  renameSync(`${stateFile}.part`, stateFile);
}

/** Recorded paths where there are recordings, the synthetic reference for the rest. */
function recordedPaths(): PricePaths | undefined {
  if (recordings.length === 0) return undefined;
  const startMs = Date.now();
  const paths = new Map<string, PricePath>();
  for (const { symbol, file, startPrice } of recordings) {
    const points = loadRecording(file, {});
    paths.set(symbol, new RecordedPath({ points, startMs, startPrice, repeat: true }));
  }
  return withRecorded(paths, new ReferenceMarket(seed, startMs));
}

/** Trades contracts beside the spot pairs, around the prices of their coins. */
async function startContracts(spot: PricePaths): Promise<RunningSimulator | null> {
  const contracts = SEED_CONTRACTS.filter((seed) =>
    data.markets.some(({ symbol, isContract }) => isContract && symbol === seed.symbol),
  );
  if (contracts.length === 0) return null;
  const digits = contracts.map(({ symbol, pricePrecision, quantityPrecision }) => {
    return [symbol, { price: pricePrecision, quantity: quantityPrecision }] as const;
  });
  const port = new ApiMarketPort<Participant>({
    baseUrl,
    accounts,
    symbols: contracts.map(({ symbol }) => symbol),
    product: contractMarket(new Map(digits)),
    onError: tell,
  });
  const market = { contracts, spot };
  return startSimulator({
    port,
    rate,
    seed: `${seed}:contracts`,
    contracts: market,
    onError: tell,
  });
}

const spotAccounts = new Map(
  [...accounts].filter(([name]) => SPOT_CROWD.some((one) => one === name)),
);
const port = new ApiMarketPort<Participant>({
  baseUrl,
  accounts: spotAccounts,
  symbols: SEED_INSTRUMENTS.map(({ symbol }) => symbol),
  onError: tell,
});
const paths = recordedPaths();
const simulator = await startSimulator({
  port,
  rate,
  seed,
  state: readState(),
  saveState,
  onError: tell,
  ...(paths === undefined ? {} : { paths }),
});
/** Index sources around the prices that the participants follow; with draws of their own each time. */
function sourcesOf(markets: readonly QuotedMarket[]): SimulatedSources {
  const startMs = Date.now();
  const quoted = markets.map(({ instrument, symbol, scale }) => {
    const path = simulator.paths.pathOf(symbol);
    return { instrument, scale, priceAt: (timeMs: number) => path.priceAt(timeMs) };
  });
  return new SimulatedSources(quoted, (name) => new Random(`${seed}:${startMs}`, name), startMs);
}

/** Lets traders borrow, at the prices of the spot pairs' books. */
function lendOut(): { stop(): void } {
  const digits = new Map(SEED_INSTRUMENTS.map((pair) => [pair.symbol, pair.pricePrecision]));
  const priceOf = (symbol: string): number =>
    port.top(symbol).bidPrice / 10 ** (digits.get(symbol) ?? 0);
  const options = { port: new ApiBorrowerPort(baseUrl, accounts), priceOf, seed };
  return startBorrowers(options, SYSTEM_CLOCK, tell);
}

/** Lets traders trade for those who follow them. */
function copy({ traders, followers }: CopyCrowdAccess): { stop(): void } {
  const crowdPort = new ApiCopyCrowdPort(baseUrl, traders, followers);
  return startCopyCrowd(crowdPort, seed, SYSTEM_CLOCK, tell);
}

let sources = sourcesOf(data.markets);
setInterval(() => {
  const quotes = sources.advance(Date.now());
  if (quotes.length > 0) post({ kind: 'quotes', quotes });
}, QUOTES_MS);
const perpetuals = await startContracts(simulator.paths);
const borrowers = data.markets.some(({ isContract }) => !isContract) ? lendOut() : null;
const copied = data.copying === null || perpetuals === null ? null : copy(data.copying);
post({ kind: 'running' });
parentPort?.on('message', (message: ToSimulator) => {
  if (message.kind === 'markets') sources = sourcesOf(message.markets);
  else {
    borrowers?.stop();
    copied?.stop();
    Promise.all([perpetuals?.stop(), simulator.stop()]).finally(() => process.exit(0));
  }
});
