/** `/healthz`: whether the exchange takes orders, how each part is, and how far its readers are. */
import {
  type CommandPort,
  type HealthRegistry,
  type HealthStatus,
  type PartReport,
  statusOf,
} from '@halcyon/domain';
import type { IndexPort, IndexSourceSummary } from '@halcyon/domain/web';
import type { Views } from '@halcyon/views';
import type { FastifyInstance } from 'fastify';
import type { PaperProgress } from '../http/paper-venue-port.ts';

/** How far the SQL records are; both at the same moment. */
export interface RecordsProgress {
  /** Sequence of the last command whose rows are durable. */
  readonly seq: number;
  /** Age of the oldest command not yet projected, ms; 0 = none waits. */
  readonly lagMs: number;
  /** Rows that the database refused for good. */
  readonly rowsSetAside: number;
}

interface PaperHealth extends PaperProgress {
  readonly engine: string;
  readonly viewsSeq: number;
}

/** What `/healthz` reports. */
export interface Health {
  readonly status: HealthStatus;
  /** By the names of the parts. */
  readonly parts: Readonly<Record<string, PartReport>>;
  readonly engine: string;
  readonly seq: number;
  readonly viewsSeq: number;
  readonly recordsSeq: number;
  readonly recordsLagMs: number;
  /** Rows that the database refused: history lacks them until the cause is mended. */
  readonly recordsSetAside: number;
  /** null = there is no paper venue, or it is not open. */
  readonly paper: PaperHealth | null;
  /** Who quotes index prices: of how many markets theirs can be used. */
  readonly priceSources: readonly IndexSourceSummary[];
  /** Seconds since the gateway was started. */
  readonly uptime: number;
}

/** What health is made of. */
export interface HealthParts {
  readonly healthRegistry: HealthRegistry;
  readonly commands: CommandPort;
  readonly views: Views;
  readonly records: () => RecordsProgress;
  readonly paper: {
    readonly status: string;
    readonly views: Views;
    readonly progress: PaperProgress | null;
  } | null;
  /** null = nobody quotes index prices. */
  readonly indices: IndexPort | null;
  /** Unix ms of the start. */
  readonly startedAt: number;
}

/** The state of things now. */
function healthOf(parts: HealthParts, now: number): Health {
  const { healthRegistry, commands, views, startedAt } = parts;
  const records = parts.records();
  const reports = healthRegistry.reports();
  return {
    status: statusOf(reports),
    parts: Object.fromEntries(reports),
    engine: commands.status,
    seq: commands.seq,
    viewsSeq: views.seq,
    recordsSeq: records.seq,
    recordsLagMs: records.lagMs,
    recordsSetAside: records.rowsSetAside,
    paper: paperHealth(parts.paper),
    priceSources: parts.indices?.summaries() ?? [],
    uptime: Math.floor((now - startedAt) / 1000),
  };
}

function paperHealth(paper: HealthParts['paper']): PaperHealth | null {
  const progress = paper?.progress ?? null;
  if (paper === null || progress === null) return null;
  const { seq, liveSeq, recordsSeq, recordsLagMs, recordsSetAside } = progress;
  const { footprints, commitMs, followed } = progress;
  const { status: engine, views } = paper;
  const records = { recordsSeq, recordsLagMs, recordsSetAside };
  const figures = { liveSeq, ...records, footprints, commitMs, followed };
  return { engine, seq, viewsSeq: views.seq, ...figures };
}

/** Adds `GET /healthz`: 200 while live takes commands, whatever else is degraded, and else 503. */
export function addHealthRoute(app: FastifyInstance, parts: HealthParts): void {
  app.get('/healthz', (_request, reply) => {
    const health = healthOf(parts, Date.now());
    void reply.header('cache-control', 'no-store');
    return reply.code(health.status === 'down' ? 503 : 200).send(health);
  });
}
