/** The alerts of one venue that wait, by instrument and price: which of them an event, or the past, makes fire. */
import {
  type AlertPrice,
  type Event,
  EventKind,
  type InstrumentId,
  TradeOrigin,
} from '@halcyon/domain';
import type { AlertRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { type AtLevel, Levels } from './levels.ts';

/** An alert that waits. */
interface Waiting extends AtLevel {
  readonly alert: AlertRecord;
}

/** An alert that fires, at a price in ticks. */
export interface Hit {
  readonly alert: AlertRecord;
  readonly price: number;
  readonly late: boolean;
}

type Market = Record<AlertPrice, Levels<Waiting>>;

/** See the head of the file. */
export class VenueAlerts {
  readonly #views: Views;
  readonly #onHit: (hit: Hit) => void;
  readonly #markets = new Map<InstrumentId, Market>();
  readonly #waiting = new Map<number, Waiting>();

  /** @param views those of the venue, which must have applied an event before it comes here */
  constructor(views: Views, onHit: (hit: Hit) => void) {
    this.#views = views;
    this.#onHit = onHit;
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Watches an alert, in place of what it was before. It fires at once where the price has been at its level since
   * it was set. @param late whether that is told as found late
   */
  add(alert: AlertRecord, late: boolean): void {
    this.remove(alert.id);
    const price = this.#reached(alert);
    if (price !== null) {
      this.#onHit({ alert, price, late });
      return;
    }
    const { id, instrument, terms } = alert;
    const waiting = { id, level: terms.level, rises: terms.rises, alert };
    this.#waiting.set(id, waiting);
    this.#market(instrument)[terms.price].add(waiting);
  }

  /** Watches one that was read, unless it is known as it is now: what came to its level meanwhile is found late. */
  load(alert: AlertRecord): void {
    const known = this.#waiting.get(alert.id);
    if (known === undefined || known.alert.version < alert.version) this.add(alert, true);
  }

  remove(id: number): void {
    const known = this.#waiting.get(id);
    if (known === undefined) return;
    this.#waiting.delete(id);
    const { instrument, terms } = known.alert;
    this.#markets.get(instrument)?.[terms.price].remove(known);
  }

  /** Events of a commit. */
  happened(events: readonly Event[]): void {
    if (this.#waiting.size === 0) return;
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      switch (event.kind) {
        case EventKind.trade:
          // Between accounts of one owner nothing was found out about the price; so candles have it, too.
          if (!event.own) this.#priced(event.instrument, 'last', event.price);
          break;
        case EventKind.contractTrade:
          if (event.origin === TradeOrigin.book && !event.own) {
            this.#priced(event.instrument, 'last', event.price);
          }
          break;
        case EventKind.marks:
          this.#priced(event.instrument, 'mark', event.mark);
          this.#priced(event.instrument, 'index', event.index);
      }
    }
  }

  #priced(instrument: InstrumentId, of: AlertPrice, price: number): void {
    const levels = this.#markets.get(instrument)?.[of];
    if (levels === undefined || !levels.reaches(price)) return;
    for (const { alert } of levels.take(price)) {
      this.#waiting.delete(alert.id);
      this.#onHit({ alert, price, late: false });
    }
  }

  /** The price since it was set that is at its level, or beyond; null = there was none. */
  #reached({ instrument, terms, armedAt }: AlertRecord): number | null {
    const { price, level, rises } = terms;
    if (this.#views.instrument(instrument) === undefined) return null;
    const past = this.#views.priceRange(instrument, price, armedAt);
    const now = priceNow(this.#views, instrument, price);
    const prices = [past?.high ?? 0, past?.low ?? 0, now].filter((known) => known > 0);
    const at = rises ? Math.max(...prices) : Math.min(...prices);
    if (prices.length === 0) return null;
    return (rises ? at >= level : at <= level) ? at : null;
  }

  #market(instrument: InstrumentId): Market {
    const known = this.#markets.get(instrument);
    if (known !== undefined) return known;
    const made: Market = { last: new Levels(), mark: new Levels(), index: new Levels() };
    this.#markets.set(instrument, made);
    return made;
  }
}

/** A price as it is now, ticks; 0 = there is none yet. */
export function priceNow(views: Views, instrument: InstrumentId, of: AlertPrice): number {
  if (of === 'last') return views.ticker(instrument).last;
  const { mark, index } = views.contracts.contract(instrument);
  return of === 'mark' ? mark : index;
}
