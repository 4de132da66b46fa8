/** What of a list goes into a file, by the words that lists on pages are narrowed with. */
import { Side } from '@halcyon/domain';
import type { ExportAccount, ExportList } from '@halcyon/domain/web';
import type { ExportQuery } from '@halcyon/records';
import { refusedField } from '../http/web-error.ts';
import { contractBillFilter } from '../translate/contract-bill-rows.ts';
import { marginModeOf } from '../translate/contract-words.ts';
import { ledgerFilter } from '../translate/ledger-rows.ts';
import { LEDGER_GROUPS } from '../translate/margin-log.ts';
import { orderNarrowing, planNarrowing } from '../translate/order-history.ts';
import { namedSide } from './list-filters.ts';
import type { ParsedRequest } from './route.ts';

/** The lists that take a word; those that do not say so instead of leaving it out. */
const TAKEN_BY: Readonly<Partial<Record<keyof ExportFilterFields, readonly ExportList[]>>> = {
  kind: ['orders', 'plans'],
  status: ['orders', 'plans'],
  businessType: ['ledger'],
  group: ['ledger'],
  way: ['funding'],
  holdSide: ['positions'],
  mode: ['positions', 'liquidations'],
};

/** The fields that lists are narrowed with. */
export type ExportFilterFields = Omit<
  ParsedRequest<'POST /records/export'>['fields'],
  'list' | 'format' | 'account' | 'symbol' | 'coin' | 'startTime' | 'endTime'
>;

type Narrowed = Pick<
  ExportQuery,
  | 'side'
  | 'orderType'
  | 'orderStatus'
  | 'planTypes'
  | 'planStatus'
  | 'reasons'
  | 'sign'
  | 'marginMode'
>;

/**
 * What a request narrows its list to. @throws WebError, WireError naming the field
 * @param account by whose names entries of the ledger are called
 */
export function exportFilterOf(
  fields: ExportFilterFields,
  list: ExportList,
  account: ExportAccount | undefined,
): Narrowed {
  for (const [name, lists] of Object.entries(TAKEN_BY)) {
    if (fields[name as keyof ExportFilterFields] !== undefined && !lists.includes(list)) {
      throw refusedField(name, `${name} is of ${lists.join(' and ')} only`);
    }
  }
  const side = namedSide(fields);
  if (list === 'ledger') return { side, ...ledgerNarrowing(fields, account) };
  if (list === 'positions' || list === 'liquidations') return positionNarrowing(fields);
  if (list === 'funding') {
    const { way } = fields;
    return { side, sign: way === undefined ? undefined : way === 'received' ? 1 : -1 };
  }
  return { side, ...orderFilter(fields, list) };
}

function orderFilter({ kind, status }: ExportFilterFields, list: ExportList): Narrowed {
  if (kind === undefined && status === undefined) return {};
  if (list === 'orders') {
    const found = orderNarrowing(kind, status);
    if (found !== null) return { orderType: found.type, orderStatus: found.status };
  } else {
    const found = planNarrowing(kind, status);
    if (found !== null) return { planTypes: found.planTypes, planStatus: found.status };
  }
  throw refusedField('kind', `${list} have no such kind and status`);
}

function positionNarrowing({ holdSide: hold, mode }: ExportFilterFields): Narrowed {
  const side = hold === 'long' ? Side.buy : Side.sell;
  return {
    side: hold === undefined ? undefined : side,
    marginMode: mode === undefined ? undefined : marginModeOf(mode),
  };
}

function ledgerNarrowing(
  { group, businessType }: ExportFilterFields,
  account: ExportAccount | undefined,
): Narrowed {
  if (group !== undefined) return { reasons: LEDGER_GROUPS[group] };
  if (businessType === undefined) return {};
  const found =
    account === 'futures' ? contractBillFilter({ businessType }) : ledgerFilter(businessType);
  if (found === null) throw refusedField('businessType', 'there are no such entries here');
  return found;
}
