/** What came from outside, what left and what moved, as rows of the wire. */
import {
  AccountKind,
  type Arrival,
  arrivalId,
  type ChainPort,
  kindOf,
  ownerOf,
  WithdrawalStatus,
  wireId,
} from '@halcyon/domain';
import type { DataOf, specs, WithdrawalStateWord } from '@halcyon/protocol';
import { MovementKind, type MovementRecord, type MovementsQuery } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { knownAsset, type RestContext } from '../http/context.ts';
import { kindWord } from './accounts.ts';
import { amountText } from './text.ts';

type DepositRow = DataOf<typeof specs.account.depositRecords>[number];
type WithdrawalRow = DataOf<typeof specs.account.withdrawalRecords>[number];
type TransferRow = DataOf<typeof specs.account.transferRecords>[number];

/** As clients know them. */
const STATUSES: Readonly<Record<MovementRecord['status'], WithdrawalStateWord>> = {
  0: 'success',
  [WithdrawalStatus.requested]: 'pending_review',
  [WithdrawalStatus.approved]: 'pending',
  [WithdrawalStatus.sent]: 'pending',
  [WithdrawalStatus.confirmed]: 'success',
  [WithdrawalStatus.cancelled]: 'fail',
  [WithdrawalStatus.refused]: 'reject',
  [WithdrawalStatus.failed]: 'fail',
};

type VenueReads = Pick<RestContext, 'views' | 'chainTerms' | 'chain'>;

/** A deposit, or a withdrawal of another user to an address of this one. */
function creditedRow({ views, chainTerms }: VenueReads, row: MovementRecord): DepositRow {
  const asset = knownAsset(views, row.asset);
  const { transaction } = row;
  const sent = row.kind === MovementKind.withdrawal;
  const overChain = !sent && transaction !== '';
  return {
    orderId: wireId(row.id),
    tradeId: overChain ? transaction : wireId(row.id),
    coin: asset.code,
    type: 'deposit',
    size: amountText(asset, row.amount),
    status: 'success',
    toAddress: chainTerms.addressOf(row.toUser, row.asset),
    dest: sent ? 'internal_transfer' : 'on_chain',
    chain: chainTerms.name,
    fromAddress: sent || overChain ? chainTerms.addressOf(row.fromUser, row.asset) : '',
    confirm: overChain ? String(chainTerms.confirmationsNeeded) : '0',
    cTime: String(row.time),
    uTime: String(row.time),
  };
}

/** A deposit on its way. */
function arrivingRow({ views, chainTerms }: VenueReads, arrival: Arrival): DepositRow {
  const { transaction, account, from, confirmations, seenAt } = arrival;
  const asset = knownAsset(views, arrival.asset);
  return {
    orderId: wireId(arrivalId(arrival)),
    tradeId: transaction,
    coin: asset.code,
    type: 'deposit',
    size: amountText(asset, arrival.amount),
    status: 'pending',
    toAddress: chainTerms.addressOf(ownerOf(account), arrival.asset),
    dest: 'on_chain',
    chain: chainTerms.name,
    fromAddress: chainTerms.addressOf(ownerOf(from), arrival.asset),
    confirm: String(confirmations),
    cTime: String(seenAt),
    uTime: String(seenAt),
  };
}

/** What is on its way to a user and in the page, the latest first. */
function arrivingIn(chain: ChainPort | null, query: MovementsQuery): readonly Arrival[] {
  const { user, id, asset, startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = query;
  const { idLessThan = Number.MAX_SAFE_INTEGER } = query;
  const found = chain?.arriving().filter((one) => {
    const own = arrivalId(one);
    const named = own < idLessThan && (id === undefined || id === own);
    const meant = ownerOf(one.account) === user && (asset === undefined || asset === one.asset);
    return named && meant && one.seenAt >= startTime && one.seenAt <= endTime;
  });
  return (found ?? []).sort((one, other) => arrivalId(other) - arrivalId(one));
}

/** A page of what a user received: first what is on its way, then what was credited, newest first. */
export async function depositRows(
  venueContext: VenueReads & Pick<RestContext, 'history'>,
  query: MovementsQuery,
  wait: { readonly minSeq: number },
): Promise<DepositRow[]> {
  // Looked at first: what is credited meanwhile is in both, and not in neither.
  const arriving = arrivingIn(venueContext.chain, query);
  const credited = await venueContext.history.deposits(query, wait);
  const known = new Set(credited.map(({ transaction }) => transaction));
  return [
    ...arriving
      .filter(({ transaction }) => !known.has(transaction))
      .map((one) => arrivingRow(venueContext, one)),
    ...credited.map((row) => creditedRow(venueContext, row)),
  ].slice(0, query.limit);
}

/** Blocks that what left has; what stays on this exchange needs none. */
function confirmationsOf(
  { chain, chainTerms }: VenueReads,
  { status, transaction }: MovementRecord,
): number {
  if (transaction === '') return 0;
  if (status === WithdrawalStatus.confirmed) return chainTerms.confirmationsNeeded;
  return status === WithdrawalStatus.sent ? (chain?.confirmations(transaction) ?? 0) : 0;
}

/** A withdrawal. */
export function withdrawalRow(venueContext: VenueReads, row: MovementRecord): WithdrawalRow {
  const { views, chainTerms } = venueContext;
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
    toAddress: byAddress ? row.address : chainTerms.addressOf(row.toUser, row.asset),
    fromAddress: chainTerms.addressOf(row.fromUser, row.asset),
    confirm: String(confirmationsOf(venueContext, row)),
    chain: chainTerms.name,
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
