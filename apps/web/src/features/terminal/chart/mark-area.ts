/** Where the library writes the highest and the lowest price in sight. */

/** A rectangle, pixels from the top left corner of the candles. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** From the candle to the middle of the text, and half the height of the text. */
const AWAY = 7;
const HALF_TEXT = 9;
/** From the candle to the end of a long price. */
const LENGTH = 96;

/** What the mark of a candle covers; it is written towards the middle. @param at the end of the candle */
export function markArea(
  at: { readonly x: number; readonly y: number },
  width: number,
  end: 'high' | 'low',
): PixelRect {
  const middle = end === 'high' ? at.y - AWAY : at.y + AWAY;
  const towardsLeft = at.x > width / 2;
  return {
    left: towardsLeft ? at.x - LENGTH : at.x,
    right: towardsLeft ? at.x : at.x + LENGTH,
    top: middle - HALF_TEXT,
    bottom: middle + HALF_TEXT,
  };
}
