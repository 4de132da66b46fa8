/** Account routes: balances, bills, transfers, deposits, withdrawals, fee rates. */
import { FAMILY_ACCOUNTS } from '@halcyon/domain/web';
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
import {
  ACCOUNT_TYPES,
  AUTHORITIES,
  BILL_GROUPS,
  DEPOSIT_STATES,
  MOVEMENT_WAYS,
  OTHER_ENTRY,
  SPOT_ENTRIES,
  SPOT_ROW_GROUPS,
  TRANSFER_STATES,
  VALUED_ACCOUNTS,
  WITHDRAWAL_STATES,
} from './account-words.ts';
import { areaSpecs } from './spec.ts';
import { assetRow } from './spot-rows.ts';
import { byClientOid, page } from './trade-fields.ts';
import { SUCCESS } from './words.ts';

const common = areaSpecs('Common', '/api/v2');
const account = areaSpecs('Account', '/api/v2/account');
const spot = areaSpecs('Spot account', '/api/v2/spot');

const none = object({});

/** Accounts that the contract lets deposits go to. */
const DEPOSIT_ACCOUNTS = ['spot', 'funding', 'coin-futures', 'usdt-futures', 'usdc-futures'];

const window = { startTime: time('from, ms'), endTime: time('until, ms') };

export const assets = spot.get({
  name: 'spot.account.assets',
  path: '/account/assets',
  perSecond: 10,
  summary: 'Balances of the spot account',
  request: object({
    coin: optional(coin()),
    assetType: optional(choice('hold_only: above zero', ['hold_only', 'all'])),
  }),
  data: list(assetRow),
});

export const bills = spot.get({
  name: 'spot.account.bills',
  path: '/account/bills',
  perSecond: 10,
  summary: 'Ledger of the spot account, newest first',
  request: object({
    coin: optional(coin()),
    groupType: optional(choice('kind of movement', BILL_GROUPS)),
    businessType: optional(text('exact movement', 40)),
    ...page,
  }),
  data: list(
    object({
      cTime: out.millis(),
      coin: out.text(),
      groupType: out.word(SPOT_ROW_GROUPS),
      businessType: out.word([...SPOT_ENTRIES, OTHER_ENTRY]),
      size: out.amount(),
      balance: out.amount(),
      fees: out.amount(),
      billId: out.text(),
    }),
  ),
});

export const accountInfo = spot.get({
  name: 'spot.account.info',
  path: '/account/info',
  perSecond: 1,
  summary: 'The caller: user, permissions, IP list',
  request: none,
  data: object({
    userId: out.text(),
    inviterId: out.text(),
    ips: out.text(),
    authorities: list(out.word(AUTHORITIES)),
    parentId: out.number(),
    traderType: out.word(['not_trader']),
    channelCode: out.text(),
    channel: out.text(),
    regisTime: out.millis(),
  }),
});

export const transferRecords = spot.get({
  name: 'spot.account.transferRecords',
  path: '/account/transferRecords',
  perSecond: 20,
  summary: 'Transfers between own accounts, newest first',
  request: object({
    coin: optional(coin()),
    fromType: optional(choice('account the money left', ACCOUNT_TYPES)),
    clientOid: optional(clientOid('your own id of the transfer')),
    pageNum: optional(whole('page, from 1', 1, 1000)),
    ...page,
  }),
  data: list(
    object({
      coin: out.text(),
      status: out.word(TRANSFER_STATES),
      toType: out.word(FAMILY_ACCOUNTS),
      toSymbol: out.text(),
      fromType: out.word(FAMILY_ACCOUNTS),
      fromSymbol: out.text(),
      size: out.amount(),
      ts: out.millis(),
      clientOid: out.text(),
      transferId: out.text(),
    }),
  ),
});

export const deductInfo = spot.get({
  name: 'spot.account.deductInfo',
  path: '/account/deduct-info',
  perSecond: 5,
  summary: 'Whether fees are paid in a platform coin (never: there is none)',
  request: none,
  data: object({ deduct: out.word(['off']) }),
});

