/** Money that comes, leaves and moves, files of records, and notices of what happened. */
import { ADDRESS_LABEL_MAX, ADDRESS_LENGTH_MAX } from '@halcyon/domain';
import {
  type AddressRow,
  type ArrivingList,
  EXPORT_ACCOUNTS,
  EXPORT_FORMATS,
  EXPORT_LISTS,
  type ExportProgress,
  type ExportStarted,
  type FaucetGift,
  type FaucetRow,
  MOVEMENT_LISTS,
  MOVEMENTS_MAX,
  type MovementPage,
  NOTICE_GROUPS,
  NOTICES_MAX,
  type NoticePage,
  type UnreadNotices,
  type WithdrawalTaken,
  type WithdrawDay,
  type WithdrawTerms,
} from '@halcyon/domain/web';
import { coin, decimal, object, optional, symbol, text } from '../schema/fields.ts';
import {
  boolean,
  integer,
  owned,
  page,
  pattern,
  times,
  verbatim,
  word,
} from '../schema/web-fields.ts';
import { narrowings, oneSymbol, side } from './list-fields.ts';
import { answer, webArea } from './spec.ts';

const wallet = webArea('Deposits and withdrawals');
const records = webArea('Records');
const notices = webArea('Notices');

/** Of whoever the page acts as, guests of the paper venue among them. */
const OWN = { need: 'session', subs: true, guests: true } as const;

const address = () => verbatim('the address', ADDRESS_LENGTH_MAX);

export const withdrawalTerms = wallet('GET /withdrawal-terms', {
  need: 'session',
  summary: 'What withdrawals cost and how much may leave, by coin',
  answer: answer<WithdrawTerms[]>('WithdrawTerms[]'),
});

export const withdrawalDay = wallet('GET /withdrawal-day', {
  need: 'session',
  summary: 'What may leave today, all coins together; null = no level limits it',
  answer: answer<WithdrawDay | null>('WithdrawDay'),
});

export const addressBook = wallet('GET /withdrawal-addresses', {
  need: 'session',
  summary: 'The addresses that money may be withdrawn to',
  answer: answer<readonly AddressRow[]>('AddressRow[]'),
});

export const addAddress = wallet('POST /withdrawal-addresses', {
  need: 'proved',
  summary: 'Adds an address; it takes withdrawals a day later',
  fields: object({
    coin: coin(),
    address: address(),
    label: optional(text('a note', ADDRESS_LABEL_MAX)),
  }),
  answer: answer<AddressRow>('AddressRow'),
});

export const removeAddress = wallet('POST /withdrawal-addresses/removal', {
  need: 'present',
  summary: 'Takes an address away',
  fields: object({ coin: coin(), address: owned(address()) }),
  answer: answer<null>('null'),
});

export const askWithdrawal = wallet('POST /withdrawals', {
  need: 'proved',
  summary: 'Asks for a withdrawal, once by its client id',
  fields: object({
    coin: coin(),
    address: owned(address()),
    size: decimal('how much'),
    fee: optional(decimal('as it was shown; refused where it is another one by now')),
    clientOid: pattern(
      'the caller’s own id of it',
      '1 to 50 letters, digits, - or _',
      /^[0-9A-Za-z_-]{1,50}$/,
    ),
  }),
  answer: answer<WithdrawalTaken>('WithdrawalTaken'),
});

export const cancelWithdrawal = wallet('POST /withdrawals/cancellation', {
  need: 'present',
  summary: 'Takes a withdrawal back that has not left',
  fields: object({ orderId: owned(verbatim('the withdrawal', 20)) }),
  answer: answer<null>('null'),
});

export const arriving = wallet('GET /records/arriving', {
  need: 'session',
  summary: 'Own deposits on their way',
  answer: answer<ArrivingList>('ArrivingList'),
});

export const faucet = wallet('GET /faucet', {
  need: 'session',
  summary: 'What the test faucet still gives today',
  answer: answer<FaucetRow[]>('FaucetRow[]'),
});

export const claimFaucet = wallet('POST /faucet', {
  need: 'present',
  summary: 'Takes from it',
  fields: object({
    coin: coin(),
    amount: decimal('how much'),
    overChain: optional(boolean('whether it comes as a deposit of the chain')),
  }),
  answer: answer<FaucetGift>('FaucetGift'),
});

export const movements = records('GET /records/movements', {
  ...OWN,
  summary: 'Deposits, withdrawals, conversions or transfers of any time, newest first',
  fields: object({
    list: word('which', MOVEMENT_LISTS),
    coin: optional(coin('only of this coin')),
    symbol: optional(symbol('only conversions in this pair')),
    ...times(),
    ...page(MOVEMENTS_MAX),
  }),
  answer: answer<MovementPage<unknown>>('MovementPage'),
});

export const beginExport = records('POST /records/export', {
  need: 'session',
  guests: true,
  summary: 'Asks for a file of records; a person has one at a time',
  fields: object({
    list: word('of what', EXPORT_LISTS),
    format: word('how it is written', EXPORT_FORMATS),
    account: optional(word('absent = all', EXPORT_ACCOUNTS)),
    symbol: oneSymbol(),
    coin: optional(coin('only of this coin')),
    side: side(),
    ...narrowings(),
    ...times(),
  }),
  answer: answer<ExportStarted>('ExportStarted'),
});

export const exportProgress = records('GET /records/export', {
  need: 'session',
  guests: true,
  summary: 'How the newest export stands',
  answer: answer<ExportProgress>('ExportProgress'),
});

export const exportFile = records('GET /records/export/file', {
  need: 'session',
  guests: true,
  summary: 'The file, once',
  fields: object({ id: owned(verbatim('the export', 40)) }),
  answer: answer<unknown>('the file'),
});

export const endExport = records('DELETE /records/export', {
  need: 'session',
  guests: true,
  summary: 'Ends the export',
  answer: answer<ExportProgress>('ExportProgress'),
});

/** A place of a list that has three sources. */
const place = (what: string) =>
  pattern(what, 'an id of this list', /^(0|[1-9]\d{0,18})-(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/);

export const noticeList = notices('GET /notices', {
  ...OWN,
  summary: 'What happened on all accounts, newest first',
  fields: object({
    group: optional(word('only of this group', NOTICE_GROUPS)),
    ...times(),
    before: optional(place('only rows below this one')),
    limit: optional(integer('rows', 1, NOTICES_MAX)),
  }),
  answer: answer<NoticePage>('NoticePage'),
});

export const unreadNotices = notices('GET /notices/unread', {
  ...OWN,
  summary: 'How many were not read',
  answer: answer<UnreadNotices>('UnreadNotices'),
});

export const readNotices = notices('POST /notices/read', {
  ...OWN,
  summary: 'Says what was read: all up to a row, or one entry alone',
  fields: object({
    entry: optional(place('that entry')),
    upTo: optional(place('up to there; needed where no entry is named')),
  }),
  answer: answer<null>('null'),
});
