import { PAGES } from '@halcyon/domain/web';

/** Addresses of copy trading. */
export const COPY_PATHS = {
  traders: PAGES.copyTrading,
  mine: PAGES.copyMine,
  trader: (id: string) => PAGES.copyTrader.replace(':id', encodeURIComponent(id)),
} as const;
