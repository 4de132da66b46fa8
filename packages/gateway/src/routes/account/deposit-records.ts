import { parseWireId, type UserId, wireId } from '@halcyon/domain';
import { type DataOf, type RequestOf, readPage, specs } from '@halcyon/protocol';
import { MovementKind, type MovementRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { assetOf, knownAsset, type RestContext, signedRoute } from '../../http/context.ts';
import { addressOf } from '../../translate/addresses.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { amountText } from '../../translate/text.ts';
import { CHAIN } from '../../translate/wallet.ts';

type DepositRow = DataOf<typeof specs.account.depositRecords>[number];

const LIMIT = 20;

/** What the caller received: deposits, and withdrawals of others to the caller's address. */
export const depositRecords = signedRoute(
  specs.account.depositRecords,
  (context, request, { user }) => depositRows(context, request, user),
);

/** What a user received. @throws WireError */
export async function depositRows(
  { views, history }: RestContext,
  request: Omit<RequestOf<typeof specs.subAccounts.subAccountDepositRecords>, 'subUid'>,
  user: UserId,
): Promise<DepositRow[]> {
  const { before, ...page } = readPage(request, LIMIT);
  const { coin, orderId } = request;
  const id = orderId === undefined ? undefined : parseWireId(orderId);
  if (id === null) return [];
  const asset = coin === undefined ? undefined : assetOf(views, coin).id;
  const rows = await history.deposits(
    { user, id, asset, ...page, idLessThan: before },
    { minSeq: userAckSeq(views, user) },
  );
  return rows.map((row) => depositRow(views, row));
}

function depositRow(views: Views, row: MovementRecord): DepositRow {
  const asset = knownAsset(views, row.asset);
  const sent = row.kind === MovementKind.withdrawal;
  return {
    orderId: wireId(row.id),
    tradeId: wireId(row.id),
    coin: asset.code,
    type: 'deposit',
    size: amountText(asset, row.amount),
    status: 'success',
    toAddress: addressOf(row.toUser, row.asset),
    dest: sent ? 'internal_transfer' : 'on_chain',
    chain: CHAIN,
    fromAddress: sent ? addressOf(row.fromUser, row.asset) : '',
    cTime: String(row.time),
    uTime: String(row.time),
  };
}
