/** Asks once more before an algo order is sent, and names everything that it is. */

import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { sendForm } from '../../../components/submit-form.ts';
import { amount, grouped } from '../../../data/format.ts';
import { type Translate, useT } from '../../../platform/locale/intl.tsx';
import type { LabelledValue } from '../../desk/order-form/order-product.ts';
import { FigureLine } from '../figure-line.tsx';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import { type AlgoDraft, type AlgoField, sizeOf } from './algo-draft.ts';
import { ALGO_FIELDS, ALGO_MAY_REST } from './algo-kinds.ts';
import { algoFigures } from './algo-preview.tsx';
import { type AlgoModel, algoLabel } from './use-algo-form.ts';

function fieldText(t: Translate, field: AlgoField, draft: AlgoDraft, market: SpotMarket): string {
  const { base, quote } = market.instrument;
  const text = draft[field];
  if (text === '') return t('algo.none');
  if (field === 'duration') return `${grouped(text)} ${t(`algo.time.${draft.time}`)}`;
  if (field === 'count') return grouped(text);
  if (field === 'slippage') return `${text}%`;
  return field === 'displaySize' ? `${amount(text)} ${base}` : `${grouped(text)} ${quote}`;
}

function linesOf(t: Translate, draft: AlgoDraft, market: SpotMarket): readonly LabelledValue[] {
  const { base, quote } = market.instrument;
  const fields = ALGO_FIELDS[draft.kind].map(
    (field): LabelledValue => [t(algoLabel(field, draft)), fieldText(t, field, draft, market)],
  );
  const rests = draft.rests && ALGO_MAY_REST.includes(draft.kind);
  return [
    [t('orders.pair'), `${base}/${quote}`],
    [t('order.side'), t(`order.${draft.side}`)],
    [t('order.kind'), t(`order.kind.${draft.kind}`)],
    ...fields,
    [t('order.size'), `${amount(sizeOf(draft, market))} ${base}`],
    ...(rests ? [[t('order.force'), t('order.force.post_only')] as const] : []),
    ...algoFigures(t, { draft, market }),
  ];
}

/** The dialog. */
export function AlgoConfirm({
  algo,
  market,
}: {
  readonly algo: AlgoModel;
  readonly market: SpotMarket;
}) {
  const t = useT();
  const { draft } = algo;
  const [form] = useState(() => document.querySelector<HTMLElement>('#order-form'));
  return (
    <ConfirmDialog
      title={t('order.confirm')}
      confirm={t(`order.submit.${draft.side}`, { coin: market.instrument.base })}
      look={draft.side}
      onConfirm={() => {
        if (form === null) void algo.send();
        else sendForm(form, algo.send);
      }}
      onClose={algo.back}
    >
      <dl className="order-figures">
        {linesOf(t, draft, market).map(([label, value]) => (
          <FigureLine key={label} label={label} value={value} />
        ))}
      </dl>
    </ConfirmDialog>
  );
}
