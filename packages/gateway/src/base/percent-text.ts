import { formatDecimal } from '@halcyon/domain';

/** A rate in percent: 20,000 ppm = `2`. */
export function percentText(ppm: number): string {
  return formatDecimal(ppm, 4);
}
