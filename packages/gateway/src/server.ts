/**
 * The public gateway: one port for the web app, REST and WebSocket. Joins the
 * parts of the gateway; the packages behind it come from the composition root.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import type {
  ChainPort,
  ChainTerms,
  CommandPort,
  HealthRegistry,
  ReservesPort,
  SealPort,
} from '@halcyon/domain';
import { type CoinIcon, coinImage, type IndexPort } from '@halcyon/domain/web';
import type { RecordsClient } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { FastifyInstance } from 'fastify';
import { AlertMonitor } from './alerts/alert-monitor.ts';
import { type AddressFinder, addressFinder } from './auth/client-address.ts';
import type { Revocation, RevocationBus } from './auth/revocations.ts';
import { DEFAULT_WALLET_RULES } from './config/wallet.ts';
import { type Config, closesFaucet, outboxOpen } from './config.ts';
import { Family } from './family/family.ts';
import { CodeGuesses } from './http/code-guesses.ts';
import { LIVE_PEOPLE, type RestContext } from './http/context.ts';
import type { FaultListener } from './http/faults.ts';
import type { PaperVenuePort } from './http/paper-venue-port.ts';
import { Mailer } from './mail/mailer.ts';
import { RiskMails } from './mail/risk-mails.ts';
import { ClientCounts } from './ops/client-types.ts';
import { connectionLimits, limitConnections } from './ops/connections.ts';
import { addHealthRoute, type RecordsProgress } from './ops/health.ts';
import { buildServer, readTls } from './ops/http-server.ts';
import { refuseMalformedRequests } from './ops/malformed-requests.ts';
import { addMetricsRoute, Metrics } from './ops/metrics.ts';
import { Origins } from './ops/origins.ts';
import { openParticipantPort, urlOf } from './ops/participant-port.ts';
import { limitRequests } from './ops/requests-under-way.ts';
import { securityHeaders } from './ops/security-headers.ts';
import { Site } from './ops/site.ts';
import { PaperVenueAccess } from './paper/paper-access.ts';
import { PaperAccounts } from './paper/paper-accounts.ts';
import { addFeedRoute } from './prices/feed-route.ts';
import { ConvertQuotes } from './quotes/quotes.ts';
import type { LaneOptions } from './rest/fast-lane.ts';
import { type Rest, registerRest } from './rest/rest.ts';
import { ATTRIBUTION_FILE } from './web/attribution.ts';
import { coinDrawing } from './web/coin-drawing.ts';
import type { WebContext } from './web/context.ts';
import { CURRENCY_RATES_FILE } from './web/currency-rates.ts';
import { DryRuns } from './web/dry-runs.ts';
import { ExportService } from './web/export-service.ts';
import { Faucet } from './web/faucet.ts';
import { OperatorFile } from './web/operator-file.ts';
import { registerWeb } from './web/plugin.ts';
import { startSessionExpiry } from './web/session-expiry.ts';
import { Sessions } from './web/sessions.ts';
import { statedFile } from './web/stated-assets.ts';
import { TraderLeaderboard } from './web/trader-leaderboard.ts';
import { WsTokens } from './web/ws-tokens.ts';
import { makeLogins } from './ws/logins.ts';
import { makeOrderEntry } from './ws/order-entry.ts';
import { newWsStats } from './ws/stats.ts';
import { WsGateway } from './ws/ws-gateway.ts';

/** Where the gateway writes what an operator should know; never a secret. */
export interface GatewayLog {
  info(message: string): void;
  warn(message: string): void;
  /** @param fault what was thrown, for the log alone */
  error(message: string, fault?: unknown): void;
}

/** The packages behind the gateway. */
export interface GatewayDeps {
  readonly commands: CommandPort;
  /** Must have applied a commit before the gateway hears of it: subscribe them first. */
  readonly views: Views;
  readonly records: Pick<RecordsClient, 'history' | 'identity' | 'onNoticesChanged'>;
  readonly recordsProgress: () => RecordsProgress;
  /** What the chain is. */
  readonly chainTerms: ChainTerms;
  /** What comes and goes over it; absent or null = nothing does. */
  readonly chain?: ChainPort | null;
  /** Of the live venue; absent or null = nothing is sealed. */
  readonly seals?: SealPort | null;
  /** Of the live venue; absent or null = no roots of reserves are made. */
  readonly reserves?: ReservesPort | null;
  /** Told when the command line freezes a user or changes a key, and when people do so themselves. */
  readonly revocations: RevocationBus;
  /** Where the parts tell how they are. */
  readonly healthRegistry: HealthRegistry;
  /** Index prices and who tells them; absent or null = nobody does. */
  readonly indices?: IndexPort | null;
  /** null = there is no paper venue. */
  readonly paper?: PaperVenuePort | null;
  /** Id of the exchange; absent: it has none. */
  readonly exchange?: string;
  /** Folder that may hold `attribution.json` and `currency-rates.json`. */
  readonly dataFolder: string;
  /** How many times as many requests each fee level allows; absent: all the same. */
  readonly requestFactors?: readonly number[];
  /** Whether copy trading is offered; absent: it is not, until it is whole. */
  readonly copyTrading?: boolean;
  /** Folder of the built web app; null = none. */
  readonly webRoot: string | null;
  readonly log: GatewayLog;
}

