import { AccountKind, accountOf, kindOf, wireId } from '@halcyon/domain';
import { type DataOf, readPage, specs, WireError } from '@halcyon/protocol';
import { type MovementRecord, PAGE_LIMIT_MAX } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { assetOf, knownAsset, signedRoute } from '../../http/context.ts';
import { kindWord, openKind } from '../../translate/accounts.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { amountText } from '../../translate/text.ts';

type TransferRow = DataOf<typeof specs.account.transferRecords>[number];

const LIMIT = 100;

/** Transfers between own accounts. */
export const transferRecords = signedRoute(
  specs.account.transferRecords,
  async ({ views, history }, request, { user }) => {
    const { before, limit, ...window } = readPage(request, LIMIT);
    const { coin, fromType, clientOid } = request;
    const pages = request.pageNum === undefined ? 1 : Number(request.pageNum);
    if (pages * limit > PAGE_LIMIT_MAX) {
      const expected = `at most ${Math.floor(PAGE_LIMIT_MAX / limit)}; use idLessThan beyond`;
      throw new WireError('fieldValue', { field: 'pageNum', expected, value: pages });
    }
    const from = fromType === undefined ? undefined : openKind(fromType);
    if (from === null) return [];
    const rows = await history.transfers(
      {
        user,
        across: false,
        asset: coin === undefined ? undefined : assetOf(views, coin).id,
        fromAccount: from === undefined ? undefined : accountOf(user, from),
        clientId: clientOid,
        idLessThan: before,
        ...window,
        limit: pages * limit,
      },
      { minSeq: userAckSeq(views, user) },
    );
    return rows.slice((pages - 1) * limit).map((row) => transferRow(views, row));
  },
);

function transferRow(views: Views, row: MovementRecord): TransferRow {
  const asset = knownAsset(views, row.asset);
  const pair = views.instrument(row.instrument)?.symbol ?? '';
  const symbolOf = (account: number) =>
    kindOf(account) === AccountKind.isolatedMargin ? pair : '';
  return {
    coin: asset.code,
    status: 'Successful',
    toType: kindWord(row.toAccount),
    toSymbol: symbolOf(row.toAccount),
    fromType: kindWord(row.fromAccount),
    fromSymbol: symbolOf(row.fromAccount),
    size: amountText(asset, row.amount),
    ts: String(row.time),
    clientOid: row.clientId,
    transferId: wireId(row.id),
  };
}
