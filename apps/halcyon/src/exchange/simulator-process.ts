/** The simulated participants in a worker thread, trading through the public API like anyone. */
import { Worker } from 'node:worker_threads';
import { PART_OK, type PartReport } from '@halcyon/domain';
import type { Config, Gateway } from '@halcyon/gateway';
import type { Logger } from 'pino';
import { MARKET_SEED } from './first-commands.ts';
import type { Runtime } from './open-runtime.ts';
import { prepareParticipants } from './participants.ts';
import { readRecordings } from './recordings.ts';
import type { FromSimulator, SimulatorWorkerData } from './simulator-worker.ts';

/** A running simulator. */
export interface SimulatorProcess {
  /** How it is, for whoever watches over the exchange. */
  health(): PartReport;
  /** Ends it; its orders stay in the books. */
  stop(): Promise<void>;
}

const RESTART_MS = 5_000;
const STOPPED: PartReport = { state: 'degraded', detail: 'stopped: it is started again' };

/** Starts the participants unless the settings say `off`. */
export async function startSimulatorProcess(
  runtime: Runtime,
  gateway: Gateway,
  config: Config,
  log: Logger,
): Promise<SimulatorProcess | null> {
  if (config.simRate === 'off') return null;
  const { exchange, records } = runtime;
  const context = { engine: exchange.engine, views: exchange.reader.views, records };
  const workerData: SimulatorWorkerData = {
    baseUrl: gateway.url,
    accounts: await prepareParticipants(context),
    rate: config.simRate,
    seed: MARKET_SEED,
    stateFile: exchange.layout.simulator,
    recordings: readRecordings(exchange.layout.root, exchange.reader.views),
  };
  const start = (): Worker =>
    new Worker(new URL('./simulator-worker.ts', import.meta.url), { workerData });
  const running = keepRunning(start, log);
  log.info({ rate: config.simRate }, 'simulated participants started');
  return running;
}

/** Keeps a thread of participants running: one that ends by itself is started again. */
export function keepRunning(
  start: () => Worker,
  log: Pick<Logger, 'warn' | 'error'>,
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
      log.error(error, 'the simulator cannot be started');
      again();
      return;
    }
    worker.on('message', (message: FromSimulator) => {
      if (message.kind === 'running') report = PART_OK;
      else log.warn(`simulator: ${message.message}`);
    });
    worker.on('error', (error) => log.error(error, 'the simulator failed'));
    worker.on('exit', again);
  };
  launch();
  return {
    health: () => report,
    stop: async () => {
      stopping = true;
      const running = worker;
      // Between two lives there is nothing to wait for.
      if (running === null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.postMessage('stop');
      const late = setTimeout(() => void running.terminate(), 3_000);
      await ended;
      clearTimeout(late);
    },
  };
}