export const switchDeduct = spot.post('trade', {
  name: 'spot.account.switchDeduct',
  path: '/account/switch-deduct',
  perSecond: 1,
  summary: 'Pays fees in a platform coin or not: only off, there is none',
  request: object({ deduct: choice('off', ['on', 'off']) }),
  data: out.flag(),
  idempotent: () => true,
});

export const upgradeStatus = spot.get({
  name: 'spot.account.upgradeStatus',
  path: '/account/upgrade-status',
  perSecond: 1,
  summary: 'State of the upgrade to a unified account: fail, as there are none',
  request: none,
  data: object({ status: out.word(['fail']), reason: out.text() }),
});

export const upgrade = spot.post('trade', {
  name: 'spot.account.upgrade',
  path: '/account/upgrade',
  perSecond: 1,
  summary: 'Upgrade to a unified account: always refused, there are none',
  request: none,
  data: out.nothing(),
});

export const modifyDepositAccount = spot.post('transfer', {
  name: 'spot.wallet.modifyDepositAccount',
  path: '/wallet/modify-deposit-account',
  perSecond: 10,
  summary: 'The account that deposits go to: spot, the only one',
  request: object({
    accountType: choice('account', DEPOSIT_ACCOUNTS),
    coin: coin(),
  }),
  data: out.word(SUCCESS),
  idempotent: () => true,
});

export const transfer = spot.post('transfer', {
  name: 'spot.wallet.transfer',
  path: '/wallet/transfer',
  perSecond: 10,
  summary: 'Moves money between two own accounts; a repeated clientOid returns the first result',
  request: object({
    fromType: choice('account the money leaves', ACCOUNT_TYPES),
    toType: choice('account the money enters', ACCOUNT_TYPES),
    amount: decimal('amount of the coin'),
    coin: coin(),
    symbol: optional(symbol('isolated margin only')),
    clientOid: optional(clientOid('your own id of the transfer')),
  }),
  data: object({ transferId: out.text(), clientOid: out.text() }),
  idempotent: byClientOid,
});

export const transferCoinInfo = spot.get({
  name: 'spot.wallet.transferCoinInfo',
  path: '/wallet/transfer-coin-info',
  perSecond: 10,
  summary: 'Coins that can move between two kinds of account',
  request: object({
    fromType: choice('account the money leaves', ACCOUNT_TYPES),
    toType: choice('account the money enters', ACCOUNT_TYPES),
  }),
  data: list(out.text()),
});

export const depositAddress = spot.get({
  name: 'spot.wallet.depositAddress',
  path: '/wallet/deposit-address',
  perSecond: 10,
  summary: 'The address of the caller for a coin',
  request: object({
    coin: coin(),
    chain: optional(text('chain', 32)),
    size: optional(text('ignored', 40)),
  }),
  data: object({
    address: out.text(),
    chain: out.text(),
    coin: out.text(),
    tag: out.text(),
    url: out.text(),
  }),
});

/** A row of what came or left. */
function movementRow<const T extends string, const S extends readonly string[]>(
  type: T,
  states: S,
) {
  return {
    orderId: out.text(),
    tradeId: out.text(),
    coin: out.text(),
    type: out.word([type]),
    size: out.amount(),
    status: out.word(states),
    toAddress: out.text(),
    dest: out.word(MOVEMENT_WAYS),
    chain: out.text(),
    fromAddress: out.text(),
    cTime: out.millis(),
    uTime: out.millis(),
  };
}

export const depositRecords = spot.get({
  name: 'spot.wallet.depositRecords',
  path: '/wallet/deposit-records',
  perSecond: 10,
  summary: 'Deposits on their way, then those that were credited, newest first',
  request: object({
    coin: optional(coin()),
    orderId: optional(id('one deposit')),
    ...window,
    idLessThan: optional(id('only rows before this one')),
    limit: optional(rows()),
  }),
  data: list(object({ ...movementRow('deposit', DEPOSIT_STATES), confirm: out.text() })),
});

