import { parseWireId, type UserId } from '@halcyon/domain';
import { type DataOf, type RequestOf, readPage, specs } from '@halcyon/protocol';
import { assetOf, type RestContext, signedRoute } from '../../http/context.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { depositRow } from '../../translate/movement-rows.ts';

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
