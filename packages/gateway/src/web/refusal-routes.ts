/** Orders that were refused when they were placed; shapes: domain/web/refusals.ts. */
import { AccountKind, accountOf, ownerOf, wireId } from '@halcyon/domain';
import {
  REFUSAL_ACCOUNTS,
  REFUSALS_MAX,
  type RefusalAccount,
  type RefusalPage,
  type RefusalRow,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { userAckSeq } from '../translate/lists.ts';
import { pageOfFound, ROWS_BEHIND } from '../translate/margin-log.ts';
import { refusalOfRow } from '../translate/receipts.ts';
import { sideOf } from '../translate/words.ts';
import type { WebRoute } from './context.ts';
import { optionalWord, word } from './fields.ts';
import { namedInstrument } from './named-instrument.ts';
import { pageOf, timesOf } from './pages.ts';

const SIDES = ['buy', 'sell'] as const;
const { spot, crossMargin, isolatedMargin, usdtFutures } = AccountKind;
const KINDS: Readonly<Record<RefusalAccount, readonly AccountKind[]>> = {
  spot: [spot],
  margin: [crossMargin, isolatedMargin],
  crossed: [crossMargin],
  isolated: [isolatedMargin],
  futures: [usdtFutures],
};

const refused: WebRoute = {
  method: 'GET',
  path: '/orders/refused',
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<RefusalPage> {
    const { rooms, account: own } = await context.trader(request);
    const { views, history } = rooms;
    const query = request.raw.query as JsonObject;
    const of = word(query, 'account', REFUSAL_ACCOUNTS, 'spot');
    const { before: idLessThan, limit } = pageOf(query, REFUSALS_MAX);
    const side = optionalWord(query, 'side', SIDES);
    const asked = {
      instrument: namedInstrument(views, query, of),
      side: side === undefined ? undefined : sideOf(side),
      ...timesOf(query),
      idLessThan,
      limit: limit + ROWS_BEHIND,
    };
    const user = ownerOf(own);
    const wait = { minSeq: userAckSeq(views, user) };
    const accounts = KINDS[of].map((kind) => accountOf(user, kind));
    const pages = accounts.map((account) => history.refusals({ account, ...asked }, wait));
    const found = (await Promise.all(pages)).flat().sort((one, other) => other.id - one.id);
    return pageOfFound(
      found.map((row): [number, RefusalRow] => {
        const refusal = refusalOfRow(rooms, context.exchange, row);
        return [row.id, { id: wireId(row.id), refusal }];
      }),
      limit,
    );
  },
};

/** The routes of this file. */
export const REFUSAL_ROUTES: readonly WebRoute[] = [refused];
