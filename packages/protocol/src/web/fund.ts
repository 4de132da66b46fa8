/** Routes of the web app about the protection fund and the loan pools, which everybody may see. */
import {
  CURVE_RANGES,
  type Deleveragings,
  FUND_ROWS_MAX,
  type FundCurve,
  type FundLimits,
  type LoanPools,
  type ProtectionFund,
  type ReceiptAnswer,
} from '@halcyon/domain/web';
import { coin, id, object, optional } from '../schema/fields.ts';
import { page, word } from '../schema/web-fields.ts';
import { answer, webArea } from './spec.ts';

const fund = webArea('Protection fund and pools');

export const protectionFund = fund('GET /protection-fund', {
  need: 'public',
  summary: 'The protection fund: its balance in a coin and the entries of it, newest first',
  fields: object({ coin: optional(coin('absent = its first')), ...page(FUND_ROWS_MAX) }),
  answer: answer<ProtectionFund>('ProtectionFund'),
});

export const fundReceipt = fund('GET /protection-fund/receipt', {
  need: 'public',
  summary: 'The receipt of an entry of the protection fund, and how it proves itself',
  fields: object({ entry: id('one of the list') }),
  answer: answer<ReceiptAnswer>('ReceiptAnswer'),
});

export const fundCurve = fund('GET /protection-fund/curve', {
  need: 'public',
  summary: 'What the protection fund had over time',
  fields: object({
    coin: optional(coin('absent = its first')),
    range: word('how long', CURVE_RANGES),
  }),
  answer: answer<FundCurve>('FundCurve'),
});

export const fundLimits = fund('GET /protection-fund/limits', {
  need: 'public',
  summary: 'What the protection fund may pay in the hour that runs',
  answer: answer<FundLimits>('FundLimits'),
});

export const deleveragings = fund('GET /protection-fund/deleveragings', {
  need: 'public',
  summary: 'Deleveragings of all contracts, newest first',
  fields: object(page(FUND_ROWS_MAX)),
  answer: answer<Deleveragings>('Deleveragings'),
});

export const loanPools = fund('GET /loan-pools', {
  need: 'public',
  summary: 'The pools that coins are borrowed from: what is lent, interest and losses',
  answer: answer<LoanPools>('LoanPools'),
});
