/** `halcyon start`: the whole exchange in this process, until a signal ends it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainPort, type HealthBoard, ownerOf } from '@halcyon/domain';
import {
  type Config,
  type Gateway,
  type GatewayDeps,
  readTls,
  startGateway,
  unknownSettings,
  withdrawalsFrozenUntil,
} from '@halcyon/gateway';
import { type Logger, pino } from 'pino';
import { auditOf } from '../control/audit.ts';
import { listenControl } from '../control/control-socket.ts';
import { carryOut } from '../control/operation-table.ts';
import { archiveParts } from '../exchange/archive-parts.ts';
import { ArrivalFile } from '../exchange/arrival-file.ts';
import type { Chain } from '../exchange/chain.ts';
import { DepositRunner } from '../exchange/deposits.ts';
import { settleExchangeId } from '../exchange/exchange-file.ts';
import { prepareFirstStart } from '../exchange/first-listing.ts';
import { HalcyonChain } from '../exchange/halcyon-chain.ts';
import { boardOf, healthLog } from '../exchange/health.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from '../exchange/open-runtime.ts';
import { PartsError, type PartsPlace } from '../exchange/parts.ts';
import { startSimulatorProcess } from '../exchange/simulator-process.ts';
import { Snapshotter, toldOfSeals } from '../exchange/snapshotter.ts';
import { VenueSeals } from '../exchange/venue-seals.ts';
import { WithdrawalRunner } from '../exchange/withdrawal-runner.ts';
import { readRequestFactors } from '../levels/fee-levels-file.ts';
import { LevelRoom } from '../levels/level-room.ts';
import { withPaper } from '../paper/open-paper.ts';
import { IndexRoom, type IndexRoomParts, NO_SOURCES } from '../prices/index-room.ts';
import type { CommandArgs } from './command.ts';
import { untilEnd } from './end-signals.ts';
import { PROJECT_ROOT, readSettings } from './settings.ts';

/** A stop that takes longer than this is cut off, ms. */
const STOP_MS = 10_000;
/** Candles and 24 h windows go on without trades, ms. */
const VIEWS_CLOCK_MS = 1_000;

/** Starts, and resolves with the exit code when a signal has stopped it. */
export async function start({ options }: CommandArgs): Promise<number> {
  const parent = process.ppid;
  const archive = options['archive-old-parts'] === true;
  const { config, root } = readSettings();
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  for (const name of unknownSettings(process.env)) log.warn(`${name} is no setting of Halcyon`);
  const open = new AsyncDisposableStack();
  let failure: unknown = null;
  try {
    // Before the journal is opened: a start that cannot serve changes nothing.
    if (config.tls !== null) readTls(config.tls);
    const gateway = await openAll(open, config, root, archive, log);
    const onHangup = config.tls === null ? null : () => reload(gateway, log);
    const reason = await untilEnd(onHangup, process, parent);
    log.info(`stopping: ${reason}`);
  } catch (error) {
    failure = error;
  }
  const timer = setTimeout(() => {
    log.fatal(failure, 'stopping took too long and was cut off');
    process.exit(1);
  }, STOP_MS);
  await open.disposeAsync();
  clearTimeout(timer);
  if (failure !== null) throw failure;
  log.info('stopped');
  return 0;
}

/** Opens the live venue; parts that do not fit are moved aside first if the operator says so. */
async function openLive(place: PartsPlace, archive: boolean, log: Logger): Promise<Runtime> {
  const options: RuntimeOptions = {
    place,
    onFailure: (error) => {
      log.fatal(error, 'the engine failed: nothing more is acknowledged');
      process.exit(1);
    },
    onProblem: (message) => log.warn(message),
  };
  try {
    return await openRuntime(options);
  } catch (error) {
    if (!archive || !(error instanceof PartsError)) throw error;
    log.warn(error.message);
    log.warn(await archiveParts(place, error.scope, new Date()), 'old parts were moved aside');
    return openRuntime(options);
  }
}

