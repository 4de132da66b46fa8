/**
 * One table of everything the wire can answer instead of data: the wire code (which decides the
 * exception that clients raise), the HTTP status, whether the same request can succeed later without
 * being changed, and a sentence that names the field, the limit and the value.
 */
import { hiddenMessage } from '@halcyon/domain';
import { COPY_ERRORS } from './copy-errors.ts';
import { type Entry, entry } from './error-entry.ts';
import { WEB_ERRORS } from './web-errors.ts';

/** Every error by its name; the name is the `reason` of an error answer. */
export const ERRORS = {
  // The request as such
  badJson: entry('400', 'the body is not valid JSON: {detail}'),
  badBody: entry('400', 'the body must be a JSON object'),
  badQuery: entry('400', 'the query is malformed: {detail}'),
  badUrl: entry('400', 'the address is malformed'),
  bodyTooLarge: entry('400', 'the body is larger than {limit} bytes', 413),
  unknownPath: entry('40404', '{method} {path} does not exist', 404),
  methodNotAllowed: entry('405', '{path} does not take {method}, only {allowed}', 405),
  contentType: entry('40007', 'Content-Type must be application/json'),
  areaNotOpen: entry('40919', 'not open on this exchange yet: {area} ({path})'),
  notHere: entry('40919', '{area} do not exist on this exchange: {path}'),
  fieldMissing: entry('40019', '{field} is required'),
  fieldType: entry('40020', '{field} must be {expected}'),
  fieldValue: entry('40020', '{field} must be {expected}, not {value}'),
  fieldHidden: entry('40020', hiddenMessage('{field}', '{character}')),
  fieldDecimal: entry('40808', '{field} must be {expected}, not {value}'),
  fieldScale: entry('40808', '{field} {value} has more than {limit} after the point'),
  fieldPositive: entry('40808', '{field} must be above 0, not {value}'),
  fieldTooLarge: entry('40808', '{field} {value} is above {limit}, the largest that is taken'),
  fieldTooMany: entry('40306', '{field} has {value} items, at most {limit} are taken'),
  clientOidLength: entry('40304', '{field} is longer than {limit} characters'),
  clientOidCharacters: entry('40305', '{field} may have only the characters {limit}'),
  needOneOf: entry('40913', 'one of {fields} is required'),
  timeOrder: entry('40707', 'startTime must not be after endTime'),
  timeWindow: entry('40705', 'startTime to endTime may span at most {limit} days'),
  receiveWindow: entry('40079', 'receiveWindow must be below {limit} ms'),
  requestExpired: entry('40078', 'requestTime is more than receiveWindow {limit} ms old'),

  // Who is asking
  keyMissing: entry('40001', 'header ACCESS-KEY is missing'),
  signMissing: entry('40002', 'header ACCESS-SIGN is missing'),
  signEmpty: entry('40003', 'header ACCESS-SIGN is empty'),
  timestampFormat: entry('40005', '{field} must be Unix time in {expected}'),
  keyUnknown: entry('40037', 'this API key does not exist'),
  keyExpired: entry('40037', 'this API key has expired'),
  keyFormat: entry('40006', '{field} is not an API key'),
  passphraseMissing: entry('40011', 'header ACCESS-PASSPHRASE is missing'),
  passphraseWrong: entry('40012', 'the API key and the passphrase do not belong together'),
  signWrong: entry(
    '40009',
    'the signature is wrong: this is an {kind} key, which must sign {expected}',
  ),
  timestampWindow: entry(
    '40008',
    '{field} is {value} ms from the server time {now}; at most {limit} ms is accepted',
  ),
  signatureReplayed: entry(
    '40008',
    'a POST with this signature was already received: sign a new one, or send a client order id',
  ),
  signedBeforeStart: entry(
    '40008',
    'this POST was signed before the server started: look its effect up, then sign a new one',
  ),
  loginReplayed: entry(
    '40008',
    'this login was received from another address before: sign a new one',
  ),
  ipNotAllowed: entry('40018', 'address {value} is not in the IP list of this API key', 403),
  permission: entry('40014', 'this API key lacks the permission {limit}', 403),
  userState: entry('40013', 'this account cannot do that at present', 403),
  notLoggedIn: entry('40001', 'sign in, or sign the request with an API key', 401),
  guestLive: entry('40001', 'guests trade on paper only: sign in to use live', 401),
  csrf: entry('403', 'the request lacks the CSRF token of this session', 403),
  foreignOrigin: entry('403', 'pages of another origin may not send this: {field} is {value}', 403),
  stepUp: entry('403', 'enter your password again: nothing was done here for {limit} minutes', 403),
  proof: entry(
    '403',
    'prove again who you are: this needs a proof of the last {limit} minutes',
    403,
  ),
  liveKeyPaper: entry(
    '40018',
    'a live API key cannot be used with paptrading=1: remove the marker, or use a paper key',
    403,
  ),
  paperClosed: entry(
    '40919',
    'paper trading is not open on this exchange yet: remove paptrading=1 to use live',
  ),
  paperFault: entry(
    '40200',
    'paper trading is closed because of a fault; live trading goes on',
    503,
    true,
  ),
  paperKey: entry('40919', 'paper trading is not open on this exchange yet; this is a paper key'),

  // Capacity and faults
  rateLimit: entry('429', 'Too Many Requests', 429, true),
  unknownFault: entry('500', 'internal error, request {requestId}', 500, true),
  engineUnavailable: entry('40200', 'not taken, nothing happened: {detail}', 503, true),
  outcomeUnknown: entry(
    '50008',
    'the outcome is unknown: query by clientOid (or the open orders) before sending it again',
    504,
  ),
  readTimeout: entry('500', 'the records have not caught up yet: ask again', 503, true),

  // What is named does not exist
  symbolUnknown: entry('40309', 'symbol {value} does not exist'),
  coinUnknown: entry('40034', 'coin {value} does not exist'),
  noMarginCoin: entry('50037', 'coin {value} is not lent there'),
  noMarginPair: entry('40309', 'symbol {value} has no {kind} margin'),
  noConvertPair: entry('40309', 'there is no market of {value} and {limit} to convert by'),
  chainUnknown: entry('40034', 'chain {value} does not exist; coins move on chain {limit}'),
  orderNotFound: entry('43001', 'the order does not exist'),
  orderEnded: entry('43001', 'the order is {limit} already'),
  contractOrderNotFound: entry('40768', 'the order does not exist'),
  contractOrderEnded: entry('40768', 'the order is {limit} already'),
  orderDetailNotFound: entry('40109', 'the order does not exist'),
  planNotFound: entry('43025', 'the plan order does not exist'),
  parentNotFound: entry('43025', 'the parent order does not exist'),
  planEnded: entry('43025', 'the plan order is {limit} already'),

  // Instrument state
  instrumentHalted: entry('41114', 'trading of {symbol} is halted', 400, true),
  instrumentCancelOnly: entry('41114', '{symbol} takes only cancels at present', 400, true),
  instrumentPostOnly: entry('41114', '{symbol} takes only post_only orders now', 400, true),
  feedStale: entry(
    '41114',
    'paper trading of {symbol} is paused: its price feed is stale',
    400,
    true,
  ),
  notFollowed: entry(
    '41114',
    'there is no paper trading of {symbol}: the market that paper follows does not have it',
  ),
  instrumentPaused: entry('41114', 'paper trading of {symbol} is paused for now', 400, true),
  instrumentReduceOnly: entry(
    '41114',
    '{symbol} takes only orders that reduce a position at present',
    400,
    true,
  ),
  indexStale: entry(
    '41114',
    'the index price of {symbol} is too old: positions can be reduced only',
    400,
    true,
  ),
  coinIndexStale: entry(
    '41114',
    'an index price is too old to borrow, trade or take money out by',
    400,
    true,
  ),
  noAuction: entry('40812', '{symbol} opens without a call auction'),
  noLastPrice: entry('43115', '{symbol} has no price yet', 400, true),

  // The order
  clientIdDuplicate: entry('43118', 'clientOid was used before by order {value}'),
  contractClientIdDuplicate: entry('45034', 'clientOid was used before by order {value}'),
  priceTick: entry('40808', '{field} {value} is not a multiple of the tick {limit}'),
  quantityLot: entry('40808', '{field} {value} is not a multiple of the lot {limit}'),
  priceRange: entry('40808', 'price {value} is not above 0 and at most {limit}'),
  quantityTooSmall: entry('50019', 'size {value} is below the minimum {limit}'),
  quantityTooLarge: entry('50015', 'size {value} is above the maximum {limit}'),
  notionalTooSmall: entry('45110', 'order value {value} is below the minimum {limit}'),
  notionalTooLarge: entry('45113', 'order value {value} is above the maximum {limit}'),
  priceBandHigh: entry('50018', 'price {value} is above the highest allowed {limit}'),
  priceBandLow: entry('41117', 'price {value} is below the lowest allowed {limit}'),
  openOrdersInstrument: entry(
    '43005',
    'this would be open order {value} in {symbol}, at most {limit} may be open',
    400,
    true,
  ),
  openOrdersAccount: entry(
    '43005',
    'this would be open order {value}, at most {limit} may be open',
    400,
    true,
  ),
  plansAccount: entry(
    '40889',
    'this would be plan order {value}, at most {limit} may wait',
    400,
    true,
  ),
  parentsUser: entry(
    '40889',
    'this would be parent order {value}, at most {limit} may be open',
    400,
    true,
  ),
  parentParts: entry('40808', 'this would be {value} orders, the limit is {limit}'),
  childOfParent: entry('43011', 'the order is a child of parent order {value}, which is amended'),
  triggerPriceRange: entry('40808', 'triggerPrice {value} is not above 0 and at most {limit}'),
  triggerWouldFireNow: entry('40917', '{field} {value} is reached already: the price is {limit}'),
  callbackRange: entry('43011', 'callbackRatio {value} is outside {limit}'),
  ocoPrices: entry(
    '40706',
    'price and triggerPrice of an OCO must enclose the last price {limit}: {value} does not',
  ),
  postOnlyWouldTake: entry(
    '43011',
    'a post_only order at {value} would trade at once: the other side begins at {limit}',
  ),
  fokNotFillable: entry('40108', 'a fok order must fill at once: {limit} of {value} are available'),
  convertExpired: entry(
    '12021',
    'the quote does not exist or has expired: a quote holds {limit} seconds',
  ),
  convertMoved: entry(
    '12021',
    'the quoted price is gone, nothing was converted: ask for a new quote',
  ),
  convertDepth: entry('50026', 'the order book cannot convert that much {value} to {limit} now'),
  noLiquidity: entry('50026', 'the other side of the book of {symbol} is empty', 400, true),

  // Positions
  reduceOnlyNothing: entry(
    '22002',
    'there is no position to close: {limit} left, {value} asked for',
  ),
  positionLegMissing: entry(
    '40774',
    'hedge mode: say whether the order opens or closes a position',
  ),
  positionLegUnexpected: entry(
    '40774',
    'one-way mode has no separate long and short position: leave holdSide or tradeSide out',
  ),
  marginModeDiffers: entry(
    '40808',
    'marginMode {value} is not that of {symbol}, which is {limit}: set-margin-mode changes it',
  ),
  reverseHedge: entry(
    '40774',
    'hedge mode cannot reverse a position: close it and open the other one',
  ),
  positionTier: entry(
    '40762',
    'the position would be worth {value}: this leverage allows at most {limit}',
  ),
  openInterest: entry('40762', 'the open interest would be {value}: at most {limit} is allowed'),
  leverageRange: entry('40797', 'leverage {value} is outside 1 to {limit}'),
  optionsUnknown: entry('40020', 'the order has options that do not fit its instrument'),
  planSizeBeyondPosition: entry('43011', 'size {value} is above the position {limit}'),
  positionNotFound: entry('22002', 'there is no such open position'),
  positionOpen: entry('45117', 'close the position first: {value} of {symbol} is open'),
  ordersOpen: entry('40920', 'cancel the open orders first: {value} are there'),
  plansOpen: entry('40920', 'cancel the plan orders first: {value} are there'),
  notIsolated: entry('40714', 'only a position with isolated margin has margin of its own'),
  settingUnchanged: entry('40923', 'nothing changes: the setting is that already'),

  // Money
  insufficientMargin: entry(
    '40712',
    'insufficient margin{place}: {value} needed, {limit} available',
  ),
  closeBeyondBankruptcy: entry(
    '43011',
    'this would lose {value}, more than the {limit} that backs the position: give a better price',
  ),
  notWithdrawable: entry(
    '40711',
    'amount {value} is above {limit}, all that open positions and debts do not need',
  ),
  marginBelowNeeded: entry('40713', '{value} asked for, {limit} of the margin is not needed'),
  insufficientBalance: entry(
    '43012',
    'insufficient balance{place}: {value} needed, {limit} available',
  ),
  loanTooSmall: entry('40808', 'borrowAmount {value} is below the smallest loan {limit}'),
  debtLimit: entry('50035', '{field}: the debt would be {value}, and one account may owe {limit}'),
  poolLimit: entry(
    '50035',
    '{field}: a loan of {value} is above {limit}, all that can be lent now',
  ),
  borrowBeyondMargin: entry(
    '50020',
    'borrowAmount {value} is above {limit}, what the margin of this account allows',
  ),
  repayBeyondDebt: entry('50041', 'repayAmount {value} is above {limit}, all that is owed'),
  nothingOwed: entry('50041', 'coin: nothing of it is owed, nothing is to be paid back'),
  amountRange: entry('40808', 'amount {value} is not above 0 and at most {limit}'),
  balanceRange: entry('40812', 'the receiving balance would become larger than balances can be'),
  sameAccount: entry('40020', 'fromType and toType must differ'),
  withdrawTooSmall: entry('43114', 'size {value} is below the minimum {limit}'),
  withdrawAddress: entry('40020', 'address is refused: {detail}'),
  withdrawHalted: entry(
    '40013',
    'withdrawals are halted: the exchange found that its ledger does not add up',
    403,
  ),
  withdrawFrozen: entry(
    '40013',
    'withdrawals are frozen until {limit}: the security of the account was changed',
    403,
  ),
  subAccountName: entry('40055', '{field} must be exactly 8 letters, not {value}'),
  subAccountNames: entry('40071', 'the name {value} is given to two sub-accounts'),
  subAccountTaken: entry('40071', 'you have a sub-account called {value} already'),
  subAccountQuota: entry('40069', 'you have {limit} sub-accounts, and there may be no more'),
  subAccountUnknown: entry('40066', '{field} is not the uid of a sub-account of yours'),
  subAccountKeys: entry('40063', 'one account may have {limit} API keys: delete one first'),
  subAccountKeyUnknown: entry('40065', 'the sub-account has no API key {value}'),
  subAccountGrant: entry('40040', 'permList may hold what the sub-account and you are allowed'),
  subAccountAddress: entry('40040', 'ipList may hold what your own key is bound to, not {value}'),
  subAccountFrozen: entry('40013', 'the operator has frozen this sub-account', 403),
  subAccountHeld: entry(
    '40013',
    'another than this key froze the sub-account: its owner can thaw it on the page',
    403,
  ),
  subAccountWithheld: entry(
    '40013',
    'the owner of the sub-account took one of these permissions away: no key gives it back',
    403,
  ),
  subAccountActs: entry('40013', 'this sub-account is frozen: thaw it first', 403),
  subAccountLacks: entry('40014', 'this sub-account may not: its owner gives {limit}', 403),
  passphraseForm: entry('40070', 'passphrase must be {limit} letters and digits'),
  labelLength: entry('40056', 'label must have {limit} characters'),
  subAccountCannot: entry('40068', 'sub-accounts cannot do that: their root does', 403),
  withdrawFee: entry('40020', 'the fee of the chain is {limit} now, not {value}: look again'),
  withdrawSelf: entry('40020', 'address is your own: use a transfer'),
  takesNoDeposits: entry(
    '40020',
    'the account that this goes to takes no deposits: nothing was moved',
  ),
  accountNotEmpty: entry('40020', 'the account has something open, or something is on its way'),
  withdrawDone: entry('45055', 'the withdrawal is on its way or done and cannot be cancelled'),
  withdrawUnlisted: entry('43111', 'address is not in your address book: add it there first'),
  withdrawCooling: entry(
    '43111',
    'address is new in your address book: it takes withdrawals from {limit} on',
  ),
  withdrawDayLimit: entry(
    '40812',
    'with this {value} would leave in a day, and the limit is {limit}',
  ),
  withdrawalsOpen: entry('40812', '{limit} withdrawals are on their way: wait for one to end'),
  withdrawalStep: entry('40020', 'the withdrawal cannot take this step where it stands now'),
  transferKinds: entry(
    '40919',
    'transfers {fromType} to {toType} are not open on this exchange yet',
  ),
  transferCoin: entry('43129', 'transfers {fromType} to {toType} take only {limit}, not {value}'),

  // Existing orders
  amendNothing: entry('40923', 'nothing changes: give a new price or a new size'),
  amendBelowFilled: entry('40108', 'size {value} is not above the {limit} that is filled'),
  countdownRange: entry('40020', 'countdown {value} is outside 0 s to {limit}'),
  parameterRange: entry(
    '40020',
    'a parameter is outside its range: it is {value}, the limit is {limit}',
  ),

  ...COPY_ERRORS,
  ...WEB_ERRORS,
} as const satisfies Readonly<Record<string, Entry>>;