/** A gateway that listens. */
export interface Gateway {
  readonly app: FastifyInstance;
  readonly host: string;
  readonly port: number;
  /** Address to open in a browser. */
  readonly url: string;
  /** Where participants of this process reach it, whatever its public address and certificate are. */
  readonly participantUrl: string;
  /** Whether copy trading is served. */
  readonly copyTrading: boolean;
  /**
   * Reads the certificate and its key again; connections that are open keep theirs. Whether there is one.
   * @throws ConfigError naming the setting whose file cannot be used; the old certificate stays
   */
  reloadTls(): boolean;
  /** People's sub-accounts. */
  readonly family: Family;
  /** Takes no more, closes sockets with 1001, lets requests under way end; done within 10 s. */
  close(): Promise<void>;
}

/** Requests under way may take so long to end once sockets are closed, ms. */
const CLOSE_MS = 5_000;
const GUEST_SWEEP_MS = 60 * 60 * 1000;

/**
 * Starts to listen.
 * @throws when the port is taken or a certificate cannot be read
 */
export async function startGateway(deps: GatewayDeps, config: Config): Promise<Gateway> {
  const { log } = deps;
  const site = new Site(deps.webRoot, deps.views, config.simRate !== 'off');
  const origins = new Origins(config);
  const headers = securityHeaders({
    secure: origins.secure,
    indexHtml: site.indexHtml,
    imageHosts: config.imageHosts,
  });
  const app = buildServer({ config, site, headers, onFault: faultLog(log) });
  const clients = new ClientCounts();
  const addressOf = addressFinder(config.trustProxy);
  const lane = {
    headers: headers.api,
    onRequest: (given: IncomingHttpHeaders) => clients.seen(given),
  };
  limitConnections(app.server, addressOf, connectionLimits());
  const parts = await addRoutes(app, deps, config, {
    ...{ origins, addressOf, lane, clients, site },
  });
  const { ws, metrics, alerts } = parts;
  app.server.on('upgrade', (request, stream, head) => ws.upgrade(request, stream, head));
  app.addHook('onReady', async () => {
    limitRequests(app.server, addressOf);
    refuseMalformedRequests(app.server);
  });
  const stopCommits = deps.commands.onCommit((batch) => {
    ws.committed(batch);
    alerts.committed('live', batch);
    metrics.committed(batch.lastSeq - batch.firstSeq + 1);
  });
  const stopPaper = deps.paper?.onCommit((batch) => {
    ws.paperCommitted(batch);
    alerts.committed('paper', batch);
  });
  const stopNotices = deps.records.onNoticesChanged((change) => ws.noticesChanged(change));
  const stopClosed = deps.paper?.onClosed(() => {
    ws.paperClosed();
    alerts.forget('paper');
  });
  await app.listen({ host: config.host, port: config.port });
  const mailer = await startMailer(deps, config);
  const riskMails = new RiskMails({
    ...deps.records,
    views: deps.views,
    onProblem: (message) => log.warn(message),
  });
  const { port } = app.server.address() as AddressInfo;
  origins.listening(port);
  const url = origins.base(undefined);
  const participants = await openParticipantPort(app.server, config.tls !== null);
  const bound = urlOf(app.server, config.tls === null ? 'http' : 'https');
  log.info(`listening on ${bound}${url === bound ? '' : `, origin ${url}`}`);
  // A file that cannot be used is told at the start, not at the first visit.
  await parts.attribution.current();
  const why = closesFaucet(config);
  if (why !== null) {
    const state = config.faucet ? 'open all the same' : 'closed';
    log.info(`${why}: the faucet is ${state} (HALCYON_FAUCET)`);
  }
  if (!config.loopback && config.origin === null) {
    log.warn('HALCYON_ORIGIN is not set: browsers elsewhere can look but not sign in');
  }
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const closed = app.close();
    // Kept connections become idle one by one as their requests end.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    await ws.close();
    await participants.close();
    await withinTime(closed, CLOSE_MS, () => app.server.closeAllConnections());
    clearInterval(idle);
    stopCommits();
    stopNotices();
    stopPaper?.();
    stopClosed?.();
    metrics.close();
    await alerts.close();
    await riskMails.close();
    await mailer?.close();
  };
  return {
    app,
    host: config.host,
    port,
    url,
    participantUrl: participants.url,
    copyTrading: deps.copyTrading ?? false,
    reloadTls: () => {
      if (config.tls === null) return false;
      (app.server as unknown as TlsServer).setSecureContext(readTls(config.tls));
      return true;
    },
    family: parts.family,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Sends mails where there is a server to send them to; else they stay in the outbox. */
async function startMailer(
  { records, log, healthRegistry }: GatewayDeps,
  { smtp }: Config,
): Promise<Mailer | null> {
  if (smtp === null) return null;
  const { smtpTransport } = await import('./mail/smtp.ts');
  const warn = (message: string): void => log.warn(message);
  const mailer = new Mailer(records.identity, smtpTransport(smtp), warn);
  healthRegistry.join('mail', () => mailer.health());
  return mailer;
}

function faultLog(log: GatewayLog): FaultListener {
  return (fault, requestId) => log.error(`request ${requestId} failed`, fault);
}

interface Routed {
  readonly ws: WsGateway;
  readonly metrics: Metrics;
  readonly family: Family;
  readonly alerts: AlertMonitor;
  readonly attribution: WebContext['attribution'];
}

interface RouteParts {
  readonly origins: Origins;
  readonly addressOf: AddressFinder;
  readonly lane: LaneOptions;
  readonly clients: ClientCounts;
  readonly site: Site;
}

async function addRoutes(
  app: FastifyInstance,
  deps: GatewayDeps,
  config: Config,
  { origins, addressOf, lane, clients, site }: RouteParts,
): Promise<Routed> {
  const { views, records, log, revocations } = deps;
  const clock = Date.now;
  const wsStats = newWsStats();
  const progress = deps.recordsProgress;
  const { commands: port, paper: paperVenue, healthRegistry } = deps;
  const indices = deps.indices ?? null;
  const parts = {
    healthRegistry,
    commands: port,
    wsStats,
    records: progress,
    clients,
    paper: paperVenue,
    indices,
  };
  const metrics = new Metrics(parts);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/api/')) clients.seen(request.headers);
    done();
  });
  const commands = metrics.measured(deps.commands);
  const onFault = faultLog(log);
  const sessions = new Sessions(records.identity, origins, clock);
  const context: RestContext = {
    venue: 'live',
    views,
    people: LIVE_PEOPLE,
    history: records.history,
    users: records.identity,
    family: new Family({ identity: records.identity, commands, views, revocations }),
    commands,
    wallet: DEFAULT_WALLET_RULES,
    quotes: new ConvertQuotes(clock),
    codeGuesses: new CodeGuesses(),
    chainTerms: deps.chainTerms,
    chain: deps.chain ?? null,
    seals: deps.seals ?? null,
    requestFactors: deps.requestFactors ?? [],
    clock,
  };
  const keys = records.identity;
  const access = deps.paper == null ? null : new PaperVenueAccess(deps.paper, context);
  if (access !== null) app.addHook('onClose', async () => access.close());
  const accounts =
    access === null ? null : new PaperAccounts({ access, identity: records.identity, live: views });
  if (accounts !== null) sweepGuests(app, accounts, onFault);
  const rest = await registerRest(app, {
    ...{ context, paper: access, keys, sessions, addressOf, onFault, lane },
    copyTrading: deps.copyTrading ?? false,
  });
  const tokens = new WsTokens(clock);
  heedRevocations(revocations, rest, [
    tokens,
    context.quotes,
    ...(access === null ? [] : [access]),
  ]);
  const alerts = new AlertMonitor({
    identity: records.identity,
    viewsOf: (venue) => (venue === 'live' ? views : openViews(deps.paper ?? null)),
    onProblem: (message) => log.warn(message),
  });
  const web = webContext(deps, config, {
    alerts,
    live: context,
    commands,
    sessions,
    tokens,
    revocations,
    origins,
    addressOf,
    coinIcons: () => coinIcons(views, site),
    paperAccounts: accounts,
    trader: traderOf(rest),
    requests: rest.requests,
  });
  await registerWeb(app, web, onFault);
  const { paper = null } = deps;
  const health = { healthRegistry, commands, views, records: progress, paper, indices };
  addHealthRoute(app, { ...health, startedAt: clock() });
  if (indices !== null) await addFeedRoute(app, indices, addressOf, clock);
  addMetricsRoute(app, metrics, {
    ...{ addressOf, origins },
  });
  const ws = new WsGateway({
    views,
    logins: makeLogins(rest.authenticator, tokens, rest.requests, clock),
    revocations,
    orderEntry: makeOrderEntry({ context, onFault }),
    records: context.history,
    paper: access === null ? null : access.onSockets(onFault),
    stats: wsStats,
    addressOf,
    isOwnOrigin: (origin) => origins.isOwn(origin),
    booksIntervalMs: config.booksIntervalMs,
  });
  const stopExpiry = startSessionExpiry({
    open: () => ws.sessions(),
    ...{ views, identity: records.identity, revocations },
    onFault: (fault) => onFault(fault, 'sessions of sockets'),
  });
  app.addHook('onClose', async () => stopExpiry());
  const { family } = context;
  return { ws, metrics, family, alerts, attribution: web.attribution };
}

