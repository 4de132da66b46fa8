import { Reject } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { errorText, successText } from './envelope.ts';
import { CCXT_CLASSES } from './errors.fixture.ts';
import { ERRORS, type ErrorName, WireError } from './errors.ts';
import { REJECT_ERRORS } from './reject-errors.ts';

/** The exception that each error is meant to raise; those not named raise plain ExchangeError. */
const MEANT: Readonly<Partial<Record<ErrorName, string>>> = {
  insufficientBalance: 'InsufficientFunds',
  orderNotFound: 'OrderNotFound',
  orderEnded: 'OrderNotFound',
  contractOrderNotFound: 'OrderNotFound',
  contractOrderEnded: 'OrderNotFound',
  orderDetailNotFound: 'OrderNotFound',
  marginModeDiffers: 'InvalidOrder',
  reverseHedge: 'InvalidOrder',
  planNotFound: 'InvalidOrder',
  planEnded: 'InvalidOrder',
  symbolUnknown: 'BadSymbol',
  noMarginPair: 'BadSymbol',
  noConvertPair: 'BadSymbol',
  permission: 'PermissionDenied',
  copyKeyOnly: 'PermissionDenied',
  subAccountLacks: 'PermissionDenied',
  ipNotAllowed: 'PermissionDenied',
  liveKeyPaper: 'PermissionDenied',
  foreignOrigin: 'PermissionDenied',
  csrf: 'PermissionDenied',
  stepUp: 'PermissionDenied',
  proof: 'PermissionDenied',
  keyMissing: 'AuthenticationError',
  notLoggedIn: 'AuthenticationError',
  guestLive: 'AuthenticationError',
  signMissing: 'AuthenticationError',
  signEmpty: 'AuthenticationError',
  keyUnknown: 'AuthenticationError',
  keyExpired: 'AuthenticationError',
  keyFormat: 'AuthenticationError',
  passphraseMissing: 'AuthenticationError',
  passphraseWrong: 'AuthenticationError',
  signWrong: 'AuthenticationError',
  timestampFormat: 'InvalidNonce',
  timestampWindow: 'InvalidNonce',
  signatureReplayed: 'InvalidNonce',
  signedBeforeStart: 'InvalidNonce',
  loginReplayed: 'InvalidNonce',
  rateLimit: 'DDoSProtection',
  unknownFault: 'ExchangeNotAvailable',
  readTimeout: 'ExchangeNotAvailable',
  engineUnavailable: 'OnMaintenance',
  paperFault: 'OnMaintenance',
  outcomeUnknown: 'RequestTimeout',
  instrumentHalted: 'OnMaintenance',
  instrumentCancelOnly: 'OnMaintenance',
  instrumentPostOnly: 'OnMaintenance',
  instrumentPaused: 'OnMaintenance',
  feedStale: 'OnMaintenance',
  notFollowed: 'OnMaintenance',
  noLastPrice: 'OnMaintenance',
  fieldDecimal: 'InvalidOrder',
  fieldScale: 'InvalidOrder',
  priceTick: 'InvalidOrder',
  quantityLot: 'InvalidOrder',
  fieldPositive: 'InvalidOrder',
  fieldTooLarge: 'InvalidOrder',
  priceRange: 'InvalidOrder',
  quantityTooSmall: 'InvalidOrder',
  quantityTooLarge: 'InvalidOrder',
  notionalTooSmall: 'InvalidOrder',
  notionalTooLarge: 'InvalidOrder',
  priceBandHigh: 'InvalidOrder',
  priceBandLow: 'InvalidOrder',
  triggerPriceRange: 'InvalidOrder',
  triggerWouldFireNow: 'InvalidOrder',
  callbackRange: 'InvalidOrder',
  ocoPrices: 'InvalidOrder',
  postOnlyWouldTake: 'InvalidOrder',
  fokNotFillable: 'InvalidOrder',
  noLiquidity: 'InvalidOrder',
  convertDepth: 'InvalidOrder',
  amountRange: 'InvalidOrder',
  amendBelowFilled: 'InvalidOrder',
  instrumentReduceOnly: 'OnMaintenance',
  indexStale: 'OnMaintenance',
  coinIndexStale: 'OnMaintenance',
  positionLegMissing: 'InvalidOrder',
  positionLegUnexpected: 'InvalidOrder',
  positionTier: 'InsufficientFunds',
  openInterest: 'InsufficientFunds',
  planSizeBeyondPosition: 'InvalidOrder',
  settingChanged: 'BadRequest',
  parentNotFound: 'InvalidOrder',
  parentParts: 'InvalidOrder',
  childOfParent: 'InvalidOrder',
  insufficientMargin: 'InsufficientFunds',
  notWithdrawable: 'InsufficientFunds',
  loanTooSmall: 'InvalidOrder',
  borrowBeyondMargin: 'InsufficientFunds',
  closeBeyondBankruptcy: 'InvalidOrder',
  copyAverageMargin: 'InsufficientFunds',
  copyAverageLoss: 'InvalidOrder',
  keyNotFound: 'AuthenticationError',
  badPassphrase: 'AuthenticationError',
  loginBackoff: 'DDoSProtection',
  busy: 'DDoSProtection',
  lagging: 'ExchangeNotAvailable',
  unavailable: 'ExchangeNotAvailable',
  withdrawUnlisted: 'PermissionDenied',
  withdrawCooling: 'PermissionDenied',
};
const BAD_REQUEST: ReadonlySet<string> = new Set([
  'optionsUnknown',
  'badJson',
  'badBody',
  'badQuery',
  'badUrl',
  'bodyTooLarge',
  'unknownPath',
  'methodNotAllowed',
  'contentType',
  'fieldMissing',
  'fieldType',
  'fieldValue',
  'fieldHidden',
  'clientOidLength',
  'clientOidCharacters',
  'timeOrder',
  'timeWindow',
  'sameAccount',
  'withdrawAddress',
  'withdrawFee',
  'withdrawSelf',
  'takesNoDeposits',
  'accountNotEmpty',
  'withdrawalStep',
  'countdownRange',
  'parameterRange',
  'fieldRefused',
  'badRequest',
  'passwordRefused',
  'setupOver',
  'resetOver',
  'outboxClosed',
  'signedIn',
  'addressKnown',
  'faucetDay',
  'exportRunning',
  'positionsOpen',
  'copyPortfolioNotFound',
  'copyTooLittle',
  'copyTooMuch',
  'copyOwnPortfolio',
  'copyTermsRange',
  'copySettingsRange',
  'copyExitRange',
  'copyExitEquity',
  'copyExitPrice',
  'copyTimeInForce',
]);

