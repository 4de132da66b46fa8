/** `halcyon start`: the whole exchange in this process, until a signal ends it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainPort, type HealthRegistry, ownerOf } from '@halcyon/domain';
import {
  type Config,
  type Gateway,
  type GatewayDeps,
  RevocationBus,
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
import type { Chain } from '../exchange/chain.ts';
import { DepositRunner } from '../exchange/deposits.ts';
import { requireDatabase, settleExchangeId } from '../exchange/exchange-file.ts';
import { prepareFirstStart } from '../exchange/first-listing.ts';
import { folderChain } from '../exchange/folder-chain.ts';
import { healthLog, healthRegistryOf } from '../exchange/health.ts';
import { dropSeededVolumes } from '../exchange/history-files.ts';
import { layoutOf } from '../exchange/layout.ts';
import { LedgerAuditor } from '../exchange/ledger-auditor.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from '../exchange/open-runtime.ts';
import { PartsError, type PartsPlace } from '../exchange/parts.ts';
import { waitForDatabase } from '../exchange/reach-database.ts';
import { startSimulatorProcess } from '../exchange/simulator-process.ts';
import { Snapshotter, sealMessages } from '../exchange/snapshotter.ts';
import { VenueReserves } from '../exchange/venue-reserves.ts';
import { VenueSeals } from '../exchange/venue-seals.ts';
import { WithdrawalRunner } from '../exchange/withdrawal-runner.ts';
import { FeeLevelScheduler } from '../levels/fee-level-scheduler.ts';
import { readRequestFactors } from '../levels/fee-levels-file.ts';
import { withPaper } from '../paper/open-paper.ts';
import { configuredSources, IndexPriceApi } from '../prices/index-price-api.ts';
import { IndexPriceService, NO_SOURCES, simulatedSources } from '../prices/index-price-service.ts';
import { priceOperation } from '../prices/price-operations.ts';
import { type PriceSources, startPriceSources } from '../prices/price-sources.ts';
import { type ExchangeSource, type PriceSourceConfig, readSources } from '../prices/source-file.ts';
import type { CommandArgs } from './command.ts';
import { holdHangups, startersOf, untilEnd, watchNpm } from './end-signals.ts';
import { PROJECT_ROOT, readSettings } from './settings.ts';

/** A stop that takes longer than this is cut off, ms. */
const STOP_MS = 10_000;
/** Candles and 24 h windows go on without trades, ms. */
const VIEWS_CLOCK_MS = 1_000;

