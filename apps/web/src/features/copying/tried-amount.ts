import type { CopyPortfolioRow } from '@halcyon/domain/web';
import { wide } from '../../data/decimal.ts';

/**
 * With how much other settings of a portfolio are tried: what was paid in, or what is there where more was taken out
 * than paid in; null = there is nothing.
 */
export function triedAmount({
  paidIn,
  equity,
}: Pick<CopyPortfolioRow, 'paidIn' | 'equity'>): string | null {
  return [paidIn, equity].find((text) => wide(text) > 0n) ?? null;
}
