/** What each error says in the language of the page, and at which field of a request. */

import type { PageErrorName } from '@halcyon/protocol/web';
import type { MessageId, MessageValues, Translate } from '../../platform/locale/intl.tsx';
import { waitText } from '../duration.ts';
import { amount, dateTime } from '../format.ts';
import type { FormRefusal, RequestError } from './api-error.ts';
import { COPY_FIELDS, COPY_REFUSALS } from './copy-refusals.ts';

/** The message of every error that a page may be answered with. */
export const REFUSALS: Readonly<Record<PageErrorName, MessageId>> = {
  badJson: 'state.refused',
  badBody: 'state.refused',
  badQuery: 'state.refused',
  badUrl: 'state.refused',
  bodyTooLarge: 'state.refused',
  unknownPath: 'state.refused',
  methodNotAllowed: 'state.refused',
  contentType: 'state.refused',
  needOneOf: 'state.refused',
  areaNotOpen: 'refusal.notHere',
  notHere: 'refusal.notHere',
  noAuction: 'refusal.notHere',
  faucetClosed: 'refusal.notHere',
  outboxClosed: 'refusal.notHere',
  fieldMissing: 'refusal.missing',
  fieldType: 'refusal.value',
  fieldValue: 'refusal.value',
  fieldRefused: 'refusal.value',
  badRequest: 'refusal.value',
  parameterRange: 'refusal.value',
  optionsUnknown: 'refusal.value',
  subAccountName: 'refusal.value',
  passphraseForm: 'refusal.value',
  labelLength: 'refusal.value',
  badPassphrase: 'refusal.value',
  withdrawalStep: 'refusal.value',
  fieldHidden: 'refusal.hidden',
  fieldDecimal: 'check.number',
  fieldScale: 'check.decimals',
  fieldPositive: 'check.positive',
  fieldTooLarge: 'refusal.most',
  quantityTooLarge: 'refusal.most',
  fieldTooMany: 'refusal.entries',
  clientIdDuplicate: 'refusal.sentTwice',
  contractClientIdDuplicate: 'refusal.sentTwice',
  timeOrder: 'refusal.timeOrder',
  timeWindow: 'refusal.timeWindow',
  notLoggedIn: 'refusal.login',
  guestLive: 'refusal.guest',
  csrf: 'refusal.stale',
  foreignOrigin: 'refusal.stale',
  stepUp: 'refusal.identity',
  proof: 'refusal.identity',
  permission: 'refusal.may',
  subAccountLacks: 'refusal.may',
  withheld: 'refusal.may',
  subAccountWithheld: 'refusal.may',
  subAccountGrant: 'refusal.may',
  subAccountAddress: 'refusal.may',
  userState: 'refusal.userState',
  subAccountActs: 'refusal.subFrozen',
  subAccountFrozen: 'refusal.subFrozen',
  subAccountHeld: 'refusal.subFrozen',
  subAccountCannot: 'refusal.ownerOnly',
  accountFrozen: 'refusal.frozen',
  selfFrozen: 'refusal.selfFrozen',
  accountClosed: 'refusal.closed',
  badCredentials: 'refusal.credentials',
  codeNeeded: 'refusal.codeNeeded',
  badCode: 'refusal.code',
  badPasskey: 'refusal.passkey',
  setupOver: 'refusal.setupOver',
  resetOver: 'refusal.linkOver',
  rateLimit: 'refusal.wait',
  loginBackoff: 'refusal.wait',
  busy: 'refusal.wait',
  passwordRefused: 'refusal.newPassword',
  emailTaken: 'refusal.emailTaken',
  signedIn: 'refusal.signedIn',
  notFound: 'refusal.gone',
  keyNotFound: 'refusal.gone',
  subAccountUnknown: 'refusal.gone',
  subAccountKeyUnknown: 'refusal.gone',
  nameTaken: 'refusal.nameTaken',
  subAccountTaken: 'refusal.nameTaken',
  subAccountNames: 'refusal.nameTaken',
  limitReached: 'refusal.quota',
  subAccountQuota: 'refusal.quota',
  subAccountKeys: 'refusal.quota',
  orderNotFound: 'refusal.noOrder',
  contractOrderNotFound: 'refusal.noOrder',
  orderDetailNotFound: 'refusal.noOrder',
  planNotFound: 'refusal.noOrder',
  parentNotFound: 'refusal.noOrder',
  childOfParent: 'refusal.ofAlgo',
  parentsUser: 'refusal.quota',
  parentParts: 'refusal.most',
  orderEnded: 'refusal.orderEnded',
  contractOrderEnded: 'refusal.orderEnded',
  planEnded: 'refusal.orderEnded',
  positionNotFound: 'refusal.noPosition',
  reduceOnlyNothing: 'refusal.noPosition',
  unknownFault: 'refusal.fault',
  engineUnavailable: 'refusal.unavailable',
  outcomeUnknown: 'refusal.unknown',
  readTimeout: 'refusal.records',
  lagging: 'refusal.records',
  unavailable: 'refusal.records',
  paperClosed: 'refusal.noPaper',
  paperFault: 'refusal.paperFault',
  symbolUnknown: 'refusal.noMarket',
  noMarginPair: 'refusal.noMarket',
  noConvertPair: 'refusal.noConvert',
  coinUnknown: 'refusal.noCoin',
  noMarginCoin: 'refusal.noCoin',
  chainUnknown: 'refusal.noCoin',
  instrumentHalted: 'refusal.halted',
  instrumentPaused: 'refusal.halted',
  instrumentCancelOnly: 'refusal.cancelOnly',
  instrumentPostOnly: 'refusal.postOnlyMarket',
  feedStale: 'refusal.feedStale',
  notFollowed: 'refusal.notFollowed',
  instrumentReduceOnly: 'refusal.reduceOnly',
  indexStale: 'refusal.reduceOnly',
  coinIndexStale: 'refusal.indexStale',
  noLastPrice: 'refusal.noPrice',
  priceTick: 'check.priceStep',
  quantityLot: 'check.sizeStep',
  priceRange: 'refusal.range',
  triggerPriceRange: 'refusal.range',
  amountRange: 'refusal.range',
  quantityTooSmall: 'refusal.least',
  withdrawTooSmall: 'refusal.least',
  loanTooSmall: 'refusal.least',
  notionalTooSmall: 'refusal.leastValue',
  notionalTooLarge: 'refusal.mostValue',
  priceBandHigh: 'check.bandHigh',
  priceBandLow: 'check.bandLow',
  openOrdersInstrument: 'refusal.openOrders',
  openOrdersAccount: 'refusal.openOrders',
  plansAccount: 'refusal.openOrders',
  triggerWouldFireNow: 'refusal.fires',
  callbackRange: 'check.callback',
  ocoPrices: 'refusal.oco',
  postOnlyWouldTake: 'refusal.postOnly',
  fokNotFillable: 'refusal.fok',
  convertExpired: 'refusal.quoteOver',
  convertMoved: 'refusal.quoteMoved',
  convertDepth: 'refusal.depth',
  noLiquidity: 'refusal.depth',
  positionLegMissing: 'refusal.mode',
  positionLegUnexpected: 'refusal.mode',
  reverseHedge: 'refusal.mode',
  marginModeDiffers: 'refusal.mode',
  notIsolated: 'refusal.mode',
  positionTier: 'refusal.tier',
  openInterest: 'refusal.openInterest',
  leverageRange: 'refusal.leverage',
  planSizeBeyondPosition: 'refusal.beyondPosition',
  positionOpen: 'refusal.positionOpen',
  positionsOpen: 'refusal.positionOpen',
  ordersOpen: 'refusal.ordersOpen',
  plansOpen: 'refusal.ordersOpen',
  settingUnchanged: 'refusal.unchanged',
  amendNothing: 'refusal.unchanged',
  insufficientMargin: 'refusal.funds',
  insufficientBalance: 'refusal.funds',
  closeBeyondBankruptcy: 'refusal.bankruptcy',
  notWithdrawable: 'refusal.spare',
  marginBelowNeeded: 'refusal.spare',
  debtLimit: 'refusal.debt',
  poolLimit: 'refusal.pool',
  borrowBeyondMargin: 'refusal.borrow',
  repayBeyondDebt: 'refusal.repay',
  nothingOwed: 'refusal.nothingOwed',
  balanceRange: 'refusal.tooMuch',
  sameAccount: 'refusal.sameAccount',
  withdrawAddress: 'refusal.otherAddress',
  withdrawHalted: 'refusal.withdrawHalted',
  withdrawFrozen: 'refusal.withdrawFrozen',
  withdrawSelf: 'refusal.ownAddress',
  takesNoDeposits: 'refusal.noDeposits',
  accountNotEmpty: 'refusal.notEmpty',
  withdrawDone: 'refusal.withdrawDone',
  withdrawUnlisted: 'refusal.unlisted',
  withdrawCooling: 'refusal.cooling',
  withdrawDayLimit: 'refusal.dayLimit',
  faucetDay: 'refusal.dayLimit',
  withdrawFee: 'refusal.fee',
  withdrawalsOpen: 'refusal.withdrawalsOpen',
  addressKnown: 'refusal.addressKnown',
  transferKinds: 'refusal.transfer',
  transferCoin: 'refusal.transfer',
  amendBelowFilled: 'refusal.belowFilled',
  exportRunning: 'refusal.exporting',
  ...COPY_REFUSALS,
};