type WebParts = Pick<
  WebContext,
  | 'alerts'
  | 'live'
  | 'commands'
  | 'sessions'
  | 'tokens'
  | 'revocations'
  | 'origins'
  | 'addressOf'
  | 'coinIcons'
  | 'paperAccounts'
  | 'trader'
  | 'requests'
>;

/** The views of the paper venue while it is open. */
function openViews(paper: PaperVenuePort | null): Views | null {
  return paper?.condition === 'open' ? paper.views : null;
}

/** Sessions trade in the venue that their requests are marked for, by REST and by the web's own API. */
function traderOf({ authenticator, venues }: Rest): WebContext['trader'] {
  return async ({ raw, actor }) => {
    const given = { headers: raw.headers, query: raw.url.split('?', 2)[1] ?? '' };
    const caller = await authenticator.callerOf(given, actor);
    const { account, venue } = caller;
    return { venueContext: venue === 'live' ? venues.live : venues.paper(), account, caller };
  };
}

function webContext(deps: GatewayDeps, config: Config, parts: WebParts): WebContext {
  const { views, log } = deps;
  const { identity } = deps.records;
  const { commands } = parts;
  const warn = (message: string): void => log.warn(message);
  const clock = Date.now;
  const chain = deps.chain ?? null;
  return {
    ...parts,
    identity,
    exports: new ExportService(parts.revocations),
    faucet: new Faucet({ identity, commands, views, enabled: config.faucet, chain, clock }),
    faucetEnabled: config.faucet,
    exchange: deps.exchange ?? '',
    outboxOpen: outboxOpen(config),
    attribution: new OperatorFile(ATTRIBUTION_FILE, deps.dataFolder, warn),
    rates: new OperatorFile(CURRENCY_RATES_FILE, deps.dataFolder, warn),
    simulated: config.simRate !== 'off',
    copyTrading: deps.copyTrading ?? false,
    leaderboard: new TraderLeaderboard(),
    dryRuns: new DryRuns(),
    indices: deps.indices ?? null,
    seals: { live: deps.seals ?? null, paper: deps.paper?.seals ?? null },
    reserves: deps.reserves ?? null,
    stated: new OperatorFile(statedFile(deps.exchange ?? ''), deps.dataFolder, warn),
    imageHosts: config.imageHosts,
    get paper() {
      return parts.paperAccounts?.offer ?? { open: false, guests: false, fault: false };
    },
    clock,
  };
}

