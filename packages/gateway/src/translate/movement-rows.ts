/** What came from outside, what left and what moved, as rows of the wire. */
import { AccountKind, kindOf, WithdrawalStatus, wireId } from '@halcyon/domain';
import type { DataOf, specs } from '@halcyon/protocol';
import { MovementKind, type MovementRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { knownAsset } from '../http/context.ts';
import { kindWord } from './accounts.ts';
import { addressOf } from './addresses.ts';
import { amountText } from './text.ts';
import { CHAIN } from './wallet.ts';

type DepositRow = DataOf<typeof specs.account.depositRecords>[number];
type WithdrawalRow = DataOf<typeof specs.account.withdrawalRecords>[number];
type TransferRow = DataOf<typeof specs.account.transferRecords>[number];

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

/** A deposit, or a withdrawal of another user to an address of this one. */
export function depositRow(views: Views, row: MovementRecord): DepositRow {
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

/** A withdrawal. */
export function withdrawalRow(views: Views, row: MovementRecord): WithdrawalRow {
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

/** A transfer. */
export function transferRow(views: Views, row: MovementRecord): TransferRow {
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
