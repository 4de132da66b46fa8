/**
 * Watches the alerts of both venues and has them fire. What fired is written down first, with its mail; the
 * bell follows from that. What is not written down yet when the process ends is found again at the next start, by
 * the prices since the alert was set.
 */
import type { EventBatch } from '@halcyon/domain';
import type { AlertRecord, Firing, IdentityApi, VenueName } from '@halcyon/records';
import { ALERTS_AT_ONCE } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { alertLines } from './alert-line.ts';
import { type Hit, VenueAlerts } from './venue-alerts.ts';

/** What it works with. */
export interface AlertMonitorParts {
  readonly identity: Pick<IdentityApi, 'waitingAlerts' | 'fireAlerts'>;
  /** Views of a venue; null while it is not open. */
  readonly viewsOf: (venue: VenueName) => Views | null;
  /** One sentence for the log. */
  readonly onProblem: (message: string) => void;
}

/** A venue that was not open, or a database that did not answer, is looked at again this often, ms. */
const LOOK_MS = 1_000;
const VENUES = ['live', 'paper'] as const satisfies readonly VenueName[];

interface Watched {
  readonly alerts: VenueAlerts;
  readonly views: Views;
}

/** See the head of the file. */
export class AlertMonitor {
  readonly #parts: AlertMonitorParts;
  readonly #watched = new Map<VenueName, Watched>();
  readonly #loading = new Map<VenueName, Promise<void>>();
  readonly #hits: Firing[] = [];
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> | null = null;
  #fault = '';
  #closing = false;

  constructor(parts: AlertMonitorParts, lookMs: number = LOOK_MS) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
    this.#look();
  }

  /** Takes a commit of a venue, whose views have it. */
  committed(venue: VenueName, { events }: EventBatch): void {
    this.#watched.get(venue)?.alerts.happened(events);
  }

  /** An alert was set or changed. */
  put(alert: AlertRecord): void {
    this.#watched.get(alert.venue)?.alerts.add(alert, false);
  }

  /** An alert was forgotten. */
  remove(venue: VenueName, id: number): void {
    this.#watched.get(venue)?.alerts.remove(id);
  }

  /** A fault closed a venue: its alerts are read again when it is open. */
  forget(venue: VenueName): void {
    this.#watched.delete(venue);
  }

  /** How many wait. */
  get waiting(): number {
    return [...this.#watched.values()].reduce((sum, { alerts }) => sum + alerts.size, 0);
  }

  /** Begins nothing more; what is being written down ends. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#loading.values(), this.#writing]);
  }

  #look(): void {
    for (const venue of VENUES) {
      const views = this.#parts.viewsOf(venue);
      // One that a fault has closed comes back with other views.
      if (this.#watched.get(venue)?.views !== views) this.#watched.delete(venue);
      if (views !== null && !this.#watched.has(venue) && !this.#loading.has(venue)) {
        const loading = this.#load(venue, views)
          .catch((error: unknown) => this.#failed(error))
          .finally(() => this.#loading.delete(venue));
        this.#loading.set(venue, loading);
      }
    }
    this.#write();
  }

  /** Watches first, so that what is set meanwhile is not missed; what is read then takes its place. */
  async #load(venue: VenueName, views: Views): Promise<void> {
    const alerts = new VenueAlerts(views, (hit) => this.#hit(hit, views));
    this.#watched.set(venue, { alerts, views });
    try {
      for (let after = 0; !this.#closing; ) {
        const rows = await this.#parts.identity.waitingAlerts({ venue, after });
        for (const alert of rows) alerts.load(alert);
        if (rows.length < ALERTS_AT_ONCE) return;
        after = rows.at(-1)?.id ?? after;
      }
    } catch (error) {
      this.#watched.delete(venue);
      throw error;
    }
  }

  #hit({ alert, price, late }: Hit, views: Views): void {
    const { id, version } = alert;
    this.#hits.push({ id, version, price, late, detail: alertLines(views, alert, price) });
    this.#write();
  }

  #write(): void {
    if (this.#hits.length === 0 || this.#closing) return;
    this.#writing ??= this.#writeAll()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#writing = null;
      });
  }

  async #writeAll(): Promise<void> {
    while (this.#hits.length > 0 && !this.#closing) {
      const firings = this.#hits.slice(0, ALERTS_AT_ONCE);
      await this.#parts.identity.fireAlerts({ firings });
      this.#hits.splice(0, firings.length);
      this.#fault = '';
    }
  }

  /** The next look tries again; why it must is told once, not at each of them. */
  #failed(error: unknown): void {
    const fault = error instanceof Error ? error.message : String(error);
    if (fault !== this.#fault) this.#parts.onProblem(`alerts that fired wait: ${fault}`);
    this.#fault = fault;
  }
}