const NAMES = Object.keys(ERRORS) as ErrorName[];

describe('the table of errors', () => {
  it.each(NAMES)('%s raises the exception it is meant to', (name) => {
    const meant = MEANT[name] ?? (BAD_REQUEST.has(name) ? 'BadRequest' : 'ExchangeError');
    expect(CCXT_CLASSES[ERRORS[name].code]).toBe(meant);
  });

  it('has an error for every reject code, retryable where the core says so', () => {
    for (const code of Object.values(Reject)) {
      if (code === Reject.none) continue;
      expect(ERRORS[REJECT_ERRORS[code]]).toBeDefined();
    }
  });

  it.each(NAMES)('%s is a plain sentence: no capital, no full stop, no jargon', (name) => {
    const { message } = ERRORS[name];
    // The exchange that clients were written for says exactly this.
    if (name === 'rateLimit') return;
    expect(message).toMatch(/^([a-z{]|API|Content-Type)/);
    expect(message).toMatch(/[^.!?]$/);
    expect(message.length).toBeLessThanOrEqual(100);
    expect(message).not.toMatch(/invalid|illegal|param\b|failed|null|undefined|NaN|please/i);
  });

  it('statuses are errors, and only limits and faults of ours can be retried unchanged', () => {
    for (const name of NAMES) {
      const { status, retryable } = ERRORS[name];
      expect(status).toBeGreaterThanOrEqual(400);
      if (status >= 500 && name !== 'outcomeUnknown') expect(retryable).toBe(true);
    }
    expect(ERRORS.outcomeUnknown.retryable).toBe(false);
  });
});

describe('error answers', () => {
  it('fill the places of the message and never carry control characters or long values', () => {
    const error = new WireError('fieldValue', {
      field: 'side',
      expected: 'buy/sell',
      value: `\u0000\n<b>${'x'.repeat(500)}`,
    });
    expect(error.message.length).toBeLessThan(120);
    expect(error.message).toMatch(/^side must be buy\/sell, not \?\?<b>x+…$/);
    expect(JSON.parse(errorText(error, 5))).toEqual({
      code: '40020',
      msg: error.message,
      requestTime: 5,
      data: null,
      reason: 'fieldValue',
      retryable: false,
      field: 'side',
    });
  });

  it('say more in a sentence of our own, where there is one', () => {
    const error = new WireError('emailTaken', { sentence: 'Somebody has it.', field: 'email' });
    expect([error.code, error.message, error.field]).toEqual([
      '40060',
      'Somebody has it.',
      'email',
    ]);
  });

  it('success says exactly success', () => {
    expect(JSON.parse(successText('[1]', 7))).toEqual({
      code: '00000',
      msg: 'success',
      requestTime: 7,
      data: [1],
    });
  });
});
