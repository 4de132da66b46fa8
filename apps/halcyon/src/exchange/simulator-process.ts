/** The simulated participants in a worker thread, trading through the public API like anyone. */
import { Worker } from 'node:worker_threads';
import type { Config, Gateway } from '@halcyon/gateway';
import type { Logger } from 'pino';
import { MARKET_SEED } from './first-commands.ts';
import type { Runtime } from './open-runtime.ts';
import { prepareParticipants } from './participants.ts';
import { readRecordings } from './recordings.ts';
import type { SimulatorWorkerData } from './simulator-worker.ts';

/** A running simulator. */
export interface SimulatorProcess {
  /** Ends it; its orders stay in the books. */
  stop(): Promise<void>;
}

const RESTART_MS = 5_000;

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
  let stopping = false;
  let worker: Worker | null = null;
  const launch = (): void => {
    if (stopping) return;
    const started = new Worker(new URL('./simulator-worker.ts', import.meta.url), { workerData });
    worker = started;
    started.on('message', (message: string) => log.warn(`simulator: ${message}`));
    started.on('error', (error) => log.error(error, 'the simulator failed'));
    started.on('exit', () => {
      worker = null;
      setTimeout(launch, RESTART_MS).unref();
    });
  };
  launch();
  log.info({ rate: config.simRate }, 'simulated participants started');
  return {
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
