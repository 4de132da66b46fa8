/** Words of the wire about positions, and the numbers of the core. */

import {
  LIQUIDATION_OPTION,
  legOf,
  MarginMode,
  OrderOption,
  PositionLeg,
  PositionMode,
  Side,
} from '@halcyon/domain';
import type {
  DataOf,
  HoldSideWord,
  MarginModeWord,
  PosModeWord,
  PosSideWord,
  specs,
} from '@halcyon/protocol';
import { sideWord } from './words.ts';

/** Word of a margin mode. */
export function marginModeWord(mode: MarginMode): MarginModeWord {
  return mode === MarginMode.cross ? 'crossed' : 'isolated';
}

/** Margin mode of a word. */
export function marginModeOf(word: MarginModeWord): MarginMode {
  return word === 'crossed' ? MarginMode.cross : MarginMode.isolated;
}

/** Word of a position mode. */
export function posModeWord(mode: PositionMode): PosModeWord {
  return mode === PositionMode.hedge ? 'hedge_mode' : 'one_way_mode';
}

const POS_SIDES: Readonly<Record<PositionLeg, PosSideWord>> = {
  [PositionLeg.net]: 'net',
  [PositionLeg.long]: 'long',
  [PositionLeg.short]: 'short',
};

/** Word of a leg; `net` is the position of one-way mode. */
export function posSideWord(leg: PositionLeg): PosSideWord {
  return POS_SIDES[leg];
}

/** Whether a position that a word names is long: one-way mode says buy and sell, hedge mode long and short. */
export function isLong(word: HoldSideWord): boolean {
  return word === 'long' || word === 'buy';
}

/** What rows say about an order's position: its options and its side decide. */
export type PositionWords = Pick<
  DataOf<typeof specs.mix.orderDetail>,
  'side' | 'tradeSide' | 'posSide' | 'posMode' | 'reduceOnly'
>;

/** What rows say about the position of an order, a plan or a fill. */
export function positionWords(options: number, side: Side): PositionWords {
  const leg = legOf(options);
  const reduceOnly = (options & OrderOption.reduceOnly) === 0 ? 'NO' : 'YES';
  const burst = (options & LIQUIDATION_OPTION) !== 0;
  if (leg === PositionLeg.net) {
    return {
      side: sideWord(side),
      tradeSide: `${burst ? 'burst_' : ''}${sideWord(side)}_single`,
      posSide: 'net',
      posMode: 'one_way_mode',
      reduceOnly,
    };
  }
  const long = leg === PositionLeg.long;
  const closes = long === (side === Side.sell);
  const held = long ? 'long' : 'short';
  const closing = burst ? (`burst_close_${held}` as const) : 'close';
  return {
    side: long ? 'buy' : 'sell',
    tradeSide: closes ? closing : 'open',
    posSide: held,
    posMode: 'hedge_mode',
    reduceOnly: closes ? 'YES' : 'NO',
  };
}
