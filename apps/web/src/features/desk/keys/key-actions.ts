/** What keys of the terminal do, and which keys they are until somebody chooses others. */

import type { Translate } from '../../../platform/locale/intl.tsx';
import type { OrderKind, SideName } from '../order-form/draft.ts';

/** What a key does. */
export type KeyDoes =
  | { readonly does: 'side'; readonly side: SideName }
  | { readonly does: 'kind'; readonly kind: OrderKind }
  | { readonly does: 'step'; readonly field: 'price' | 'size'; readonly by: number }
  | { readonly does: 'share'; readonly percent: number }
  | { readonly does: 'focus'; readonly field: 'price' | 'size' }
  | { readonly does: 'send' }
  /** A command, as the search takes it; presets have those of the person. */
  | { readonly does: 'say'; readonly say: string }
  | { readonly does: 'preset'; readonly preset: number }
  | { readonly does: 'arm' }
  | { readonly does: 'ladder' }
  | { readonly does: 'alerts' };

interface Action {
  readonly key: string;
  readonly what: KeyDoes;
}

const say = (key: string, command: string): Action => ({
  key,
  what: { does: 'say', say: command },
});
const step = (key: string, field: 'price' | 'size', by: number): Action => ({
  key,
  what: { does: 'step', field, by },
});
const kind = (key: string, of: OrderKind): Action => ({ key, what: { does: 'kind', kind: of } });
const share = (key: string, percent: number): Action => ({ key, what: { does: 'share', percent } });

/** How many presets there are. */
export const PRESETS = 9;

const FORM = {
  buy: { key: 'B', what: { does: 'side', side: 'buy' } },
  sell: { key: 'S', what: { does: 'side', side: 'sell' } },
  limit: kind('L', 'limit'),
  market: kind('M', 'market'),
  trigger: kind('T', 'trigger'),
  oco: kind('O', 'oco'),
  trailing: kind('J', 'trailing'),
  price: { key: 'P', what: { does: 'focus', field: 'price' } },
  size: { key: 'Q', what: { does: 'focus', field: 'size' } },
  priceUp: step('E', 'price', 1),
  priceDown: step('D', 'price', -1),
  priceUp10: step('Shift E', 'price', 10),
  priceDown10: step('Shift D', 'price', -10),
  sizeUp: step('R', 'size', 1),
  sizeDown: step('F', 'size', -1),
  share25: share('Shift 1', 25),
  share50: share('Shift 2', 50),
  share75: share('Shift 3', 75),
  share100: share('Shift 4', 100),
  send: { key: 'Shift Enter', what: { does: 'send' } },
  alerts: { key: 'A', what: { does: 'alerts' } },
} as const satisfies Readonly<Record<string, Action>>;

const AT_ONCE = {
  arm: { key: 'Shift A', what: { does: 'arm' } },
  cancelLast: say('Z', 'cancel last'),
  cancelBuys: say('U', 'cancel buy'),
  cancelSells: say('I', 'cancel sell'),
  cancelAll: say('X', 'cancel all'),
  closeHalf: say('H', 'close half'),
  close: say('C', 'close'),
  flatten: say('Shift X', 'flatten'),
  ladder: { key: 'Y', what: { does: 'ladder' } },
} as const satisfies Readonly<Record<string, Action>>;

/** A name of a preset. */
export type PresetName = `preset${number}`;

/** Names of actions. */
export type ActionName = keyof typeof FORM | keyof typeof AT_ONCE | PresetName;

const presets = Array.from({ length: PRESETS }, (_, index): [PresetName, Action] => [
  `preset${index + 1}`,
  { key: String(index + 1), what: { does: 'preset', preset: index + 1 } },
]);

/** All actions, in the order in which they are listed, by group. */
export const ACTION_GROUPS: Readonly<
  Record<'form' | 'atOnce' | 'presets', ReadonlyMap<ActionName, Action>>
> = {
  form: new Map(Object.entries(FORM) as [ActionName, Action][]),
  atOnce: new Map(Object.entries(AT_ONCE) as [ActionName, Action][]),
  presets: new Map<ActionName, Action>(presets),
};

/** All of them. */
export const ACTIONS: ReadonlyMap<ActionName, Action> = new Map(
  Object.values(ACTION_GROUPS).flatMap((group) => [...group]),
);

const signed = (by: number) => (by > 0 ? `+${by}` : `−${-by}`);

/** What an action is called. */
export function actionLabel(t: Translate, name: ActionName): string {
  const what = ACTIONS.get(name)?.what;
  switch (what?.does) {
    case 'side':
      return t(`order.${what.side}`);
    case 'kind':
      return t(`order.kind.${what.kind}`);
    case 'step':
      return `${t(`order.${what.field}`)} \u2066${signed(what.by)}\u2069`;
    case 'share':
      return `${t('order.size')} \u2066${what.percent}%\u2069`;
    case 'focus':
      return t('desk.focus', { field: t(`order.${what.field}`) });
    case 'preset':
      return t('desk.preset', { number: what.preset });
    case 'ladder':
      return t('ladder.title');
    case 'alerts':
      return t('chart.alerts');
    case 'say':
      return sayLabel(t, what.say);
    default:
      return t(what?.does === 'arm' ? 'desk.arm' : 'desk.send');
  }
}

function sayLabel(t: Translate, command: string): string {
  switch (command) {
    case 'cancel last':
      return t('desk.cancelLast');
    case 'cancel buy':
    case 'cancel sell':
      return t('desk.cancelSide', { side: command === 'cancel buy' ? 'buy' : 'sell' });
    case 'cancel all':
      return t('orders.cancelAll');
    case 'flatten':
      return t('desk.flatten');
    default:
      return t('positions.close') + (command === 'close half' ? ' \u206650%\u2069' : '');
  }
}
