/** Sub-accounts: made and changed by their root, their keys, their money. */
import { FAMILY_ACCOUNTS, SUB_ACCOUNT_GRANTS } from '@halcyon/domain/web';
import {
  choice,
  clientOid,
  coin,
  decimal,
  id,
  list,
  object,
  optional,
  out,
  rows,
  symbol,
  text,
  time,
  whole,
} from '../schema/fields.ts';
import { depositAddress, depositRecords } from './account.ts';
import { ACCOUNT_TYPES, SUB_ACCOUNT_STATES, TRANSFER_STATES } from './account-words.ts';
import { areaSpecs, PERMISSIONS } from './spec.ts';
import { byClientOid, page } from './trade-fields.ts';
import { SUCCESS } from './words.ts';

const user = areaSpecs('Sub-accounts', '/api/v2/user');
const spot = areaSpecs('Sub-accounts', '/api/v2/spot');

/** Names that are made at once. */
const NAMES_MAX = 50;

const subAccountUid = id('uid of a sub-account');
const permList = list(choice('what it may do', SUB_ACCOUNT_GRANTS), {
  maxItems: SUB_ACCOUNT_GRANTS.length,
});
const permListOut = list(out.word(PERMISSIONS));
const name = text('exactly 8 letters', 40);

/** What a key is made of. A key gives another no more than it has. */
const keyTerms = {
  passphrase: text('8 to 32 letters and digits', 100),
  label: text('1 to 20 characters', 100),
  ipList: optional(list(text('address or network', 60), { maxItems: 30 })),
  permList: optional(permList),
};

const keyRow = {
  subAccountUid: out.text(),
  label: out.text(),
  subAccountApiKey: out.text(),
  permList: permListOut,
  ipList: list(out.text()),
};
const newKeyRow = { ...keyRow, secretKey: out.text('told this once') };

const times = { cTime: out.millis(), uTime: out.millis() };
const standing = { status: out.word(SUB_ACCOUNT_STATES), permList: permListOut };

export const createSubAccounts = user.post('transfer', {
  name: 'user.createVirtualSubAccount',
  path: '/create-virtual-subaccount',
  perSecond: 5,
  summary: 'Makes sub-accounts; a name that is taken is in failureList',
  request: object({ subAccountList: list(name, { minItems: 1, maxItems: NAMES_MAX }) }),
  data: object({
    failureList: list(object({ subaAccountName: out.text() })),
    successList: list(
      object({
        subaAccountUid: out.text(),
        subaAccountName: out.text(),
        label: out.text(),
        ...standing,
        ...times,
      }),
    ),
  }),
});

export const modifySubAccount = user.post('transfer', {
  name: 'user.modifyVirtualSubAccount',
  path: '/modify-virtual-subaccount',
  perSecond: 5,
  summary: 'Freezes or thaws a sub-account, and says what its keys may do',
  request: object({
    subAccountUid,
    permList: list(choice('what it may do', SUB_ACCOUNT_GRANTS), {
      minItems: 1,
      maxItems: SUB_ACCOUNT_GRANTS.length,
    }),
    status: choice('whether it may act', SUB_ACCOUNT_STATES),
  }),
  data: object({ result: out.word(SUCCESS) }),
  proved: true,
});

export const listSubAccounts = user.get({
  name: 'user.virtualSubAccounts',
  path: '/virtual-subaccount-list',
  perSecond: 1,
  summary: 'Sub-accounts, newest first',
  request: object({
    limit: optional(rows()),
    idLessThan: optional(id('only sub-accounts whose uid is below this one')),
    status: optional(choice('only these', SUB_ACCOUNT_STATES)),
  }),
  data: object({
    endId: out.number('uid of the last one: the next page is below it'),
    subAccountList: list(
      object({
        subAccountUid: out.text(),
        subAccountName: out.text(),
        label: out.text(),
        ...standing,
        ...times,
      }),
    ),
  }),
});

export const createSubAccountKey = user.post('transfer', {
  name: 'user.createVirtualSubAccountApiKey',
  path: '/create-virtual-subaccount-apikey',
  perSecond: 5,
  summary: 'Makes an API key of a sub-account; it may do no more than the key that asks',
  request: object({ subAccountUid, ...keyTerms }),
  data: object(newKeyRow),
  proved: true,
});

