import { parseWireId, type UserId } from '@halcyon/domain';
import { type DataOf, type RequestOf, readPage, specs } from '@halcyon/protocol';
import { assetOf, type RestContext, signedRoute } from '../../http/context.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { depositRows } from '../../translate/movement-rows.ts';

type DepositRow = DataOf<typeof specs.account.depositRecords>[number];

const LIMIT = 20;

/** What the caller received: deposits, and withdrawals of others to the caller's address. */
export const depositRecords = signedRoute(
  specs.account.depositRecords,
  (context, request, { user }) => depositPage(context, request, user),
);

/** What a user received, and before it what is on its way. @throws WireError */
export async function depositPage(
  context: RestContext,
  request: Omit<RequestOf<typeof specs.subAccounts.subAccountDepositRecords>, 'subUid'>,
  user: UserId,
): Promise<DepositRow[]> {
  const { views } = context;
  const { before, ...page } = readPage(request, LIMIT);
  const { coin, orderId } = request;
  const id = orderId === undefined ? undefined : parseWireId(orderId);
  if (id === null) return [];
  const asset = coin === undefined ? undefined : assetOf(views, coin).id;
  const query = { user, id, asset, ...page, idLessThan: before };
  return depositRows(context, query, { minSeq: userAckSeq(views, user) });
}
