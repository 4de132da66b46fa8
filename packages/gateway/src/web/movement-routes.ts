/** All that a person ever deposited or withdrew: the trading API tells 90 days at a time. */
import { ownerOf } from '@halcyon/domain';
import { MOVEMENT_LISTS, MOVEMENTS_MAX } from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { assetOf } from '../http/context.ts';
import { userAckSeq } from '../translate/lists.ts';
import { depositRow, withdrawalRow } from '../translate/movement-rows.ts';
import type { WebRoute } from './context.ts';
import { optionalText, word } from './fields.ts';
import { pageOf, timesOf } from './pages.ts';

const CODE_LENGTH_MAX = 40;

const movements: WebRoute = {
  method: 'GET',
  path: '/records/movements',
  access: 'session',
  guests: true,
  async handle(context, request) {
    const { rooms, account } = await context.trader(request);
    const { views, history } = rooms;
    const query = request.raw.query as JsonObject;
    const list = word(query, 'list', MOVEMENT_LISTS);
    const coin = optionalText(query, 'coin', CODE_LENGTH_MAX)?.toUpperCase();
    const asset = coin === undefined ? undefined : assetOf(views, coin).id;
    const { before, limit } = pageOf(query, MOVEMENTS_MAX);
    const user = ownerOf(account);
    const asked = { user, asset, ...timesOf(query), idLessThan: before, limit };
    const wait = { minSeq: userAckSeq(views, user) };
    if (list === 'deposits') {
      const found = await history.deposits(asked, wait);
      return { rows: found.map((row) => depositRow(views, row)) };
    }
    const found = await history.withdrawals(asked, wait);
    return { rows: found.map((row) => withdrawalRow(views, row)) };
  },
};

/** The routes of this file. */
export const MOVEMENT_ROUTES: readonly WebRoute[] = [movements];
