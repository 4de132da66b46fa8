/** What of a list goes into a file, by the words that lists on pages are narrowed with. */
import { Side } from '@halcyon/domain';
import {
  type ExportAccount,
  type ExportList,
  FUNDING_WAYS,
  HOLD_SIDES,
  MARGIN_LEDGER_GROUPS,
  MARGIN_MODES,
  ORDER_ENDS,
  ORDER_KINDS,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import type { ExportQuery } from '@halcyon/records';
import { badField } from '../http/web-error.ts';
import { contractBillFilter } from '../translate/contract-bill-rows.ts';
import { marginModeOf } from '../translate/contract-words.ts';
import { ledgerFilter } from '../translate/ledger-rows.ts';
import { LEDGER_GROUPS } from '../translate/margin-log.ts';
import { orderNarrowing, planNarrowing } from '../translate/order-history.ts';
import { sideOf } from '../translate/words.ts';
import { optionalText, optionalWord } from './fields.ts';

const SIDES = ['buy', 'sell'] as const;
const TYPE_LENGTH_MAX = 40;

/** The lists that take a word; those that do not say so instead of leaving it out. */
const TAKEN_BY: Readonly<Record<string, readonly ExportList[]>> = {
  kind: ['orders', 'plans'],
  status: ['orders', 'plans'],
  businessType: ['ledger'],
  group: ['ledger'],
  way: ['funding'],
  holdSide: ['positions'],
  mode: ['positions', 'liquidations'],
};

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
export function narrowingOf(
  body: JsonObject,
  list: ExportList,
  account: ExportAccount | undefined,
): Narrowed {
  for (const [name, lists] of Object.entries(TAKEN_BY)) {
    if ((body[name] ?? undefined) !== undefined && !lists.includes(list)) {
      throw badField(name, `${name} is of ${lists.join(' and ')} only`);
    }
  }
  const word = optionalWord(body, 'side', SIDES);
  const side = word === undefined ? undefined : sideOf(word);
  if (list === 'ledger') return { side, ...ledgerNarrowing(body, account) };
  if (list === 'positions' || list === 'liquidations') return positionNarrowing(body);
  if (list === 'funding') {
    const way = optionalWord(body, 'way', FUNDING_WAYS);
    return { side, sign: way === undefined ? undefined : way === 'received' ? 1 : -1 };
  }
  return { side, ...orderFilter(body, list) };
}

function orderFilter(body: JsonObject, list: ExportList): Narrowed {
  const kind = optionalWord(body, 'kind', ORDER_KINDS);
  const status = optionalWord(body, 'status', ORDER_ENDS);
  if (kind === undefined && status === undefined) return {};
  if (list === 'orders') {
    const found = orderNarrowing(kind, status);
    if (found !== null) return { orderType: found.type, orderStatus: found.status };
  } else {
    const found = planNarrowing(kind, status);
    if (found !== null) return { planTypes: found.planTypes, planStatus: found.status };
  }
  throw badField('kind', `${list} have no such kind and status`);
}

function positionNarrowing(body: JsonObject): Narrowed {
  const hold = optionalWord(body, 'holdSide', HOLD_SIDES);
  const mode = optionalWord(body, 'mode', MARGIN_MODES);
  const side = hold === 'long' ? Side.buy : Side.sell;
  return {
    side: hold === undefined ? undefined : side,
    marginMode: mode === undefined ? undefined : marginModeOf(mode),
  };
}

function ledgerNarrowing(body: JsonObject, account: ExportAccount | undefined): Narrowed {
  const group = optionalWord(body, 'group', MARGIN_LEDGER_GROUPS);
  const businessType = optionalText(body, 'businessType', TYPE_LENGTH_MAX);
  if (group !== undefined) return { reasons: LEDGER_GROUPS[group] };
  if (businessType === undefined) return {};
  const found =
    account === 'futures' ? contractBillFilter({ businessType }) : ledgerFilter(businessType);
  if (found === null) throw badField('businessType', 'there are no such entries here');
  return found;
}