export const createSubAccountsWithKeys = user.post('transfer', {
  name: 'user.batchCreateSubAccountAndApiKey',
  path: '/batch-create-subaccount-and-apikey',
  perSecond: 1,
  summary: 'Makes sub-accounts with a key each; the body is a list, or one of its items',
  request: object({
    list: list(object({ subAccountName: name, ...keyTerms }), { minItems: 1, maxItems: NAMES_MAX }),
  }),
  data: list(object({ ...newKeyRow, subAccountName: out.text() })),
  bareList: 'list',
  proved: true,
});

export const modifySubAccountKey = user.post('transfer', {
  name: 'user.modifyVirtualSubAccountApiKey',
  path: '/modify-virtual-subaccount-apikey',
  perSecond: 5,
  summary: 'Changes label, addresses and permissions of a key of a sub-account',
  request: object({
    subAccountUid,
    subAccountApiKey: text('the key', 128),
    ...keyTerms,
    passphrase: text('that of the key', 100),
  }),
  data: object(keyRow),
  proved: true,
});

export const listSubAccountKeys = user.get({
  name: 'user.virtualSubAccountApiKeys',
  path: '/virtual-subaccount-apikey-list',
  perSecond: 5,
  summary: 'API keys of a sub-account, newest first',
  request: object({ subAccountUid }),
  data: list(object(keyRow)),
});

export const subAccountTransfer = spot.post('transfer', {
  name: 'spot.wallet.subAccountTransfer',
  path: '/wallet/subaccount-transfer',
  perSecond: 10,
  summary:
    'Moves money between any two accounts of yours and your sub-accounts; a repeated clientOid returns the first result',
  request: object({
    fromType: choice('account the money leaves', ACCOUNT_TYPES),
    toType: choice('account the money enters', ACCOUNT_TYPES),
    amount: decimal('amount of the coin'),
    coin: coin(),
    symbol: optional(symbol('isolated margin only')),
    clientOid: optional(clientOid('your own id of the transfer')),
    fromUserId: id('uid that the money leaves'),
    toUserId: id('uid that the money goes to'),
  }),
  data: object({ transferId: out.text(), clientOid: out.text() }),
  idempotent: byClientOid,
});

export const subAccountTransfers = spot.get({
  name: 'spot.account.subMainTransRecord',
  path: '/account/sub-main-trans-record',
  perSecond: 20,
  summary: 'Transfers between you and your sub-accounts, newest first',
  request: object({
    coin: optional(coin()),
    role: optional(choice('which side subUid was; absent: initiator', ['initiator', 'receiver'])),
    subUid: optional(id('uid of a sub-account; absent: what you sent or received yourself')),
    clientOid: optional(clientOid('your own id of the transfer')),
    ...page,
  }),
  data: list(
    object({
      coin: out.text(),
      status: out.word(TRANSFER_STATES),
      toType: out.word(FAMILY_ACCOUNTS),
      fromType: out.word(FAMILY_ACCOUNTS),
      size: out.amount(),
      ts: out.millis(),
      clientOid: out.text(),
      transferId: out.text(),
      fromUserId: out.text(),
      toUserId: out.text(),
    }),
  ),
});

const held = object({
  coin: out.text(),
  available: out.amount(),
  frozen: out.amount('held by orders'),
  locked: out.amount('held by other things'),
  limitAvailable: out.amount(),
  uTime: out.millis(),
});

export const subAccountAssets = spot.get({
  name: 'spot.account.subAccountAssets',
  path: '/account/subaccount-assets',
  perSecond: 10,
  summary: 'Spot balances of the sub-accounts that have any, newest first',
  request: object({
    idLessThan: optional(whole('only rows whose id is below this one', 0, Number.MAX_SAFE_INTEGER)),
    limit: optional(rows()),
  }),
  data: list(object({ id: out.number(), userId: out.number(), assetsList: list(held) })),
});

export const subAccountDepositAddress = spot.get({
  name: 'spot.wallet.subAccountDepositAddress',
  path: '/wallet/subaccount-deposit-address',
  perSecond: 10,
  summary: 'The address of a sub-account for a coin',
  request: object({ subUid: subAccountUid, ...depositAddress.request.properties }),
  data: depositAddress.data,
});

export const subAccountDepositRecords = spot.get({
  name: 'spot.wallet.subAccountDepositRecords',
  path: '/wallet/subaccount-deposit-records',
  perSecond: 10,
  summary: 'Deposits of a sub-account, newest first',
  request: object({
    subUid: subAccountUid,
    ...depositRecords.request.properties,
    startTime: optional(time('from, ms')),
    endTime: optional(time('until, ms')),
  }),
  data: depositRecords.data,
});