/** Starts, and resolves with the exit code when a signal has stopped it. */
export async function start({ options }: CommandArgs): Promise<number> {
  const began = startersOf(process.ppid);
  const archive = options['archive-old-parts'] === true;
  const { config, root } = readSettings();
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  for (const name of unknownSettings(process.env)) log.warn(`${name} is no setting of Halcyon`);
  const open = new AsyncDisposableStack();
  let failure: unknown = null;
  // Until it is open a signal ends it as any process; so does the end of npm.
  const stopWatch = watchNpm(process, began, () => {
    log.info('stopping: npm has ended');
    process.kill(process.pid, 'SIGTERM');
  });
  try {
    // Before the journal is opened: a start that cannot serve changes nothing.
    if (config.tls !== null) readTls(config.tls);
    const hangups = config.tls === null ? null : holdHangups(process);
    // Before it waits for a database that this folder does not have.
    requireDatabase(layoutOf(root), config.databaseUrl);
    const { priceSources } = config;
    const sources = priceSources === null ? null : readSources(priceSources);
    if (config.databaseUrl !== null) {
      await waitForDatabase(config.databaseUrl, (message) => log.warn(message));
    }
    const gateway = await openAll(open, { config, root, archive, sources }, log);
    stopWatch();
    const onHangup = hangups === null ? null : () => reload(gateway, log);
    const ended = untilEnd(onHangup, process, began);
    if (hangups?.() === true) reload(gateway, log);
    const reason = await ended;
    log.info(`stopping: ${reason}`);
  } catch (error) {
    failure = error;
  }
  stopWatch();
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
    mayBegin: true,
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

/** What a start is told. */
interface StartOptions {
  readonly config: Config;
  readonly root: string;
  readonly archive: boolean;
  /** Index sources of the operator; null = those of the simulator, or none. */
  readonly sources: readonly PriceSourceConfig[] | null;
}

/** Opens everything; what is open is closed in reverse, also when the next part fails. */
async function openAll(
  open: AsyncDisposableStack,
  { config, root, archive, sources }: StartOptions,
  log: Logger,
): Promise<Gateway> {
  const { databaseUrl, diskBytesMax, paperFlow } = config;
  const live = await openLive({ root, databaseUrl, paper: config.paper }, archive, log);
  open.defer(() => live.close());
  logRecovery(live, log);
  await prepareFirstStart(live.exchange, (message) => log.warn(message));
  const isSimulated = config.simRate !== 'off';
  const { reader, layout } = live.exchange;
  if (!isSimulated) dropSeededVolumes(layout, reader.views);
  const bytesMax = config.paper ? diskBytesMax / 2 : diskBytesMax;
  const runtime = config.paper
    ? withPaper(live, { databaseUrl, bytesMax, flow: paperFlow, log, isSimulated })
    : live;
  open.defer(async () => runtime.paper?.close());
  const chain = folderChain(layout);
  const deposits = startDeposits(open, runtime, chain, log);
  const watch = watchLedger(open, runtime, log);
  const runner = withdrawalRunner(runtime, chain, watch, log);
  const snapshotter = startSnapshots(runtime, bytesMax, log);
  open.defer(() => snapshotter.stop());
  const seals = new VenueSeals(layout, () => snapshotter.want());
  const reserves = new VenueReserves(layout, () => snapshotter.wantRoot());
  // The first root comes soon: the page has nothing to show before it.
  if (reserves.newest() === null) reserves.want();
  // A disk that fails meanwhile is met again by whoever asks, and told.
  reserves.learn().catch(() => {});
  const healthRegistry = healthRegistryOf(runtime, seals, reserves);
  healthRegistry.join('ledger', () => watch.health());
  const market = marketOf(runtime, config, sources);
  const { indexPrices: indices } = market;
  const revocations = new RevocationBus((user) => reader.views.subAccounts(user));
  const ports = {
    chainTerms: chain.terms,
    chain: chainPort(deposits, runner, watch),
    seals,
    reserves,
    indices,
    revocations,
  };
  // Before the API: who has seen that answer can ask here.
  const control = await listenControl(root, async ({ operation, args }) => {
    const prices = priceOperation(indices, operation, args);
    if (prices !== null) return prices;
    const result = await carryOut(runtime, revocations, operation, args, () => deposits);
    log.info(auditOf(operation, args), 'operator');
    return result;
  });
  open.defer(() => void control.close());
  const gateway = await startPublicGateway(runtime, healthRegistry, config, log, ports).catch(
    (error: unknown) => {
      throw inWords(error, config);
    },
  );
  open.defer(() => gateway.close());
  const { views } = runtime.exchange.reader;
  const logChanges = healthLog(healthRegistry, log);
  const clock = setInterval(() => {
    views.advanceTo(Date.now());
    runtime.paper?.advanceTo(Date.now());
    logChanges();
  }, VIEWS_CLOCK_MS);
  open.defer(() => clearInterval(clock));
  runner.start();
  open.defer(() => runner.stop());
  openLevels(open, runtime, log);
  await openMarket(open, runtime, healthRegistry, gateway, market, log);
  return gateway;
}

/** What works out fee levels once a day. */
function openLevels(
  open: AsyncDisposableStack,
  { exchange, records, paper }: Runtime,
  log: Logger,
): void {
  const { engine, reader } = exchange;
  const service = new FeeLevelScheduler({
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
  service.start();
  open.defer(() => service.stop());
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

/** Adds the ledger up beside trading. */
function watchLedger(
  open: AsyncDisposableStack,
  { exchange }: Runtime,
  log: Logger,
): LedgerAuditor {
  const { state } = exchange.core;
  const onFault = (message: string): void => log.fatal(message);
  const watch = new LedgerAuditor({ state, assets: () => state.assets, onFault });
  watch.start();
  open.defer(async () => watch.stop());
  return watch;
}

/** Approved withdrawals go out; but for payouts nothing of a frozen account, or in the day after a security change. */
function withdrawalRunner(
  { exchange, records }: Runtime,
  chain: Chain,
  watch: LedgerAuditor,
  log: Logger,
): WithdrawalRunner {
  const { core, engine } = exchange;
  const warn = (message: string): void => log.warn(message);
  return new WithdrawalRunner({
    chain,
    commands: engine,
    withdrawals: () => core.state.withdrawals.open.values(),
    mayLeave: async ({ account, payout }) => {
      if (watch.halted) return false;
      if (payout === true) return true;
      const user = await records.identity.userByUid({ uid: ownerOf(account) });
      return user?.status === 'active' && withdrawalsFrozenUntil(user, Date.now()) === null;
    },
    onProblem: warn,
    onFailed: warn,
  });
}

/** Both ways over the chain, as the gateway sees them. */
function chainPort(
  deposits: DepositRunner,
  withdrawals: WithdrawalRunner,
  watch: LedgerAuditor,
): ChainPort {
  return {
    halted: () => watch.halted,
    arriving: () => deposits.arriving(),
    send: (gift) => deposits.send(gift),
    confirmations: (transaction) => withdrawals.confirmations(transaction),
  };
}

/** Who makes the market, and what its index prices are made of. */
interface MarketServices {
  readonly config: Config;
  readonly sources: readonly PriceSourceConfig[] | null;
  readonly service: IndexPriceService;
  /** null = nobody quotes index prices. */
  readonly indexPrices: IndexPriceApi | null;
  /** Told of the markets that are to be quoted. */
  readonly quoting: { by: Pick<PriceSources, 'quote'> | null };
}

function marketOf(
  { exchange: { engine, reader } }: Runtime,
  config: Config,
  sources: StartOptions['sources'],
): MarketServices {
  const quoting: MarketServices['quoting'] = { by: null };
  const service = new IndexPriceService({
    engine,
    views: reader.views,
    sourcesOf: (one) =>
      sources === null ? simulatedSources(one) : configuredSources(sources, one),
    onMarkets: (markets) => quoting.by?.quote(markets),
  });
  const isTold = sources !== null || config.simRate !== 'off';
  const indexPrices = isTold ? new IndexPriceApi(service, sources ?? []) : null;
  return { config, sources, service, indexPrices, quoting };
}

/** The simulated participants, or the operator's sources; and index prices. */
async function openMarket(
  open: AsyncDisposableStack,
  runtime: Runtime,
  healthRegistry: HealthRegistry,
  gateway: Gateway,
  { config, sources, service, indexPrices, quoting }: MarketServices,
  log: Logger,
): Promise<void> {
  if (indexPrices === null) {
    healthRegistry.join('prices', () => NO_SOURCES);
    log.info(NO_SOURCES.detail);
    return;
  }
  const take: Parameters<typeof startSimulatorProcess>[4] = (quotes) => service.take(quotes);
  if (sources === null) {
    const simulator = await startSimulatorProcess(runtime, gateway, config, log, take);
    if (simulator === null) return;
    open.defer(() => simulator.stop());
    healthRegistry.join('simulator', () => simulator.health());
    quoting.by = simulator;
  } else {
    const exchanges = sources.filter((one): one is ExchangeSource => one.kind === 'exchange');
    const { views } = runtime.exchange.reader;
    const listening = startPriceSources(exchanges, views, log, take);
    open.defer(() => listening.stop());
    healthRegistry.join('price_sources', () => indexPrices.health());
    quoting.by = listening;
  }
  service.start();
  open.defer(() => service.stop());
  healthRegistry.join('prices', () => service.health());
}

function startSnapshots({ exchange }: Runtime, bytesMax: number, log: Logger): Snapshotter {
  const snapshotter = new Snapshotter(
    exchange,
    {
      done: (report) => {
        log.info(report, 'snapshot');
        for (const told of sealMessages(report)) log.warn(told);
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

function startPublicGateway(
  runtime: Runtime,
  healthRegistry: HealthRegistry,
  config: Config,
  log: Logger,
  ports: Pick<
    GatewayDeps,
    'chainTerms' | 'chain' | 'seals' | 'reserves' | 'indices' | 'revocations'
  >,
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
    healthRegistry,
    paper,
    copyTrading: true,
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
