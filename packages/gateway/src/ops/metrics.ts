/** `/metrics` for Prometheus. Counters of hot paths are plain numbers, read when they are asked for. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type {
  CommandPort,
  EngineStatus,
  HealthRegistry,
  Outcome,
  PartState,
} from '@halcyon/domain';
import { INDEX_SOURCE_STATES, type IndexPort } from '@halcyon/domain/web';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type AddressFinder, clientAddress, isForwarded } from '../auth/client-address.ts';
import { isLoopback } from '../auth/ip-list.ts';
import type { PaperProgress } from '../http/paper-venue-port.ts';
import { count, type WsStats } from '../ws/stats.ts';
import { Buckets } from './buckets.ts';
import type { ClientCounts } from './client-types.ts';
import type { RecordsProgress } from './health.ts';
import type { Origins } from './origins.ts';

/** What is measured. */
export interface MetricsParts {
  readonly healthRegistry: HealthRegistry;
  readonly commands: CommandPort;
  readonly wsStats: WsStats;
  readonly records: () => RecordsProgress;
  readonly clients: ClientCounts;
  /** null = there is no paper venue. */
  readonly paper?: PaperMetrics | null | undefined;
  /** null = nobody quotes index prices. */
  readonly indices?: IndexPort | null | undefined;
}

/** What is shown of the paper venue. */
export interface PaperMetrics {
  readonly status: EngineStatus;
  readonly progress: PaperProgress | null;
}

const SUBMIT_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1];
const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const NANOSECONDS = 1e9;
/** In place of a reject code: the command got no answer. */
const UNANSWERED = '-1';

/** The meters of one gateway, in a registry of their own. */
export class Metrics {
  readonly registry = new Registry();
  readonly #batch = new Buckets(BATCH_SIZES);
  readonly #submit = new Buckets(SUBMIT_SECONDS);
  readonly #rejects = new Map<string | number, number>();
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #inFlight = 0;

  constructor(parts: MetricsParts) {
    collectDefaultMetrics({ register: this.registry, prefix: 'halcyon_' });
    this.#delay.enable();
    this.#addParts(parts.healthRegistry);
    this.#addStats(parts);
    this.#addDelay();
    if (parts.paper != null) this.#addPaper(parts.paper);
    if (parts.indices != null) this.#addSources(parts.indices);
  }

  /** A commit of `commands` commands became durable. */
  committed(commands: number): void {
    this.#batch.observe(commands);
  }

  /** Everything in the text form of Prometheus. */
  async text(): Promise<string> {
    const submit = 'Time from handing a command over to its durable answer';
    return (
      (await this.registry.metrics()) +
      this.#batch.text('halcyon_commit_commands', 'Commands made durable, by commit') +
      this.#submit.text('halcyon_submit_seconds', submit)
    );
  }

  /** Stops measuring. */
  close(): void {
    this.#delay.disable();
    this.registry.clear();
  }

