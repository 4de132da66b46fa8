/**
 * Everything that clients can make grow, and where it ends: one row each. `test/bounds.test.ts` grows a
 * row beyond its limit or names the test that does, and holds the fields of the sources that can grow against
 * this table.
 */
import {
  ALERTS_MAX,
  OPEN_ORDERS_PER_ACCOUNT,
  PARENTS_PER_USER,
  PLANS_PER_ACCOUNT,
  WITHDRAWALS_OPEN_MAX,
} from '@halcyon/domain';
import {
  ACTS_BUDGET,
  ADDRESSES_PER_USER,
  API_KEYS_PER_USER,
  CALLS_WAITING_MAX,
  DELETED_KEYS_PER_USER,
  DEVICES_PER_USER,
  LOGINS_PER_USER,
  MAILS_PER_KIND,
  NOTICE_MARKS_PER_USER,
  PASSKEYS_PER_USER,
  READ_APART_MAX,
  RISK_MAIL_BUDGET,
  SESSIONS_PER_USER,
  SETTINGS_PER_USER,
  SUB_ACCOUNTS_PER_USER,
} from '@halcyon/records';
import { READY_KEYS_MAX } from './auth/key-cache.ts';
import { SIGNATURES_MAX } from './auth/replay-guard.ts';
import { LOGGED_KEYS_MAX, PROVED_MAX, REFUSED_MAX } from './auth/request-log.ts';
import { MUTEX_WAITERS_MAX } from './base/keyed-mutex.ts';
import { ADDRESSES_COUNTED_MAX, CALLERS_COUNTED_MAX } from './http/rate-limiter.ts';
import { CONNECTIONS_MAX, SOCKETS_PER_ADDRESS } from './ops/connections.ts';
import { REQUESTS_IN_ALL, REQUESTS_PER_ADDRESS } from './ops/requests-under-way.ts';
import { FUNDED_MAX } from './paper/paper-access.ts';
import { QUOTES_MAX } from './quotes/quotes.ts';
import { DRY_RUNS_AT_ONCE } from './web/dry-runs.ts';
import { EXPORTS_KEPT_MAX, EXPORTS_MAX } from './web/export-service.ts';
import { TOKENS_MAX } from './web/ws-tokens.ts';
import {
  BUFFERED_BYTES_MAX,
  CHANNELS_MAX,
  CONNECTING_ADDRESSES_MAX,
  CONNECTIONS_PER_ADDRESS,
  WAITING_MESSAGES_MAX,
} from './ws/limits.ts';

/** What happens to more than there may be. */
export type OverflowPolicy = 'the oldest goes' | 'refused' | 'closed';

/** A row of the table. */
export interface Bound {
  readonly what: string;
  /** Of what there are so many. */
  readonly per: 'process' | 'user' | 'account' | 'API key' | 'address' | 'connection' | 'thing';
  readonly most: number;
  readonly beyond: OverflowPolicy;
  /** Fields that hold it, by file of this package's sources; empty where a database or the core does. */
  readonly held: readonly string[];
}

const KEEPS_LATEST = 'the oldest goes';

