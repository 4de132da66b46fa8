/** Routes of sub-accounts. */
import type { Route } from '../../http/context.ts';
import { createSubAccounts, listSubAccounts, modifySubAccount } from './accounts.ts';
import {
  createSubAccountKey,
  createSubAccountsWithKeys,
  listSubAccountKeys,
  modifySubAccountKey,
} from './keys.ts';
import {
  futuresOfSubAccounts,
  subAccountAssets,
  subAccountDepositAddress,
  subAccountDepositRecords,
  subAccountTransfer,
  subAccountTransfers,
} from './money.ts';

export const FAMILY_ROUTES: readonly Route[] = [
  createSubAccounts,
  modifySubAccount,
  listSubAccounts,
  createSubAccountKey,
  createSubAccountsWithKeys,
  modifySubAccountKey,
  listSubAccountKeys,
  subAccountTransfer,
  subAccountTransfers,
  subAccountAssets,
  subAccountDepositAddress,
  subAccountDepositRecords,
  futuresOfSubAccounts,
];
