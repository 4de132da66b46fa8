/** Images that the exchange serves, and may let other hosts serve in its stead. */

/** Path below which the images of every host lie; the default host is the exchange's own origin. */
export const STATIC_IMAGES = '/static/img/';

/** A small image that every host has: who sends it first is the fastest. */
export const PROBE_IMAGE = `${STATIC_IMAGES}probe.svg`;

/** Where a coin's mark lies if there is one. */
export function coinImage(coin: string): string {
  return `${STATIC_IMAGES}coins/${coin.toLowerCase()}.svg`;
}

/** A coin of the exchange with the address of its mark, or with the mark in the address. */
export interface CoinIcon {
  readonly coin: string;
  readonly iconUrl: string;
}
