/** How the exchange itself closes positions, by how the wire begins to name the side of such a fill. */

import type { MessageId } from '../../platform/locale/intl.tsx';

const WORDS = {
  burst_: 'positions.by.liquidation',
  dte_sys_adl_: 'positions.by.adl',
  offset_: 'positions.by.offset',
} as const satisfies Readonly<Record<string, MessageId>>;
type Begins = keyof typeof WORDS;
const BEGINS = Object.keys(WORDS) as Begins[];

function beginOf(tradeSide: string): Begins | undefined {
  return BEGINS.find((begins) => tradeSide.startsWith(begins));
}

/** The word for it; undefined = somebody's own order did it. */
export function byExchange(tradeSide: string): MessageId | undefined {
  const begins = beginOf(tradeSide);
  return begins && WORDS[begins];
}

/** Whether it is of a liquidation. */
export function isLiquidated(tradeSide: string): boolean {
  return beginOf(tradeSide) === 'burst_';
}

/** Whether a position was closed against a liquidated one. */
export function isDeleveraged(tradeSide: string): boolean {
  return beginOf(tradeSide) === 'dte_sys_adl_';
}