/**
 * Fields that errors are about where the answer does not say so, or not by the name of one field. Every
 * amount is `size`, whatever a route calls it: it is typed in one field.
 */
const FIELDS: Readonly<Partial<Record<string, string>>> = {
  emailTaken: 'email',
  badCredentials: 'password',
  passwordRefused: 'password',
  codeNeeded: 'code',
  badCode: 'code',
  subAccountName: 'name',
  subAccountNames: 'name',
  subAccountTaken: 'name',
  nameTaken: 'name',
  passphraseForm: 'passphrase',
  subAccountGrant: 'permissions',
  withheld: 'permissions',
  subAccountWithheld: 'permissions',
  subAccountAddress: 'ipList',
  withdrawAddress: 'address',
  withdrawSelf: 'address',
  takesNoDeposits: 'address',
  withdrawUnlisted: 'address',
  withdrawCooling: 'address',
  addressKnown: 'address',
  quantityTooSmall: 'size',
  quantityTooLarge: 'size',
  notionalTooSmall: 'size',
  notionalTooLarge: 'size',
  fokNotFillable: 'size',
  insufficientBalance: 'size',
  insufficientMargin: 'size',
  notWithdrawable: 'size',
  withdrawTooSmall: 'size',
  withdrawDayLimit: 'size',
  convertDepth: 'size',
  amountRange: 'size',
  openInterest: 'size',
  positionTier: 'size',
  planSizeBeyondPosition: 'size',
  reduceOnlyNothing: 'size',
  loanTooSmall: 'size',
  borrowBeyondMargin: 'size',
  repayBeyondDebt: 'size',
  nothingOwed: 'size',
  marginBelowNeeded: 'size',
  amendBelowFilled: 'size',
  debtLimit: 'size',
  poolLimit: 'size',
  priceRange: 'price',
  priceBandHigh: 'price',
  priceBandLow: 'price',
  postOnlyWouldTake: 'price',
  ocoPrices: 'price',
  closeBeyondBankruptcy: 'price',
  triggerPriceRange: 'triggerPrice',
  callbackRange: 'callbackRatio',
  leverageRange: 'leverage',
  parentParts: 'count',
  ...COPY_FIELDS,
} satisfies Partial<Record<PageErrorName, string>>;

