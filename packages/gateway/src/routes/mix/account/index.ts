/** Routes of contracts: accounts and positions. */
import type { Route } from '../../../http/context.ts';
import { account, accounts, isolatedSymbols } from './accounts.ts';
import { bill } from './bills.ts';
import { liqPrice, maxOpen, openCount } from './estimates.ts';
import { adlRank, allPosition, historyPosition, singlePosition } from './positions.ts';
import {
  setAllLeverage,
  setAssetMode,
  setAutoMargin,
  setLeverage,
  setMargin,
  setMarginMode,
  setPositionMode,
  unionConvert,
} from './settings.ts';
import { interestHistory, switchUnionUsdt, transferLimits, unionConfig } from './union.ts';

export const MIX_ACCOUNT_ROUTES: readonly Route[] = [
  account,
  accounts,
  setLeverage,
  setAllLeverage,
  setMarginMode,
  setPositionMode,
  setMargin,
  setAutoMargin,
  setAssetMode,
  bill,
  openCount,
  maxOpen,
  liqPrice,
  isolatedSymbols,
  switchUnionUsdt,
  unionConfig,
  transferLimits,
  interestHistory,
  unionConvert,
  allPosition,
  singlePosition,
  historyPosition,
  adlRank,
];
