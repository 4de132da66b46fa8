/** What a command would do, in words: each order that would be cancelled or sent, and whether Enter does it. */

import { toText, WIDE_SCALE } from '../../../data/decimal.ts';
import { amount, grouped } from '../../../data/format.ts';
import { issueText } from '../../../platform/locale/field-issue.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { bestAgainst, FAR_PERCENT } from '../../terminal/crossing.ts';
import { hasPrice, type OrderDraft } from '../order-form/draft.ts';
import type { DeskOrder } from './desk-product.ts';
import type { ActionPlan, MarketState, NoPlan } from './plan.ts';
import './desk.css';

/** No more of the orders to be cancelled are named. */
const NAMED = 4;

function SentLine({ draft, scene }: { readonly draft: OrderDraft; readonly scene: MarketState }) {
  const t = useT();
  const { product, market } = scene;
  const { instrument } = market;
  const { base, quote } = instrument;
  const { coin } = product.form.sizeIn(draft, instrument);
  const price = hasPrice(draft) ? `\u2066${grouped(draft.price)} ${quote}\u2069` : '';
  const parts = [
    `${t(`order.${draft.side}`)} \u2066${amount(draft.size)} ${coin}\u2069`,
    `${t(`order.kind.${draft.kind}`)} ${price}`.trim(),
    draft.kind === 'limit' ? t(`order.force.${draft.force}`) : '',
    draft.reduceOnly || draft.intent === 'close' ? t('futures.reduceOnly') : '',
    `\u2066${base}/${quote}\u2069`,
  ];
  return <li className={`desk-line ${draft.side}`}>{parts.filter(Boolean).join(' · ')}</li>;
}

function CancelledLine({
  order,
  scene,
}: {
  readonly order: DeskOrder;
  readonly scene: MarketState;
}) {
  const t = useT();
  const base = scene.listed?.get(order.symbol)?.base ?? '';
  const size = `\u2066${amount(toText(order.open, WIDE_SCALE))} ${base}\u2069`;
  const text = `${t(`order.${order.side}`)} ${size} · \u2066${grouped(order.price)}\u2069`;
  return <li className="desk-line">{`${text} · \u2066${order.symbol}\u2069`}</li>;
}

/** The lines. */
export function PlanLines({
  plan,
  scene,
}: {
  readonly plan: ActionPlan;
  readonly scene: MarketState;
}) {
  const t = useT();
  const { cancel, send, interval, isFar } = plan;
  const [order] = send;
  return (
    <ul className="desk-lines">
      {cancel.length > 0 && (
        <li className="desk-line">{t('desk.cancels', { count: cancel.length })}</li>
      )}
      {cancel.slice(0, NAMED).map((one) => (
        <CancelledLine key={one.id} order={one} scene={scene} />
      ))}
      {send.map((draft) => (
        <SentLine key={draft.side + draft.size} draft={draft} scene={scene} />
      ))}
      {interval !== '' && (
        <li className="desk-line">{`${t('chart.interval')} \u2066${interval}\u2069`}</li>
      )}
      {isFar && order !== undefined && (
        <li className="desk-line warn">
          {t('order.farPrice', {
            percent: FAR_PERCENT,
            price: grouped(bestAgainst(order.side, scene.best)),
          })}
        </li>
      )}
    </ul>
  );
}

/** Why nothing would be done. */
export function NoPlanLine({ issue, field }: NoPlan) {
  const t = useT();
  const label = field === 'size' || field === 'price' ? t(`order.${field}`) : '';
  return <p className="desk-line warn">{issueText(t, issue, label)}</p>;
}

/** A plan in the search, with what Enter does. */
export function PlanPreview(props: {
  readonly plan: ActionPlan;
  readonly scene: MarketState;
  readonly does: 'desk.sends' | 'desk.fills' | 'desk.asks' | null;
}) {
  const t = useT();
  return (
    <>
      <PlanLines {...props} />
      {props.does !== null && <p className="desk-does">{t(props.does)}</p>}
    </>
  );
}