/** What forms call fields, by the names that routes give them. */
const CALLED: Readonly<Record<string, string>> = {
  amount: 'size',
  borrowAmount: 'size',
  repayAmount: 'size',
  fromCoinSize: 'size',
  newSize: 'size',
  quoteSize: 'size',
  newPrice: 'price',
  newTriggerPrice: 'trigger',
  triggerPrice: 'trigger',
  executePrice: 'stopPrice',
  callbackRatio: 'callback',
  presetTakeProfitPrice: 'takeProfit',
  presetStopSurplusPrice: 'takeProfit',
  presetStopLossPrice: 'stopLoss',
};

/** Values that a message may have no other for. */
const UNKNOWN: MessageValues = { value: '–', limit: '–', min: '–', max: '–', symbol: '–' };

/** A refusal that the table has; null = it does not have it. */
export function refusalIn(t: Translate, error: RequestError): FormRefusal | null {
  const id = messageOf(error);
  if (id === undefined) return null;
  return { field: fieldOf(error), text: t(id, valuesOf(error)) };
}

function fieldOf({ reason, about: { field: given = '' } }: RequestError): string {
  // Who proves who they are says by which field; who signs in does not.
  const named = reason === 'badCredentials' && given !== '' ? given : (FIELDS[reason] ?? given);
  // What a list or an object holds is of the field that it is in.
  const field = named.split(/[.[]/, 1)[0] ?? '';
  return CALLED[field] ?? field;
}

function messageOf(error: RequestError): MessageId | undefined {
  const {
    reason,
    about: { field = '', retryAfterMs = 0 },
  } = error;
  // Who signs in is not told which of both is wrong; who proves again who they are knows it.
  if (reason === 'badCredentials' && field !== '') return 'refusal.password';
  if (!Object.hasOwn(REFUSALS, reason)) {
    // A browser drops the cookie of a session that is over: a request without one is asked for a key.
    return error.unauthenticated ? 'refusal.login' : undefined;
  }
  const id = REFUSALS[reason as PageErrorName];
  return id === 'refusal.wait' && retryAfterMs === 0 ? 'refusal.busy' : id;
}

function valuesOf({ code, about: { facts = {}, retryAfterMs = 0 } }: RequestError): MessageValues {
  const shown = Object.entries(facts).map(([key, text]) => [key, factText(text)]);
  const values: MessageValues = { ...UNKNOWN, ...Object.fromEntries(shown) };
  // A step is the limit of a price or an amount; decimals are told as a number.
  const step = values['limit'] ?? '–';
  return {
    ...values,
    step,
    code,
    decimals: Number(facts['max'] ?? 0),
    wait: waitText(retryAfterMs),
  };
}

/** A number with its unit or a time as the page writes it; other facts are names. */
function factText(text: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return dateTime(Date.parse(text));
  const [, number, unit = ''] = /^(-?\d+(?:\.\d+)?)( \S+)?$/.exec(text) ?? [];
  return number === undefined ? text : amount(number) + unit;
}