/** Guests who stay away are forgotten, looked for once an hour. */
function sweepGuests(app: FastifyInstance, accounts: PaperAccounts, onFault: FaultListener): void {
  const sweep = (): void => {
    accounts
      .dropIdleGuests((fault, guest) => onFault(fault, `idle guest ${guest}`))
      .catch((fault: unknown) => onFault(fault, 'idle guests'));
  };
  const timer = setInterval(sweep, GUEST_SWEEP_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** The coins, each with the address of its mark; where the site has none it is made from the name. */
function coinIcons(views: Views, site: Site): CoinIcon[] {
  return views.assets().map(({ code }) => {
    const path = coinImage(code);
    return { coin: code, iconUrl: site.find(path) === undefined ? coinDrawing(code) : path };
  });
}

/** The REST side reads a key again that was changed; tokens and quotes end with their session or key. */
function heedRevocations(
  revocations: RevocationBus,
  rest: Rest,
  kept: readonly { forget(revocation: Revocation): void }[],
): void {
  const { keys } = rest.authenticator;
  revocations.onRevoked((revocation) => {
    for (const one of kept) one.forget(revocation);
    if (revocation.kind === 'key') keys.forget(revocation.id);
    else if (revocation.kind === 'user') keys.forgetUser(revocation.user);
  });
}

/** Waits for `work`, then or after `ms` goes on; late work is cut short by `cut`. */
async function withinTime(work: Promise<unknown>, ms: number, cut: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      cut();
      resolve();
    }, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
