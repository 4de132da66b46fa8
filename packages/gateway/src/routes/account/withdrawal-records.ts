import { parseWireId, WithdrawalStatus, wireId } from '@halcyon/domain';
import { type DataOf, readPage, specs } from '@halcyon/protocol';
import type { MovementRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { assetOf, knownAsset, signedRoute } from '../../http/context.ts';
import { addressOf } from '../../translate/addresses.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { amountText } from '../../translate/text.ts';
import { CHAIN } from '../../translate/wallet.ts';

type WithdrawalRow = DataOf<typeof specs.account.withdrawalRecords>[number];

const LIMIT = 20;

/** As clients know them. */
const STATUSES = {
  0: 'success',
  [WithdrawalStatus.requested]: 'pending_review',
  [WithdrawalStatus.approved]: 'pending',
  [WithdrawalStatus.sent]: 'pending',
  [WithdrawalStatus.confirmed]: 'success',
  [WithdrawalStatus.cancelled]: 'fail',
  [WithdrawalStatus.refused]: 'reject',
} as const;

/** What the caller sent to addresses. */
export const withdrawalRecords = signedRoute(
  specs.account.withdrawalRecords,
  async ({ views, history }, request, { user }) => {
    const { before, ...page } = readPage(request, LIMIT);
    const { coin, orderId, clientOid } = request;
    const id = orderId === undefined ? undefined : parseWireId(orderId);
    if (id === null) return [];
    const asset = coin === undefined ? undefined : assetOf(views, coin).id;
    const rows = await history.withdrawals(
      { user, id, asset, clientId: clientOid, ...page, idLessThan: before },
      { minSeq: userAckSeq(views, user) },
    );
    return rows.map((row) => withdrawalRow(views, row));
  },
);

function withdrawalRow(views: Views, row: MovementRecord): WithdrawalRow {
  const asset = knownAsset(views, row.asset);
  const byAddress = row.address !== '';
  return {
    orderId: wireId(row.id),
    tradeId: row.transaction === '' ? wireId(row.id) : row.transaction,
    coin: asset.code,
    dest: byAddress ? 'on_chain' : 'internal_transfer',
    clientOid: row.clientId,
    type: 'withdraw',
    tag: '',
    // Clients subtract the fee from the size to get what arrives.
    size: amountText(asset, row.amount + row.fee),
    fee: amountText(asset, -row.fee),
    status: STATUSES[row.status],
    toAddress: byAddress ? row.address : addressOf(row.toUser, row.asset),
    fromAddress: addressOf(row.fromUser, row.asset),
    confirm: row.status === 0 || row.status === WithdrawalStatus.confirmed ? '1' : '0',
    chain: CHAIN,
    cTime: String(row.time),
    uTime: String(row.updatedAt === 0 ? row.time : row.updatedAt),
  };
}