/** Opens everything; what is open is closed in reverse, also when the next part fails. */
async function openAll(
  open: AsyncDisposableStack,
  config: Config,
  root: string,
  archive: boolean,
  log: Logger,
): Promise<Gateway> {
  const { databaseUrl, diskBytesMax, paperFlow } = config;
  const live = await openLive({ root, databaseUrl, paper: config.paper }, archive, log);
  open.defer(() => live.close());
  logRecovery(live, log);
  await prepareFirstStart(live.exchange, (message) => log.warn(message));
  const bytesMax = config.paper ? diskBytesMax / 2 : diskBytesMax;
  const runtime = config.paper
    ? withPaper(live, { databaseUrl, bytesMax, flow: paperFlow, log })
    : live;
  open.defer(async () => runtime.paper?.close());
  const { layout } = runtime.exchange;
  const sent = new ArrivalFile(layout.chain);
  const chain = new HalcyonChain(settleExchangeId(layout), Date.now, sent);
  const deposits = startDeposits(open, runtime, chain, log);
  const runner = withdrawalRunner(runtime, chain, log);
  const snapshotter = startSnapshots(runtime, bytesMax, log);
  open.defer(() => snapshotter.stop());
  const seals = new VenueSeals(layout, () => snapshotter.want());
  const board = boardOf(runtime, seals);
  const ports = { chainTerms: chain.terms, chain: chainPort(deposits, runner), seals };
  const gateway = await openDoors(runtime, board, config, log, ports).catch((error: unknown) => {
    throw inWords(error, config);
  });
  open.defer(() => gateway.close());
  const { views } = runtime.exchange.reader;
  const tellChanges = healthLog(board, log);
  const clock = setInterval(() => {
    views.advanceTo(Date.now());
    runtime.paper?.advanceTo(Date.now());
    tellChanges();
  }, VIEWS_CLOCK_MS);
  open.defer(() => clearInterval(clock));
  runner.start();
  open.defer(() => runner.stop());
  const control = await listenControl(root, async ({ operation, args }) => {
    const result = await carryOut(runtime, gateway.revocations, operation, args);
    log.info(auditOf(operation, args), 'operator');
    return result;
  });
  open.defer(() => void control.close());
  openLevels(open, runtime, log);
  await openMarket(open, runtime, board, gateway, config, log);
  return gateway;
}

/** What works out fee levels once a day. */
function openLevels(
  open: AsyncDisposableStack,
  { exchange, records, paper }: Runtime,
  log: Logger,
): void {
  const { engine, reader } = exchange;
  const room = new LevelRoom({
    engine,
    views: reader.views,
    history: records.history,
    recorded: (seq) => records.reached(seq),
    paper: paper && {
      views: paper.views,
      submit: (command) => paper.submit(command),
      owned: () => paper.owned(),
    },
    onProblem: (message) => log.warn(message),
  });
  room.start();
  open.defer(() => room.stop());
}

/** What the chain brings is credited. */
function startDeposits(
  open: AsyncDisposableStack,
  { exchange }: Runtime,
  chain: Chain,
  log: Logger,
): DepositRunner {
  const onProblem = (message: string): void => log.warn(message);
  const runner = new DepositRunner({ chain, commands: exchange.engine, onProblem });
  runner.start();
  open.defer(() => runner.stop());
  return runner;
}

/** Approved withdrawals go out; nothing of a frozen account, or in the day after a security change. */
function withdrawalRunner(
  { exchange, records }: Runtime,
  chain: Chain,
  log: Logger,
): WithdrawalRunner {
  const { core, engine } = exchange;
  const warn = (message: string): void => log.warn(message);
  return new WithdrawalRunner({
    chain,
    commands: engine,
    withdrawals: () => core.state.withdrawals.open.values(),
    mayLeave: async ({ account }) => {
      const user = await records.identity.userByUid({ uid: ownerOf(account) });
      return user?.status === 'active' && withdrawalsFrozenUntil(user, Date.now()) === null;
    },
    onProblem: warn,
    onFailed: warn,
  });
}

/** Both ways over the chain, as the gateway sees them. */
function chainPort(deposits: DepositRunner, withdrawals: WithdrawalRunner): ChainPort {
  return {
    arriving: () => deposits.arriving(),
    send: (gift) => deposits.send(gift),
    confirmations: (transaction) => withdrawals.confirmations(transaction),
  };
}

