/** Ledger entries of the spot account as the wire has them, and what a request of them means. */
import { lowerAscii, PostingReason, Side, wireId } from '@halcyon/domain';
import {
  type DataOf,
  OTHER_ENTRY,
  type RequestOf,
  SPOT_ENTRIES,
  type SpotEntryWord,
  type SpotGroupWord,
  type specs,
  WireError,
} from '@halcyon/protocol';
import type { BillRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { knownAsset } from '../http/context.ts';
import { amountText } from './text.ts';

type Request = RequestOf<typeof specs.account.bills>;
type BillRow = DataOf<typeof specs.account.bills>[number];

const GROUPS: Readonly<Record<SpotGroupWord, readonly PostingReason[]>> = {
  deposit: [PostingReason.deposit],
  withdraw: [PostingReason.withdraw],
  transaction: [PostingReason.tradeIn, PostingReason.tradeOut, PostingReason.feeIn],
  transfer: [PostingReason.transferIn, PostingReason.transferOut],
};

interface Business {
  readonly group: SpotGroupWord;
  readonly reasons: readonly PostingReason[];
  readonly side?: Side;
}

const TRADES = [PostingReason.tradeIn, PostingReason.tradeOut];

/** Names in lower case, by which clients know the types of ledger entries. */
const BUSINESSES: Readonly<Record<SpotEntryWord, Business>> = {
  deposit: { group: 'deposit', reasons: [PostingReason.deposit] },
  withdraw: { group: 'withdraw', reasons: GROUPS.withdraw },
  buy: { group: 'transaction', reasons: TRADES, side: Side.buy },
  sell: { group: 'transaction', reasons: TRADES, side: Side.sell },
  transfer_in: { group: 'transfer', reasons: [PostingReason.transferIn] },
  transfer_out: { group: 'transfer', reasons: [PostingReason.transferOut] },
};

/** Movements that the wire has a name for and this exchange does not make. */
const UNKNOWN_HERE: ReadonlySet<string> = new Set([
  'deduction_handling_fee',
  'rebate_rewards',
  'airdrop_rewards',
  'usdt_contract_rewards',
  'mix_contract_rewards',
  'system_lock',
  'user_lock',
  'strategy_transfer_in',
]);

/** What of the ledger is asked for; null: movements that this exchange has none of. */
export function billFilter(
  request: Pick<Request, 'businessType' | 'groupType'>,
): { readonly reasons?: readonly PostingReason[]; readonly side?: Side } | null {
  const { groupType, businessType } = request;
  if (businessType === undefined) {
    if (groupType === undefined) return {};
    return isOwnGroup(groupType) ? { reasons: GROUPS[groupType] } : null;
  }
  // Documents have these names in upper case and with hyphens too.
  const name = lowerAscii(businessType).replaceAll('-', '_');
  if (UNKNOWN_HERE.has(name)) return null;
  const known = SPOT_ENTRIES.find((entry) => entry === name);
  if (known === undefined) {
    const expected = SPOT_ENTRIES.join('/');
    throw new WireError('fieldValue', { field: 'businessType', expected, value: businessType });
  }
  const { group, reasons, side } = BUSINESSES[known];
  if (groupType !== undefined && groupType !== group) return null;
  return side === undefined ? { reasons } : { reasons, side };
}

function isOwnGroup(group: string): group is SpotGroupWord {
  return Object.hasOwn(GROUPS, group);
}

/** A row of it. */
export function billRow(views: Views, bill: BillRecord): BillRow {
  const asset = knownAsset(views, bill.asset);
  const name = businessName(bill);
  return {
    cTime: String(bill.time),
    coin: asset.code,
    groupType: name === OTHER_ENTRY ? name : BUSINESSES[name].group,
    businessType: name,
    size: amountText(asset, bill.amount),
    balance: amountText(asset, bill.balance),
    fees: amountText(asset, -bill.fee),
    billId: wireId(bill.id),
  };
}

function businessName(bill: BillRecord): BillRow['businessType'] {
  if (bill.side === Side.buy) return 'buy';
  if (bill.side === Side.sell) return 'sell';
  const found = SPOT_ENTRIES.find((name) => {
    const { side, reasons } = BUSINESSES[name];
    return side === undefined && reasons.includes(bill.reason);
  });
  return found ?? OTHER_ENTRY;
}