  /** The same port, with the time and the outcome of every command measured. */
  measured(port: CommandPort): CommandPort {
    // The measuring hangs on the promise beside the caller: it delays no answer.
    const watch = (size: number, answer: Promise<readonly Outcome[] | Outcome>): void => {
      const started = performance.now();
      this.#inFlight += size;
      const settled = (): void => {
        this.#inFlight -= size;
        this.#submit.observe((performance.now() - started) / 1_000);
      };
      answer.then(
        (outcomes) => {
          settled();
          for (const { code } of Array.isArray(outcomes) ? outcomes : [outcomes]) {
            if (code !== 0) count(this.#rejects, code);
          }
        },
        () => {
          settled();
          count(this.#rejects, UNANSWERED);
        },
      );
    };
    return {
      get status() {
        return port.status;
      },
      get seq() {
        return port.seq;
      },
      submit: (command) => {
        const answer = port.submit(command);
        watch(1, answer);
        return answer;
      },
      submitAll: (commands) => {
        const answer = port.submitAll(commands);
        watch(commands.length, answer);
        return answer;
      },
      onCommit: (listener) => port.onCommit(listener),
    };
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `halcyon_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  #addParts(healthRegistry: HealthRegistry): void {
    this.#partGauge(
      healthRegistry,
      'ok',
      'part_ok',
      '1 while the part is ok, by part: what /healthz tells',
    );
    const starting = '1 while the part is not there yet, by part, as after every start';
    this.#partGauge(healthRegistry, 'starting', 'part_starting', starting);
  }

  #partGauge(healthRegistry: HealthRegistry, told: PartState, name: string, help: string): void {
    new Gauge({
      name: `halcyon_${name}`,
      help,
      labelNames: ['part'],
      registers: [this.registry],
      collect() {
        for (const [part, { state }] of healthRegistry.reports()) {
          this.set({ part }, state === told ? 1 : 0);
        }
      },
    });
  }

  #addStats({ commands, wsStats, records, clients }: MetricsParts): void {
    this.#gauge('seq', 'Sequence of the last durable command', () => commands.seq);
    this.#gauge('engine_running', '1 while commands are taken', () =>
      commands.status === 'running' ? 1 : 0,
    );
    this.#gauge('records_seq', 'Sequence that the SQL records have reached', () => records().seq);
    this.#gauge('records_lag_ms', 'Age of the oldest command not in SQL', () => records().lagMs);
    const setAside = 'Rows that the database refused and that are set aside';
    this.#gauge('records_set_aside', setAside, () => records().rowsSetAside);
    this.#gauge('ws_connections', 'WebSocket connections', () => wsStats.connections);
    this.#gauge('ws_logged_in', 'WebSocket connections with a login', () => wsStats.loggedIn);
    this.#gauge('ws_accepted', 'WebSocket connections accepted so far', () => wsStats.accepted);
    this.#gauge('ws_messages_received', 'WebSocket messages received', () => wsStats.received);
    this.#gauge('ws_delayed', 'Of them, those that had to wait', () => wsStats.delayed);
    this.#gauge('ws_pushes', 'Pushes handed to sockets', () => wsStats.pushed);
    this.#gauge('ws_writes', 'Writes that carried them', () => wsStats.writes);
    this.#gauge('ws_bytes', 'Bytes in them', () => wsStats.bytes);
    this.#gauge('ws_conflated', 'Pushes held back from slow sockets', () => wsStats.conflated);
    this.#gauge('ws_missed_rows', 'Rows that could not be built', () => wsStats.missedRows);
    const inFlight = (): number => this.#inFlight;
    this.#gauge('commands_in_flight', 'Commands handed over and not yet answered', inFlight);
    const rejects = 'Commands refused by the core, by code; -1 = no answer';
    this.#labelled('rejects', rejects, 'code', this.#rejects);
    const byClient = 'API requests, by the client type that they name';
    this.#labelled('client_requests', byClient, 'client', clients.counts);
    this.#labelled('ws_closed', 'Connections closed by us, by reason', 'reason', wsStats.closed);
    this.#labelled('ws_refused', 'Upgrades refused, by reason', 'reason', wsStats.refused);
    this.#labelled('ws_errors', 'Error answers, by code', 'code', wsStats.errors);
  }

  /** The paper venue's own; how far it is behind is `halcyon_seq` less `halcyon_paper_live_seq`. */
  #addPaper(paper: PaperMetrics): void {
    const gauge = (name: string, help: string, read: (now: PaperProgress) => number): void =>
      this.#gauge(`paper_${name}`, `Paper venue: ${help}`, () =>
        paper.progress === null ? 0 : read(paper.progress),
      );
    this.#gauge('paper_engine_running', 'Paper venue: 1 while commands are taken', () =>
      paper.status === 'running' ? 1 : 0,
    );
    gauge('seq', 'sequence of the last durable command', ({ seq }) => seq);
    gauge('live_seq', 'sequence of live that it has followed', ({ liveSeq }) => liveSeq);
    gauge('records_seq', 'sequence that its records have reached', ({ recordsSeq }) => recordsSeq);
    gauge('records_lag_ms', 'age of the oldest command not in SQL', (now) => now.recordsLagMs);
    gauge('records_set_aside', 'rows that the database refused', (now) => now.recordsSetAside);
    gauge('commit_ms', 'duration of the last commit', ({ commitMs }) => commitMs);
    gauge('footprints', 'ghosts changed by the end of a footprint', (now) => now.footprints);
  }

  /** Who quotes index prices. */
  #addSources(indices: IndexPort): void {
    new Gauge({
      name: 'halcyon_index_source_markets',
      help: 'Markets whose index price a source tells, by source and the state of its price',
      labelNames: ['source', 'state'],
      registers: [this.registry],
      collect() {
        for (const summary of indices.summaries()) {
          const source = summary.name;
          for (const state of INDEX_SOURCE_STATES) this.set({ source, state }, summary[state]);
        }
      },
    });
    new Gauge({
      name: 'halcyon_index_source_refused',
      help: 'Prices and messages of a source that were refused since the start',
      labelNames: ['source'],
      registers: [this.registry],
      collect() {
        for (const { name, refused } of indices.summaries()) this.set({ source: name }, refused);
      },
    });
  }

  #labelled(
    name: string,
    help: string,
    label: string,
    counts: ReadonlyMap<string | number, number>,
  ): void {
    new Gauge({
      name: `halcyon_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [key, value] of counts) this.set({ [label]: String(key) }, value);
      },
    });
  }

  #addDelay(): void {
    this.#gauge('event_loop_delay_p50_seconds', 'Delay of the event loop, median', () =>
      this.#delayAt(50),
    );
    this.#gauge('event_loop_delay_p99_seconds', 'Delay of the event loop, 99th percentile', () =>
      this.#delayAt(99),
    );
  }

  #delayAt(percentile: number): number {
    return this.#delay.percentile(percentile) / NANOSECONDS;
  }
}

/** Who sees the metrics. */
interface MetricsAccess {
  readonly addressOf: AddressFinder;
  readonly origins: Origins;
}

/**
 * Adds `GET /metrics`, for this machine alone. A forwarded request is a stranger's, whatever address it
 * comes from.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  { addressOf, origins }: MetricsAccess,
): void {
  app.get('/metrics', async (request, reply) => {
    const isHere = !isForwarded(request.raw) && isLoopback(clientAddress(addressOf, request.raw));
    // A page whose name was made to lead to this machine asks by that name.
    if (!isHere || !origins.isThisMachine(request.headers.host)) {
      return reply.code(403).send({ error: 'metrics are shown to this machine only' });
    }
    void reply.header('cache-control', 'no-store');
    return reply.type(metrics.registry.contentType).send(await metrics.text());
  });
}
