/** Words that were replaced by the terms of the field, and where a term must be found. */

/** A word that is not written any more. */
export interface ReplacedWord {
  readonly word: RegExp;
  /** What the field calls it. */
  readonly term: string;
  /** Files that it is about; absent = all sources and documents. */
  readonly files?: RegExp;
}

const SOURCES = /^(packages|apps|tools|bench)\/.*\.tsx?$/;

export const REPLACED_WORDS: readonly ReplacedWord[] = [
  { word: /\bLevelRoom/, term: 'FeeLevelScheduler' },
  { word: /\bIndexRoom/, term: 'IndexPriceService' },
  {
    word: /\b[A-Z]\w*Rooms?\b/,
    term: 'a port, reads, a context, or headroom for space',
    files: SOURCES,
  },
  {
    word: /\brooms (behind|around|of one venue)|records room/,
    term: 'packages, the records package',
  },
  { word: /\brooms\b/, term: 'venueContext', files: /^packages\/gateway\/src\/.*\.ts$/ },
  { word: /\bopenDoors\b/, term: 'startPublicGateway' },
  { word: /\b[A-Z]\w*Doors?\b/, term: 'access, entry point', files: SOURCES },
  { word: /\bpublic face\b/, term: 'public gateway' },
  {
    word: /\b[A-Z]\w*Desk(Parts)?\b/,
    term: 'service, monitor, control; a desk takes orders',
    files: /^(packages|apps\/halcyon)\/(?!.*\.test\.ts$).*\.ts$/,
  },
  { word: /\bharmless\b/, term: 'idempotent', files: /^packages\/(protocol|client)\/.*\.ts$/ },
  { word: /\btells?(Of|[A-Z]\w+)\b/, term: 'notify, report, emit, quote', files: SOURCES },
  { word: /\btells (index prices|prices)\b/, term: 'quotes prices' },
  { word: /\b(LedgerWatch|SessionWatch|RiskWatch|CallWatch)/, term: 'auditor, expiry, monitor' },
  { word: /\bOrderWatcher\b/, term: 'OrderListener' },
  { word: /\b(RevocationHub|HubParts)\b/, term: 'RevocationBus, FeedRouterParts' },
  { word: /\b(HealthBoard|CopyBoard)\b/, term: 'HealthRegistry, TraderLeaderboard' },
  { word: /\bhealth board\b/, term: 'health registry' },
  { word: /\b[Ff]ores(ight|ee)\b|\bFORESIGHT/, term: 'prefetch' },
  { word: /\bmendSeals\b/, term: 'repairSeals' },
  { word: /\bRounds\(/, term: 'PeriodicTask', files: SOURCES },
];

/** Where somebody who searches for a term must arrive. */
export const TERMS: Readonly<Record<string, readonly string[]>> = {
  idempotent: ['packages/protocol/src/routes/spec.ts', 'packages/core/src/state/client-ids.ts'],
  pagination: ['packages/protocol/src/pagination.ts', 'packages/records/src/kinds/pages.ts'],
  cursor: ['packages/protocol/src/pagination.ts', 'packages/records/src/kinds/pages.ts'],
  nonce: ['packages/gateway/src/auth/replay-guard.ts', 'packages/gateway/src/ops/site.ts'],
  deadlock: ['packages/gateway/src/base/keyed-mutex.ts'],
  race: ['packages/gateway/src/base/keyed-mutex.ts', 'packages/journal/src/directory-lock.ts'],
  backpressure: [
    'packages/gateway/src/ws/connection.ts',
    'packages/gateway/src/ws/intake.ts',
    'packages/records/src/feed/feed.ts',
    'apps/halcyon/src/exchange/views-apart.ts',
  ],
  'rate limit': [
    'packages/gateway/src/http/rate-limiter.ts',
    'packages/gateway/src/ws/rate-window.ts',
  ],
  session: [
    'packages/records/src/identity/sessions.ts',
    'packages/gateway/src/web/session-expiry.ts',
  ],
  scheduler: [
    'apps/halcyon/src/levels/fee-level-scheduler.ts',
    'apps/halcyon/src/exchange/periodic-task.ts',
  ],
  replication: ['packages/journal/src/journal-tail.ts', 'apps/halcyon/src/paper/source-runner.ts'],
  rollback: [
    'packages/journal/src/segment-tail.ts',
    'packages/records/src/sql/node-sqlite-dialect.ts',
  ],
};
