/**
 * Alerts: what somebody wants to be told of prices. The terms are what is stored and watched; how a page
 * sees them: web/alerts.ts.
 */

/** Which price: of the last trade, or of contracts the mark or index price. */
export const ALERT_PRICES = ['last', 'mark', 'index'] as const;
export type AlertPrice = (typeof ALERT_PRICES)[number];

/**
 * When it fires. `above` and `below`: as soon as the price is at the level or beyond, at once if it is so
 * already. `crosses`: as soon as it comes to the level from where it was when the alert was set.
 */
export const ALERT_CONDITIONS = ['crosses', 'above', 'below'] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** What is watched. */
export interface AlertTerms {
  readonly price: AlertPrice;
  readonly condition: AlertCondition;
  /** Ticks. */
  readonly level: number;
  /** Whether the price has to rise to the level, or to fall to it. */
  readonly rises: boolean;
}

/** Active alerts of an account in one venue. */
export const ALERTS_MAX = 200;
/** Fired ones that are kept of an account in one venue: the oldest go first. */
export const FIRED_ALERTS_MAX = 200;
/** A note to oneself, in characters. */
export const ALERT_NOTE_MAX = 100;
