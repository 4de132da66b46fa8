/** The form of algo orders: parent orders of spot, each of which is many orders in the book. */

import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { Segments } from '../../../components/tabs.tsx';
import { parseExact } from '../../../data/decimal.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { Check } from '../../desk/order-form/check.tsx';
import type { OrderFormModel } from '../../desk/order-form/order-product.ts';
import { Percent } from '../../desk/order-form/percent.tsx';
import { percentOfSize, sizeOfPercent } from '../../desk/order-form/share.ts';
import { SubmitArea } from '../../desk/order-form/submit-area.tsx';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import { AlgoConfirm } from './algo-confirm.tsx';
import { type AlgoField, largestOf, SECONDS, sizeOf } from './algo-draft.ts';
import { ALGO_KINDS, ALGO_MAY_REST, ALGO_OPTIONAL } from './algo-kinds.ts';
import { AlgoPreview } from './algo-preview.tsx';
import { type AlgoModel, algoLabel, useAlgoForm } from './use-algo-form.ts';
import './algo.css';

const UNITS = Object.keys(SECONDS) as readonly (keyof typeof SECONDS)[];

interface PartProps {
  readonly algo: AlgoModel;
  readonly market: SpotMarket;
}

/** A choice beside a number. */
function UnitSelect<Word extends string>(props: {
  readonly label: string;
  readonly words: readonly (readonly [word: Word, name: string])[];
  readonly value: Word;
  readonly onChoose: (word: Word) => void;
}) {
  return (
    <select
      className="input-box"
      aria-label={props.label}
      value={props.value}
      onChange={({ target }) => props.onChoose(target.value as Word)}
    >
      {props.words.map(([word, name]) => (
        <option key={word} value={word}>
          {name}
        </option>
      ))}
    </select>
  );
}

function useFieldProps({ algo, market }: PartProps, field: AlgoField) {
  const t = useT();
  const { draft } = algo;
  const { base, quote, priceDigits, sizeDigits, quoteScale } = market.instrument;
  const shown: Readonly<Record<AlgoField, { unit?: string; scale: number }>> = {
    price: { unit: quote, scale: priceDigits },
    endPrice: { unit: quote, scale: priceDigits },
    displaySize: { unit: base, scale: sizeDigits },
    slippage: { unit: '%', scale: 2 },
    count: { scale: 0 },
    duration: { scale: 0 },
    size: { scale: draft.unit === 'value' ? quoteScale : sizeDigits },
  };
  const optional: readonly AlgoField[] = ALGO_OPTIONAL[draft.kind];
  return {
    ...shown[field],
    label: t(algoLabel(field, draft)),
    value: draft[field],
    onChange: (text: string) => algo.set({ [field]: text }),
    error: algo.errorOf(field),
    ...(optional.includes(field) && { placeholder: t('algo.optional') }),
  };
}

/** A field of the kind. */
function KindField({ field, ...part }: PartProps & { readonly field: AlgoField }) {
  const t = useT();
  const props = useFieldProps(part, field);
  const { draft, set } = part.algo;
  if (field === 'size') return <SizeFields {...part} />;
  if (field !== 'duration') return <NumberField {...props} />;
  return (
    <div className="order-size">
      <NumberField {...props} />
      <UnitSelect
        label={t('algo.timeUnit')}
        words={UNITS.map((unit) => [unit, t(`algo.time.${unit}`)] as const)}
        value={draft.time}
        onChoose={(time) => set({ time })}
      />
    </div>
  );
}

/** The size, what it is counted in, and its share of what there is. */
function SizeFields(part: PartProps) {
  const t = useT();
  const { algo, market } = part;
  const { draft, set } = algo;
  const { base, quote, sizeDigits } = market.instrument;
  const props = useFieldProps(part, 'size');
  const largest = largestOf(draft, market);
  const max = largest === null ? null : (parseExact(largest, sizeDigits) ?? 0n);
  const units = parseExact(sizeOf(draft, market), sizeDigits) ?? 0n;
  return (
    <>
      <div className="order-size">
        <NumberField {...props} />
        <UnitSelect
          label={t('order.unit')}
          words={[
            ['coin', base],
            ['value', quote],
          ]}
          value={draft.unit}
          onChoose={(unit) => set({ unit, size: '' })}
        />
      </div>
      <Percent
        percent={percentOfSize(max, units)}
        disabled={max === null}
        onChoose={(percent) => set({ unit: 'coin', size: sizeOfPercent(max, sizeDigits, percent) })}
      />
    </>
  );
}

/** The kinds, as tabs below those of ordinary orders. */
function Kinds({ algo: { draft, set } }: Pick<PartProps, 'algo'>) {
  const t = useT();
  return (
    <fieldset className="order-kinds">
      <legend className="visually-hidden">{t('order.kind')}</legend>
      {ALGO_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="tab"
          aria-pressed={kind === draft.kind}
          onClick={() => set({ kind })}
        >
          {t(`order.kind.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** The form. @param props.model of the ordinary form, whose market and account it has @param props.children kinds of ordinary orders */
export function AlgoForm(props: { readonly model: OrderFormModel; readonly children: ReactNode }) {
  const t = useT();
  const { model, children } = props;
  const { trader, product } = model;
  // Of the spot account alone.
  const market = model.market as SpotMarket;
  const algo = useAlgoForm(market, trader);
  const { draft, set, busy, refusal } = algo;
  const { side } = draft;
  return (
    <>
      <form
        noValidate
        id="order-form"
        className="order-form"
        aria-label={t('order.title')}
        onSubmit={(event) => submitForm(event, algo.submit)}
      >
        <Segments
          label={t('order.side')}
          className="order-side"
          value={side}
          onChange={(next) => set({ side: next, size: '' })}
          items={[
            { key: 'buy', label: t('order.buy') },
            { key: 'sell', label: t('order.sell') },
          ]}
        />
        {children}
        <Kinds algo={algo} />
        <p className="field-hint">{t(`algo.hint.${draft.kind}`)}</p>
        <product.Available model={{ ...model, draft: { ...model.draft, side } }} />
        {algo.fields.map((field) => (
          <KindField key={field} field={field} algo={algo} market={market} />
        ))}
        {ALGO_MAY_REST.includes(draft.kind) && (
          <Check checked={draft.rests} onChange={(rests) => set({ rests })}>
            {t('order.force.post_only')}
          </Check>
        )}
        <AlgoPreview draft={draft} market={market} />
        <SubmitArea model={{ ...model, refusal }}>
          <Button type="submit" look={side} large block busy={busy}>
            {t(`order.submit.${side}`, { coin: market.instrument.base })}
          </Button>
        </SubmitArea>
      </form>
      {algo.asking && <AlgoConfirm algo={algo} market={market} />}
    </>
  );
}