/** The simulated participants, and index prices, whose sources are theirs. */
async function openMarket(
  open: AsyncDisposableStack,
  runtime: Runtime,
  board: HealthBoard,
  gateway: Gateway,
  config: Config,
  log: Logger,
): Promise<void> {
  const { engine, reader } = runtime.exchange;
  const onMarkets: IndexRoomParts['onMarkets'] = (markets) => simulator?.quote(markets);
  const prices = new IndexRoom({ engine, views: reader.views, onMarkets });
  const simulator = await startSimulatorProcess(runtime, gateway, config, log, (quotes) =>
    prices.take(quotes),
  );
  if (simulator === null) {
    board.join('prices', () => NO_SOURCES);
    log.info(NO_SOURCES.detail);
    return;
  }
  open.defer(() => simulator.stop());
  board.join('simulator', () => simulator.health());
  prices.start();
  open.defer(() => prices.stop());
  board.join('prices', () => prices.health());
}

function startSnapshots({ exchange }: Runtime, bytesMax: number, log: Logger): Snapshotter {
  const snapshotter = new Snapshotter(
    exchange,
    {
      done: (report) => {
        log.info(report, 'snapshot');
        for (const told of toldOfSeals(report)) log.warn(told);
      },
      failed: (error) => log.error(error, 'snapshot failed'),
      overBound: (bytes) => log.warn({ bytes }, 'the journal is over HALCYON_DISK_GB'),
    },
    { bytesMax },
  );
  snapshotter.start();
  return snapshotter;
}

/** The reasons for which listening fails most often, as one line that says what to do. */
function inWords(error: unknown, { host, port }: Config): Error {
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in cause ? cause.code : '';
  const at = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    return new Error(`${at} is in use: stop what listens there, or set HALCYON_PORT`, { cause });
  }
  if (code === 'EACCES') return new Error(`this user may not listen on ${at}`, { cause });
  return cause;
}

function openDoors(
  runtime: Runtime,
  board: HealthBoard,
  config: Config,
  log: Logger,
  ports: Pick<GatewayDeps, 'chainTerms' | 'chain' | 'seals'>,
): Promise<Gateway> {
  const { exchange, records, paper } = runtime;
  const webRoot = join(PROJECT_ROOT, 'apps/web/dist');
  if (!existsSync(webRoot)) log.warn('the web app is not built: npm run build');
  const deps = {
    commands: exchange.engine,
    views: exchange.reader.views,
    records,
    ...ports,
    recordsProgress: () => {
      const { reachedSeq, lagMs, rowsSetAside } = records.status();
      return { seq: reachedSeq, lagMs, rowsSetAside };
    },
    board,
    paper,
    exchange: settleExchangeId(exchange.layout),
    dataFolder: exchange.layout.root,
    requestFactors: readRequestFactors(exchange.layout.root),
    webRoot: existsSync(webRoot) ? webRoot : null,
    log: {
      info: (message: string) => log.info(message),
      warn: (message: string) => log.warn(message),
      error: (message: string, fault?: unknown) => log.error(fault, message),
    },
  };
  return startGateway(deps, config);
}

function logRecovery({ exchange }: Runtime, log: Logger): void {
  const { snapshotSeq, commands, tornBytes, skipped } = exchange.recovered;
  const { seq } = exchange.engine;
  log.info({ seq, snapshotSeq, replayed: commands }, 'journal read');
  if (tornBytes > 0) log.warn({ tornBytes }, 'an unfinished commit at the end was cut');
  for (const note of exchange.historyNotes) log.warn(note);
  for (const { path, reason } of skipped)
    log.error({ path, reason }, 'damaged snapshot passed over');
}

/** Takes a renewed certificate; with one that cannot be used the old one stays. */
function reload(gateway: Gateway, log: Logger): void {
  try {
    gateway.reloadTls();
    log.info('the certificate was read again');
  } catch (error) {
    log.error(`the certificate stays: ${error instanceof Error ? error.message : String(error)}`);
  }
}