/** See the head of the file. */
export const BOUNDS = {
  callers: {
    what: 'callers of one endpoint that are counted in a second',
    ...{ per: 'process', most: CALLERS_COUNTED_MAX, beyond: KEEPS_LATEST },
    held: ['http/rate-limiter.ts EndpointLimiter.#counts'],
  },
  addresses: {
    what: 'addresses that are counted in a minute or an hour, and those that are blocked',
    ...{ per: 'process', most: ADDRESSES_COUNTED_MAX, beyond: KEEPS_LATEST },
    held: [
      'http/rate-limiter.ts AddressLimiter.#counts',
      'http/rate-limiter.ts AddressLimiter.#blockedUntil',
      'http/hour-limiter.ts HourLimiter.#counts',
      'http/code-guesses.ts CodeGuesses.#wrong',
    ],
  },
  readyKeys: {
    what: 'API keys that are kept ready',
    ...{ per: 'process', most: READY_KEYS_MAX, beyond: KEEPS_LATEST },
    held: ['auth/key-cache.ts KeyCache.#keys'],
  },
  signatures: {
    what: 'signatures that are remembered, so that none is taken twice',
    ...{ per: 'process', most: SIGNATURES_MAX, beyond: 'refused' },
    held: ['auth/replay-guard.ts ReplayGuard.#present', 'auth/replay-guard.ts ReplayGuard.#before'],
  },
  loggedKeys: {
    what: 'API keys with a log of their requests',
    ...{ per: 'process', most: LOGGED_KEYS_MAX, beyond: KEEPS_LATEST },
    held: ['auth/request-log.ts RequestLog.#logs', 'auth/request-log.ts KeyLog.uses'],
  },
  proved: {
    what: 'requests in the log of a key',
    ...{ per: 'API key', most: PROVED_MAX, beyond: KEEPS_LATEST },
    held: ['auth/request-log.ts KeyLog.proved'],
  },
  refused: {
    what: 'requests in the log of a key that were not believed',
    ...{ per: 'API key', most: REFUSED_MAX, beyond: KEEPS_LATEST },
    held: ['auth/request-log.ts KeyLog.refused'],
  },
  quotes: {
    what: 'quotes of conversions',
    ...{ per: 'process', most: QUOTES_MAX, beyond: KEEPS_LATEST },
    held: ['quotes/quotes.ts ConvertQuotes.#kept'],
  },
  tokens: {
    what: 'tokens that carry a session over to a WebSocket',
    ...{ per: 'process', most: TOKENS_MAX, beyond: KEEPS_LATEST },
    held: ['web/ws-tokens.ts WsTokens.#tokens'],
  },
  funded: {
    what: 'people who are known to have come to the paper venue',
    ...{ per: 'process', most: FUNDED_MAX, beyond: KEEPS_LATEST },
    held: ['paper/paper-access.ts PaperVenueAccess.#funded'],
  },
  exports: {
    what: 'people whose newest file of records is remembered',
    ...{ per: 'process', most: EXPORTS_KEPT_MAX, beyond: KEEPS_LATEST },
    held: ['web/export-service.ts ExportService.#jobs'],
  },
  dryRuns: {
    what: 'dry runs of copying that are worked out at once',
    ...{ per: 'process', most: DRY_RUNS_AT_ONCE, beyond: 'refused' },
    held: ['web/dry-runs.ts DryRuns.#often', 'web/dry-runs.ts DryRuns.#running'],
  },
  exportsWritten: {
    what: 'files of records that are written at once',
    ...{ per: 'process', most: EXPORTS_MAX, beyond: 'refused' },
    held: [],
  },
  turns: {
    what: 'requests about one thing that wait for one another',
    ...{ per: 'thing', most: MUTEX_WAITERS_MAX, beyond: 'refused' },
    held: ['base/keyed-mutex.ts KeyedMutex.#lines'],
  },
  connecting: {
    what: 'addresses whose WebSocket attempts are counted',
    ...{ per: 'process', most: CONNECTING_ADDRESSES_MAX, beyond: KEEPS_LATEST },
    held: ['ws/ws-gateway.ts WsGateway.#attempts'],
  },
  sockets: {
    what: 'WebSockets',
    ...{ per: 'address', most: CONNECTIONS_PER_ADDRESS, beyond: 'refused' },
    held: ['ws/ws-gateway.ts WsGateway.#connections', 'ws/ws-gateway.ts WsGateway.#open'],
  },
  channels: {
    what: 'channels of a WebSocket',
    ...{ per: 'connection', most: CHANNELS_MAX, beyond: 'refused' },
    held: [
      'ws/connection.ts Connection.topics',
      'ws/feeds/feed.ts Feed.topics',
      'ws/topic.ts Topic.subscribers',
      'ws/feed-router.ts FeedRouter.#accounts',
      'ws/feed-router.ts FeedRouter.#notices',
      'ws/feeds/notices.ts NoticeFeed.#rows',
    ],
  },
  waitingMessages: {
    what: 'messages of a WebSocket that wait for their turn',
    ...{ per: 'connection', most: WAITING_MESSAGES_MAX, beyond: 'closed' },
    held: ['ws/intake.ts Intake.#waiting'],
  },
  buffered: {
    what: 'bytes that wait for a WebSocket to be read',
    ...{ per: 'connection', most: BUFFERED_BYTES_MAX, beyond: 'closed' },
    held: ['ws/frame-batcher.ts FrameBatcher.#waiting', 'ws/topic.ts Topic.#pending'],
  },
  calls: {
    what: 'calls that wait for the records',
    ...{ per: 'process', most: CALLS_WAITING_MAX, beyond: 'refused' },
    held: [
      'auth/key-cache.ts KeyCache.#pending',
      'paper/paper-access.ts PaperVenueAccess.#opening',
    ],
  },
  connections: {
    what: 'connections, of a proxy that is trusted not counted; fewer where the process may have few',
    ...{ per: 'address', most: SOCKETS_PER_ADDRESS, beyond: 'closed', held: [] },
  },
  connectionsInAll: {
    what: 'connections, and 512 fewer than the process may have descriptors',
    ...{ per: 'process', most: CONNECTIONS_MAX, beyond: 'closed', held: [] },
  },
  requests: {
    what: 'requests that are answered at once',
    ...{ per: 'address', most: REQUESTS_PER_ADDRESS, beyond: 'refused', held: [] },
  },
  requestsInAll: {
    what: 'requests that are answered at once',
    ...{ per: 'process', most: REQUESTS_IN_ALL, beyond: 'refused', held: [] },
  },
  sessions: {
    what: 'sessions',
    ...{ per: 'user', most: SESSIONS_PER_USER, beyond: KEEPS_LATEST, held: [] },
  },
  signIns: {
    what: 'sign-ins that are listed',
    ...{ per: 'user', most: LOGINS_PER_USER, beyond: KEEPS_LATEST, held: [] },
  },
  devices: {
    what: 'browsers that are known',
    ...{ per: 'user', most: DEVICES_PER_USER, beyond: KEEPS_LATEST, held: [] },
  },
  mails: {
    what: 'mails of one kind that wait',
    ...{ per: 'user', most: MAILS_PER_KIND, beyond: KEEPS_LATEST, held: [] },
  },
  noticeMarks: {
    what: 'marks up to which notifications were read, one of each venue',
    ...{ per: 'user', most: NOTICE_MARKS_PER_USER, beyond: KEEPS_LATEST, held: [] },
  },
  noticesRead: {
    what: 'notifications of one venue that were read one by one; of those about security as many',
    ...{ per: 'user', most: READ_APART_MAX, beyond: KEEPS_LATEST, held: [] },
  },
  alerts: {
    what: 'alerts that wait in one venue; of those that fired as many are kept',
    ...{
      per: 'user',
      most: ALERTS_MAX,
      beyond: 'refused',
      held: [
        'alerts/alert-monitor.ts AlertMonitor.#hits',
        'alerts/levels.ts Side.#waiting',
        'alerts/venue-alerts.ts VenueAlerts.#waiting',
      ],
    },
  },
  riskMails: {
    what: 'mails about margin calls, liquidations and deleveraging, at once; then one in 10 min',
    ...{ per: 'user', most: RISK_MAIL_BUDGET.burst, beyond: 'refused', held: [] },
  },
  apiKeys: {
    what: 'API keys',
    ...{ per: 'user', most: API_KEYS_PER_USER, beyond: 'refused', held: [] },
  },
  deletedKeys: {
    what: 'rows of deleted API keys',
    ...{ per: 'user', most: DELETED_KEYS_PER_USER, beyond: KEEPS_LATEST, held: [] },
  },
  acts: {
    what: 'acts that the log notes and that can be repeated, at once; then one in 10 s',
    ...{ per: 'user', most: ACTS_BUDGET.burst, beyond: 'refused', held: [] },
  },
  settings: {
    what: 'settings of the pages',
    ...{ per: 'user', most: SETTINGS_PER_USER, beyond: 'refused', held: [] },
  },
  passkeys: {
    what: 'passkeys',
    ...{ per: 'user', most: PASSKEYS_PER_USER, beyond: 'refused', held: [] },
  },
  bookAddresses: {
    what: 'addresses for withdrawals',
    ...{ per: 'user', most: ADDRESSES_PER_USER, beyond: 'refused', held: [] },
  },
  subAccounts: {
    what: 'sub-accounts',
    ...{ per: 'user', most: SUB_ACCOUNTS_PER_USER, beyond: 'refused', held: [] },
  },
  withdrawals: {
    what: 'withdrawals on their way',
    ...{ per: 'user', most: WITHDRAWALS_OPEN_MAX, beyond: 'refused', held: [] },
  },
  openOrders: {
    what: 'open orders',
    ...{ per: 'account', most: OPEN_ORDERS_PER_ACCOUNT, beyond: 'refused', held: [] },
  },
  plans: {
    what: 'plan orders that wait',
    ...{ per: 'account', most: PLANS_PER_ACCOUNT, beyond: 'refused', held: [] },
  },
  parents: {
    what: 'open parent orders',
    ...{ per: 'user', most: PARENTS_PER_USER, beyond: 'refused', held: [] },
  },
} as const satisfies Readonly<Record<string, Bound>>;