export const withdrawalRecords = spot.get({
  name: 'spot.wallet.withdrawalRecords',
  path: '/wallet/withdrawal-records',
  perSecond: 10,
  summary: 'Withdrawals, newest first',
  request: object({
    coin: optional(coin()),
    orderId: optional(id('one withdrawal')),
    clientOid: optional(clientOid('your own id of the withdrawal')),
    ...window,
    idLessThan: optional(id('only rows before this one')),
    limit: optional(rows()),
  }),
  data: list(
    object({
      ...movementRow('withdraw', WITHDRAWAL_STATES),
      clientOid: out.text(),
      tag: out.text(),
      fee: out.amount(),
      confirm: out.text(),
    }),
  ),
});

export const withdrawal = spot.post('withdraw', {
  name: 'spot.wallet.withdrawal',
  path: '/wallet/withdrawal',
  perSecond: 5,
  summary: 'Withdraws to an address of the own address book, or to a user whose address is in it',
  request: object({
    coin: coin(),
    transferType: choice('by address or by user', MOVEMENT_WAYS),
    address: text('address, or uid of an internal transfer', 200),
    chain: optional(text('chain', 32)),
    innerToType: optional(choice('what address is', ['email', 'mobile', 'uid'])),
    areaCode: optional(text('ignored', 10)),
    tag: optional(text('ignored', 100)),
    size: decimal('amount that arrives'),
    remark: optional(text('note', 200)),
    clientOid: optional(clientOid('your own id of the withdrawal')),
  }),
  data: object({ orderId: out.text(), clientOid: out.text() }),
  idempotent: byClientOid,
});

export const cancelWithdrawal = spot.post('withdraw', {
  name: 'spot.wallet.cancelWithdrawal',
  path: '/wallet/cancel-withdrawal',
  perSecond: 10,
  summary: 'Cancels a withdrawal that is not on the chain yet',
  request: object({ orderId: id('the withdrawal') }),
  data: out.word(SUCCESS),
});

export const allAccountBalance = account.get({
  name: 'account.allAccountBalance',
  path: '/all-account-balance',
  perSecond: 1,
  summary: 'Value of each kind of account in USDT',
  request: none,
  data: list(object({ accountType: out.word(VALUED_ACCOUNTS), usdtBalance: out.amount() })),
});

export const fundingAssets = account.get({
  name: 'account.fundingAssets',
  path: '/funding-assets',
  perSecond: 10,
  summary: 'Balances of the funding account',
  request: object({ coin: optional(coin()) }),
  data: list(
    object({
      coin: out.text(),
      available: out.amount(),
      frozen: out.amount(),
      usdtValue: out.amount(),
    }),
  ),
});

export const botAssets = account.get({
  name: 'account.botAssets',
  path: '/bot-assets',
  perSecond: 10,
  summary: 'Balances of trading bots (there are none here)',
  request: object({ accountType: optional(text('kind of bot', 20)) }),
  data: list(object({})),
});

const business = choice('product', ['spot', 'margin', 'mix']);

export const tradeRate = common.get({
  name: 'common.tradeRate',
  path: '/common/trade-rate',
  perSecond: 10,
  summary: 'Fee rates of the caller',
  request: object({ symbol: symbol(), businessType: business }),
  data: object({ makerFeeRate: out.amount(), takerFeeRate: out.amount() }),
});

export const allTradeRate = common.get({
  name: 'common.allTradeRate',
  path: '/common/all-trade-rate',
  perSecond: 10,
  summary: 'Fee rates of the caller for one or all instruments',
  request: object({ symbol: optional(symbol()), businessType: business }),
  data: list(
    object({ symbol: out.text(), makerFeeRate: out.amount(), takerFeeRate: out.amount() }),
  ),
});
