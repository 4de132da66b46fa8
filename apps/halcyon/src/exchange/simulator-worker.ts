/** The thread in which the simulated participants think; see startSimulatorProcess. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { ApiMarketPort, type Credentials } from '@halcyon/client';
import {
  type MarketPort,
  MarketSimulator,
  type OrderReport,
  type Participant,
  type PortCommand,
  ReferenceMarket,
  type ReferenceState,
  SEED_INSTRUMENTS,
  type SimulatorRate,
} from '@halcyon/simulator';

/** What the worker is given. */
export interface SimulatorWorkerData {
  readonly baseUrl: string;
  readonly accounts: ReadonlyMap<Participant, Credentials>;
  readonly rate: SimulatorRate;
  readonly seed: string;
  /** File that keeps the reference paths over restarts. */
  readonly stateFile: string;
}

/** Participants act in shared ticks of at least this length, so that they share commits, ms. */
const TICK_MS: Readonly<Record<SimulatorRate, number>> = { default: 100, real: 5 };
const SAVE_MS = 10_000;

const data = workerData as SimulatorWorkerData;
const { baseUrl, accounts, rate, seed, stateFile } = data;
const symbols = SEED_INSTRUMENTS.map(({ symbol }) => symbol);

function readState(): ReferenceState | null {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as ReferenceState;
  } catch {
    return null;
  }
}

function saveState(reference: ReferenceMarket): void {
  writeFileSync(`${stateFile}.part`, JSON.stringify(reference.state()));
  renameSync(`${stateFile}.part`, stateFile);
}

/** The reference goes on where it was, or from the last prices of the exchange. */
async function makeReference(port: MarketPort, nowMs: number): Promise<ReferenceMarket> {
  const reference = new ReferenceMarket(seed, nowMs);
  const state = readState();
  if (state !== null) reference.restore(state);
  const prices = new Map<string, number>();
  for (const [symbol, ticks] of await port.lastPrices()) {
    const instrument = SEED_INSTRUMENTS.find((one) => one.symbol === symbol);
    if (instrument?.quote !== 'USDT') continue;
    prices.set(instrument.base, ticks / 10 ** instrument.pricePrecision);
  }
  reference.alignTo(prices);
  return reference;
}

const port: MarketPort = new ApiMarketPort<Participant>({
  baseUrl,
  accounts,
  symbols,
  onError: (error) => parentPort?.postMessage(error.message),
});
const reports: OrderReport[] = [];
await port.start({ onOrder: (report) => reports.push(report) });
const startMs = Date.now();
const reference = await makeReference(port, startMs);
const simulator = new MarketSimulator({
  rate,
  seed: `${seed}-${startMs}`,
  startMs,
  paths: reference,
});
submit(simulator.adopt(await port.openOrders()));

function submit(commands: readonly PortCommand[]): void {
  if (commands.length > 0) port.submit(commands);
}

function tick(): void {
  const nowMs = Date.now();
  const commands = reports.splice(0).flatMap((report) => simulator.report(report, nowMs));
  commands.push(...simulator.step(nowMs, port));
  submit(commands);
}

const ticking = setInterval(tick, TICK_MS[rate]);
const saving = setInterval(() => saveState(reference), SAVE_MS);
parentPort?.once('message', () => {
  clearInterval(ticking);
  clearInterval(saving);
  saveState(reference);
  port.stop().finally(() => process.exit(0));
});
