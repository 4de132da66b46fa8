/** The lists that there are files of. */
import type { ExportList } from '@halcyon/domain/web';
import { CONTRACT_LISTS } from './contract-lists.ts';
import type { ExportedList } from './exported-list.ts';
import { MONEY_LISTS } from './money-lists.ts';
import { TRADE_LISTS } from './trade-lists.ts';

/** All lists by name. */
export const LISTS: Readonly<Record<ExportList, ExportedList>> = {
  ...TRADE_LISTS,
  ...CONTRACT_LISTS,
  ...MONEY_LISTS,
};