/** The name of a row. */
export type BoundName = keyof typeof BOUNDS;

/** Fields that grow by what the exchange lists, or hold what is done at once; no client makes them longer. */
export const FIXED: Readonly<Record<string, string>> = {
  'alerts/alert-monitor.ts AlertMonitor.#watched': 'venues',
  'alerts/alert-monitor.ts AlertMonitor.#loading': 'venues',
  'alerts/venue-alerts.ts VenueAlerts.#markets': 'instruments',
  'translate/contract-sources.ts FILTERS': 'kinds of plans of contracts',
  'auth/authenticate.ts Authenticator.#callers': 'as long as its ready key',
  'ops/client-types.ts ClientCounts.counts': 'the known kinds of programs',
  'ops/metrics.ts Metrics.#rejects': 'reasons of refusals',
  'ops/origins.ts Origins.#own': 'settings',
  'ops/site.ts Site.#files': 'files of the web app',
  'web/trader-leaderboard.ts TraderLeaderboard.#leaderboards': 'ranges of results',
  'web/faucet.ts Faucet.#perClaim': 'coins',
  'mail/mail-text.ts known': 'languages',
  'translate/withdrawals.ts turns': 'a KeyedMutex',
  'web/route.ts SPECS': 'routes',
  'ws/ws-gateway.ts PATHS': 'addresses of WebSockets',
  'auth/revocations.ts RevocationBus.#listeners': 'parts of the process',
  'web/sessions.ts Sessions.#refusals': 'an HourLimiter',
  'paper/paper-accounts.ts PaperAccounts.#turns': 'a KeyedMutex',
  'family/family.ts Family.#making': 'a KeyedMutex',
  'ws/feed-router.ts FeedRouter.#markets': 'instruments',
  'ws/feed-router.ts FeedRouter.#indices': 'instruments',
  'ws/feed-router.ts FeedRouter.#moved': 'instruments',
  'ws/feeds/copied-orders.ts ContractOrderFeed.#told': 'the newest orders of a subscribed account',
  'ws/feeds/copied-fills.ts ContractFillFeed.#told': 'the newest orders of a subscribed account',
  'ws/feeds/contract-events.ts PositionHistoryFeed.#told':
    'one for each contract of a subscribed account',
};
