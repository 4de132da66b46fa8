/** The words of what records are narrowed to. */
import type { RecordFilterFields } from '../../data/rest/trade.ts';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';
import type { NARROWINGS } from './filter-address.ts';
import { GROUP_NAMES } from './margin-words.ts';
import { kindMessage } from './order-words.ts';
import { BUSINESS } from './record-kinds.tsx';
import { statusMessage } from './status.ts';

type Choices<Name extends keyof RecordFilterFields> = readonly [
  label: MessageId,
  all: MessageId,
  nameOf: (value: (typeof NARROWINGS)[Name][number]) => MessageId,
];

const CHOICES: { readonly [Name in keyof RecordFilterFields]-?: Choices<Name> } = {
  account: ['marginPage.account', 'marginPage.bothAccounts', (key) => `positions.mode.${key}`],
  side: ['order.side', 'records.allSides', (key) => `order.${key}`],
  kind: ['order.kind', 'records.allTypes', kindMessage],
  status: ['orders.status', 'records.allStatuses', statusMessage],
  businessType: ['records.type', 'records.allTypes', (key) => BUSINESS[key]],
  group: ['records.type', 'records.allTypes', (key) => GROUP_NAMES[key]],
  holdSide: ['order.side', 'records.allSides', (key) => `positions.side.${key}`],
  mode: ['futures.marginMode', 'records.allTypes', (key) => `positions.mode.${key}`],
  way: ['records.type', 'records.allTypes', (key) => `positions.funding.${key}`],
};

/** The choices of a narrowing: its name, the word for all, and that of each. */
export function choicesOf<Name extends keyof RecordFilterFields>(name: Name): Choices<Name> {
  return CHOICES[name] as Choices<Name>;
}

/** What is chosen, in words. */
export function narrowingWords(t: Translate, narrowing: RecordFilterFields): readonly string[] {
  return (Object.keys(narrowing) as (keyof RecordFilterFields)[]).flatMap((name) => {
    const value = narrowing[name];
    return value === undefined ? [] : [t(choicesOf<typeof name>(name)[2](value as never))];
  });
}
