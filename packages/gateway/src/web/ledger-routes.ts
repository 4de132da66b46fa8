/** The ledgers of the spot and the funding account for the web app; shapes: domain/web/ledger.ts. */
import { namedAccount, ownerOf } from '@halcyon/domain';
import { LEDGER_ACCOUNTS, LEDGER_MAX, type LedgerPage } from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { assetOf } from '../http/context.ts';
import { ledgerFilter, ledgerRow } from '../translate/ledger-rows.ts';
import { pageOfFound, ROWS_BEHIND } from '../translate/margin-log.ts';
import type { WebRoute } from './context.ts';
import { optionalText, word } from './fields.ts';
import { pageOf, timesOf } from './pages.ts';

const CODE_LENGTH_MAX = 40;

const ledger: WebRoute = {
  method: 'GET',
  path: '/ledger',
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<LedgerPage> {
    const { rooms, account: spot } = await context.trader(request);
    const { views, history } = rooms;
    const query = request.raw.query as JsonObject;
    const account = namedAccount(ownerOf(spot), word(query, 'account', LEDGER_ACCOUNTS));
    const coin = optionalText(query, 'coin', CODE_LENGTH_MAX)?.toUpperCase();
    const { before, limit } = pageOf(query, LEDGER_MAX);
    const businessType = optionalText(query, 'businessType', CODE_LENGTH_MAX);
    const asked = {
      account,
      asset: coin === undefined ? undefined : assetOf(views, coin).id,
      ...timesOf(query),
      idLessThan: before,
      limit: limit + ROWS_BEHIND,
    };
    const narrowed = ledgerFilter(businessType);
    // The wire has names for movements that there are none of here.
    if (narrowed === null) return { rows: [], next: null };
    const wait = { minSeq: views.lastAckSeq(account) };
    const found = await history.bills({ ...asked, ...narrowed }, wait);
    return pageOfFound(
      found.map((bill) => [bill.id, ledgerRow(views, bill)] as const),
      limit,
    );
  },
};

/** The routes of this file. */
export const LEDGER_ROUTES: readonly WebRoute[] = [ledger];
