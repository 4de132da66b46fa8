/** When to warn of a liquidation that comes near: once a threshold, again after the danger was over. */

import type { PositionNote } from '../../../data/state/contract-stream.ts';

/** Margin ratios from which somebody is warned; 1 is where it is liquidated. */
const THRESHOLDS = [0.5, 0.7, 0.85] as const;
/** Below this share of a threshold it may be told again. */
const OVER = 0.8;

/** Margin that one warning is about: that of a position, or of the wallet. */
export interface Danger {
  /** '' = the wallet, with all cross positions. */
  readonly symbol: string;
  /** The position to look at: of the wallet the one with the largest margin. */
  readonly show: string;
  readonly ratio: string;
}

/** What can be liquidated by itself, each with its margin ratio. */
export function dangers(positions: readonly PositionNote[]): readonly Danger[] {
  const isolated = positions.filter(({ mode }) => mode === 'isolated');
  const cross = positions.filter(({ mode }) => mode === 'crossed');
  const [largest] = [...cross].sort((a, b) => Number(b.margin) - Number(a.margin));
  return [
    ...isolated.map(({ symbol, marginRatio }) => ({ symbol, show: symbol, ratio: marginRatio })),
    ...(largest === undefined
      ? []
      : [{ symbol: '', show: largest.symbol, ratio: largest.marginRatio }]),
  ];
}

/** Remembers what was told. */
export class RiskMonitor {
  /** By what is in danger: the number of thresholds told. */
  private readonly told = new Map<string, number>();

  /** Those that have passed a threshold since they were looked at last. */
  look(positions: readonly PositionNote[]): readonly Danger[] {
    const now = dangers(positions);
    const keys = new Set(now.map(({ symbol }) => symbol));
    for (const key of this.told.keys()) if (!keys.has(key)) this.told.delete(key);
    return now.filter((danger) => this.passes(danger));
  }

  private passes({ symbol, ratio }: Danger): boolean {
    const value = Number(ratio);
    let told = this.told.get(symbol) ?? 0;
    while (told > 0 && value < (THRESHOLDS[told - 1] ?? 0) * OVER) told -= 1;
    const passed = THRESHOLDS.filter((threshold) => value >= threshold).length;
    this.told.set(symbol, Math.max(told, passed));
    return passed > told;
  }
}
