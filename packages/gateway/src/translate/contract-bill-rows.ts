/** Ledger entries of the futures account as the wire has them, and what a request of them means. */
import { lowerAscii, PostingReason, Side, wireId } from '@halcyon/domain';
import { CONTRACT_ENTRIES, type ContractEntryName } from '@halcyon/domain/web';
import { type DataOf, OTHER_ENTRY, type RequestOf, type specs, WireError } from '@halcyon/protocol';
import type { BillRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { knownAsset } from '../http/context.ts';
import { amountText } from './text.ts';

type Request = RequestOf<typeof specs.mix.mixBill>;
type BillRow = Omit<DataOf<typeof specs.mix.mixBill>['bills'][number], 'endId'>;

interface Business {
  readonly reason: PostingReason;
  readonly side?: Side;
}

/** Names by which clients know the entries of a futures ledger; the last four only this exchange has. */
const BUSINESSES: Readonly<Record<ContractEntryName, Business>> = {
  buy: { reason: PostingReason.contractTrade, side: Side.buy },
  sell: { reason: PostingReason.contractTrade, side: Side.sell },
  contract_settle_fee: { reason: PostingReason.funding },
  trans_from_exchange: { reason: PostingReason.transferIn },
  trans_to_exchange: { reason: PostingReason.transferOut },
  liquidation_fee: { reason: PostingReason.liquidationFee },
  compensate: { reason: PostingReason.protection },
  deposit: { reason: PostingReason.deposit },
  withdraw: { reason: PostingReason.withdraw },
};

/** Movements that the wire has a name for and this exchange tells in another way, or not at all. */
const UNKNOWN_HERE = new RegExp(
  '^(trans_(to|from)_(cross|isolated|contract|otc)|(open|close|force_close|delivery)_(long|short)|' +
    'burst_(long|short)_loss_query|(force|burst)_(buy|sell)|append_margin|' +
    'adjust_down_lever_append_margin|reduce_margin|auto_append_margin|(cash_gift|bonus)_.*)$',
);

/** Which entries of a futures ledger a request means; null: movements that this exchange has none of. */
export function contractBillFilter({
  businessType,
  onlyFunding,
}: Pick<Request, 'businessType' | 'onlyFunding'>): {
  readonly reasons?: readonly PostingReason[];
  readonly side?: Side;
} | null {
  if (businessType === undefined) {
    if (onlyFunding !== 'yes') return {};
    const reasons = Object.values(BUSINESSES).map(({ reason }) => reason);
    return { reasons: reasons.filter((reason) => reason !== PostingReason.contractTrade) };
  }
  const name = lowerAscii(businessType);
  const known = CONTRACT_ENTRIES.find((entry) => entry === name);
  const business = known && BUSINESSES[known];
  if (business === undefined) {
    if (UNKNOWN_HERE.test(name)) return null;
    const expected = CONTRACT_ENTRIES.join('/');
    throw new WireError('fieldValue', { field: 'businessType', expected, value: businessType });
  }
  const { reason, side } = business;
  return side === undefined ? { reasons: [reason] } : { reasons: [reason], side };
}

/** An entry of a futures ledger as the wire has it. */
export function contractBillRow(views: Views, row: BillRecord): BillRow {
  const asset = knownAsset(views, row.asset);
  const trade = row.reason === PostingReason.contractTrade;
  const found = CONTRACT_ENTRIES.find((name) => {
    const { reason, side } = BUSINESSES[name];
    return reason === row.reason && (side === undefined || side === row.side);
  });
  return {
    billId: wireId(row.id),
    symbol: views.instrument(row.instrument)?.symbol ?? '',
    amount: amountText(asset, trade ? row.amount + row.fee : row.amount),
    fee: amountText(asset, -row.fee),
    feeByCoupon: '',
    businessType: found ?? OTHER_ENTRY,
    coin: asset.code,
    balance: amountText(asset, row.balance),
    cTime: String(row.time),
  };
}
