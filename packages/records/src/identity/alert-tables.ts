/** The tables of alerts; see alerts.ts. */
import type { TableSpec } from '../sql/migrate.ts';

/** Alerts that wait, and those that fired. */
export const ALERTS = {
  name: 'alerts',
  columns: {
    /** Of the counter, as `fired_seq`. */
    id: 'int',
    /** Of the counter, another with each change. */
    version: 'int',
    uid: 'int',
    venue: 'text',
    instrument: 'int',
    /** AlertTerms as JSON. */
    terms: 'text',
    note: 'text',
    /** 1 = a mail tells it, too. */
    mail: 'int',
    created_at: 'int',
    /** Time of the venue since which its price counts. */
    armed_at: 'int',
    /** Grows with each that fires; 0 = it waits. */
    fired_seq: 'int',
    fired_at: 'int',
    /** Ticks. */
    fired_price: 'int',
    /** 1 = it was found late. */
    late: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

/** What numbers them. */
export const ALERT_COUNTER = {
  name: 'alert_counter',
  /** One row: who counts holds it, so that alerts are set and fire one after another. */
  columns: { id: 'int', count: 'int' },
  key: ['id'],
} as const satisfies TableSpec;
