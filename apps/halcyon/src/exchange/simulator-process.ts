/** The simulated participants in a worker thread, trading through the public API like anyone. */
import { Worker } from 'node:worker_threads';
import { PART_OK, type PartReport } from '@halcyon/domain';
import type { Config, Gateway } from '@halcyon/gateway';
import type { SourceQuote } from '@halcyon/prices';
import type { Logger } from 'pino';
import { type QuotedMarket, quotedMarkets } from '../prices/index-price-service.ts';
import { type CopyCrowdAccess, prepareCopyCrowd } from './copy-crowd.ts';
import { MARKET_SEED } from './first-commands.ts';
import type { Runtime } from './open-runtime.ts';
import { type ParticipantContext, prepareParticipants } from './participants.ts';
import { readRecordings } from './recordings.ts';
import type { FromSimulator, SimulatorWorkerData, ToSimulator } from './simulator-worker.ts';

/** A running simulator. */
export interface SimulatorProcess {
  /** How it is, for whoever watches over the exchange. */
  health(): PartReport;
  /** From now on its index sources quote these. */
  quote(markets: readonly QuotedMarket[]): void;
  /** Ends it; its orders stay in the books. */
  stop(): Promise<void>;
}

const RESTART_MS = 5_000;
const STOPPED: PartReport = { state: 'degraded', detail: 'stopped: it is started again' };

/**
 * Starts the participants, unless the settings say `off`.
 * @param onQuotes takes what index sources tell
 */
export async function startSimulatorProcess(
  runtime: Runtime,
  gateway: Gateway,
  config: Config,
  log: Logger,
  onQuotes: (quotes: readonly SourceQuote[]) => void,
): Promise<SimulatorProcess | null> {
  if (config.simRate === 'off') return null;
  const { exchange, records } = runtime;
  const { views } = exchange.reader;
  const context = { engine: exchange.engine, views, records };
  const settings: Omit<SimulatorWorkerData, 'markets'> = {
    baseUrl: gateway.participantUrl,
    accounts: await prepareParticipants(context),
    copying: gateway.copyTrading ? await copyCrowd(context, log) : null,
    rate: config.simRate,
    seed: MARKET_SEED,
    stateFile: exchange.layout.simulator,
    recordings: readRecordings(exchange.layout.root, views),
  };
  const start = (): Worker => {
    const workerData: SimulatorWorkerData = { ...settings, markets: quotedMarkets(views) };
    return new Worker(new URL('./simulator-worker.ts', import.meta.url), { workerData });
  };
  const running = keepRunning(start, log, onQuotes);
  log.info({ rate: config.simRate }, 'simulated participants started');
  return running;
}

/** Who trades to be copied; nobody where that cannot be known, for nobody may have a second portfolio. */
async function copyCrowd(
  context: ParticipantContext,
  log: Pick<Logger, 'warn'>,
): Promise<CopyCrowdAccess | null> {
  try {
    return await prepareCopyCrowd(context);
  } catch (error) {
    log.warn(error, 'no simulated copy trading until the next start');
    return null;
  }
}

/**
 * Keeps a thread that quotes prices running: one that ends by itself is started again.
 * @param name of it, for the log
 */
export function keepRunning(
  start: () => Worker,
  log: Pick<Logger, 'warn' | 'error'>,
  onQuotes: (quotes: readonly SourceQuote[]) => void,
  name = 'simulator',
): SimulatorProcess {
  let stopping = false;
  let worker: Worker | null = null;
  let report: PartReport = { state: 'starting', detail: '' };
  const again = (): void => {
    worker = null;
    report = STOPPED;
    setTimeout(launch, RESTART_MS).unref();
  };
  const launch = (): void => {
    if (stopping) return;
    try {
      worker = start();
    } catch (error) {
      log.error(error, `the ${name} cannot be started`);
      again();
      return;
    }
    worker.on('message', (message: FromSimulator) => {
      if (message.kind === 'quotes') onQuotes(message.quotes);
      else if (message.kind === 'running') report = PART_OK;
      else log.warn(`${name}: ${message.message}`);
    });
    worker.on('error', (error) => log.error(error, `the ${name} failed`));
    worker.on('exit', again);
  };
  const tell = (message: ToSimulator): void => worker?.postMessage(message);
  launch();
  return {
    health: () => report,
    quote: (markets) => tell({ kind: 'markets', markets }),
    stop: async () => {
      stopping = true;
      const running = worker;
      // Between two lives there is nothing to wait for.
      if (running === null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      tell({ kind: 'stop' });
      const late = setTimeout(() => void running.terminate(), 3_000);
      await ended;
      clearTimeout(late);
    },
  };
}