/** Name of an error in the table. */
export type ErrorName = keyof typeof ERRORS;

/** What fills the places of a message. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

const DETAIL_LENGTH_MAX = 60;
/** Details that are our own words, whole whatever their length; all others may be a caller's. */
const OWN_WORDS: readonly string[] = ['expected', 'limit', 'allowed', 'fields', 'place'];

/** Details that are no words of a language. */
const FACTS = ['value', 'limit', 'min', 'max', 'symbol'] as const;
/** Those that a message tells in other words. */
const BOUNDS: readonly string[] = ['min', 'max'];

/** An answer other than success. `message` is fit for people and leaks nothing of the inside. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly reason: ErrorName;
  readonly code: string;
  readonly status: number;
  readonly retryable: boolean;
  /** The field of the request at fault; '' = none. */
  readonly field: string;
  /** Ms until the same request can succeed; 0 = not known. */
  readonly retryAfterMs: number;
  readonly #details: ErrorDetails;

  /**
   * `details` fill the message's places; what may be a caller's is cut when long, and made ASCII. A
   * `sentence`, which is of our own words, says more than the message and stands in its place.
   */
  constructor(reason: ErrorName, details: ErrorDetails = {}, retryAfterMs = 0) {
    const { code, status, retryable, message } = ERRORS[reason];
    const filled = () =>
      message.replace(/\{([a-zA-Z]+)\}/g, (_, key: string) => detailText(details, key));
    super(details['sentence'] === undefined ? filled() : String(details['sentence']));
    this.field = String(details['field'] ?? '');
    this.reason = reason;
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
    this.#details = details;
  }

  /** Numbers, times and names that the message tells, for who writes it in another language. */
  get facts(): Readonly<Record<string, string>> {
    const { message } = ERRORS[this.reason];
    // A sentence stands in the message's place and tells all that it is given.
    const tells = (key: string) =>
      this.#details['sentence'] !== undefined ||
      BOUNDS.includes(key) ||
      message.includes(`{${key}}`);
    const given = FACTS.filter((key) => String(this.#details[key] ?? '') !== '' && tells(key));
    return Object.fromEntries(given.map((key) => [key, detailText(this.#details, key)]));
  }
}

function detailText(details: ErrorDetails, key: string): string {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  if (value === undefined) return '?';
  if (OWN_WORDS.includes(key)) return String(value);
  const text = String(value).replace(/[^\x20-\x7e]/g, '?');
  return text.length > DETAIL_LENGTH_MAX ? `${text.slice(0, DETAIL_LENGTH_MAX)}…` : text;
}
