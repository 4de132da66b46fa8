/** The inputs of a contract's order form. */

import { MARGIN_SCALE } from '@halcyon/domain';
import { NumberField } from '../../../components/number-field.tsx';
import { toText, trimZeros } from '../../../data/decimal.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { DRAFT_WORDS, hasPrice } from '../../desk/order-form/draft.ts';
import { ForceSelect } from '../../desk/order-form/force-select.tsx';
import { Percent } from '../../desk/order-form/percent.tsx';
import { mayAttach } from './contract-draft.ts';
import { commonMax } from './order-sums.ts';
import type { ContractFormModel } from './use-contract-form.ts';

interface Props {
  readonly model: ContractFormModel;
}

function ExecutionField({ model }: Props) {
  const t = useT();
  return (
    <label className="input-box">
      <span className="input-prefix">{t('order.execution')}</span>
      <select
        value={model.draft.execution}
        onChange={(event) =>
          model.set({ execution: event.target.value === 'market' ? 'market' : 'limit' })
        }
      >
        <option value="limit">{t('order.execution.limit')}</option>
        <option value="market">{t('order.execution.market')}</option>
      </select>
    </label>
  );
}

const TRIGGERS = [
  ['mark_price', 'futures.mark'],
  ['fill_price', 'markets.last'],
  ['index_price', 'futures.index'],
] as const;

function TriggerFields({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  return (
    <>
      <NumberField
        label={t('order.trigger')}
        unit={quote}
        scale={priceDigits}
        value={draft.trigger}
        onChange={(trigger) => set({ trigger })}
        error={errorOf('trigger')}
      />
      <label className="input-box">
        <span className="input-prefix">{t('futures.triggerBy')}</span>
        <select
          value={draft.triggerBy}
          onChange={(event) => {
            const chosen = TRIGGERS.find(([word]) => word === event.target.value);
            if (chosen !== undefined) set({ triggerBy: chosen[0] });
          }}
        >
          {TRIGGERS.map(([word, label]) => (
            <option key={word} value={word}>
              {t(label)}
            </option>
          ))}
        </select>
      </label>
      <ExecutionField model={model} />
    </>
  );
}

/** Trigger, limit price and trailing distance, as far as the kind has them. */
export function ContractPriceFields({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  return (
    <>
      {draft.kind === 'trigger' && <TriggerFields model={model} />}
      {hasPrice(draft) && (
        <NumberField
          label={t('order.price')}
          unit={quote}
          scale={priceDigits}
          value={draft.price}
          onChange={(price) => set({ price })}
          onFocus={model.enterPrice}
          error={errorOf('price')}
        />
      )}
      {draft.kind === 'market' && (
        <p className="order-market-price">
          <span>{t('order.price')}</span>
          <span>{t('order.marketPrice')}</span>
        </p>
      )}
      {draft.kind === 'trailing' && (
        <NumberField
          label={t('order.callback')}
          unit="%"
          scale={2}
          value={draft.callback}
          onChange={(callback) => set({ callback })}
          error={errorOf('callback')}
        />
      )}
    </>
  );
}

/** The size and what it is counted in, with its share of the largest order. */
export function ContractSizeField({ model }: Props) {
  const t = useT();
  const { draft, market, set, errorOf, sums } = model;
  const { base, quote, sizeDigits } = market.instrument;
  const coin = draft.unit === 'coin';
  const names = {
    coin: base,
    value: t('futures.unit.value', { coin: quote }),
    cost: t('futures.unit.cost', { coin: quote }),
  };
  const max = commonMax(sums.buy.max, sums.sell.max);
  const lots = Math.max(sums.buy.lots, sums.sell.lots);
  const percent = max === null || max === 0 ? 0 : Math.min(100, Math.round((lots * 100) / max));
  const choose = (share: number) => {
    const part = Math.floor(((max ?? 0) * share) / 100);
    const size = part <= 0 ? '' : trimZeros(toText(BigInt(part), market.instrument.sizeScale));
    set({ unit: 'coin', size });
  };
  return (
    <>
      <div className="contract-size">
        <NumberField
          label={t('order.size')}
          scale={coin ? sizeDigits : MARGIN_SCALE}
          value={draft.size}
          onChange={(size) => set({ size })}
          error={errorOf('size')}
        />
        <select
          className="input-box"
          aria-label={t('futures.unit')}
          value={draft.unit}
          onChange={(event) => {
            const unit = DRAFT_WORDS.unit.find((item) => item === event.target.value);
            if (unit !== undefined) set({ unit, size: '' });
          }}
        >
          {DRAFT_WORDS.unit.map((unit) => (
            <option key={unit} value={unit}>
              {names[unit]}
            </option>
          ))}
        </select>
      </div>
      <Percent
        percent={percent}
        disabled={model.trader === 'nobody' || max === null}
        onChoose={choose}
      />
    </>
  );
}

/** Reduce-only, take profit and stop loss, time in force. */
export function ContractTermsFields({ model }: Props) {
  const t = useT();
  const { draft, market, hedge, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  const attached = ['takeProfit', 'stopLoss'] as const;
  const box = (name: 'attach' | 'reduceOnly', label: string) => (
    <label className="check">
      <input
        type="checkbox"
        checked={draft[name]}
        onChange={(event) => set({ [name]: event.target.checked })}
      />
      {label}
    </label>
  );
  return (
    <div className="order-attached">
      <div className="contract-checks">
        {!hedge && box('reduceOnly', t('futures.reduceOnly'))}
        {mayAttach(draft, hedge) && box('attach', t('order.attach'))}
      </div>
      {mayAttach(draft, hedge) &&
        draft.attach &&
        attached.map((name) => (
          <NumberField
            key={name}
            label={t(`order.${name}`)}
            unit={quote}
            scale={priceDigits}
            value={draft[name]}
            onChange={(value) => set({ [name]: value })}
            error={errorOf(name)}
          />
        ))}
      {draft.kind === 'limit' && (
        <ForceSelect value={draft.force} onChange={(force) => set({ force })} />
      )}
    </div>
  );
}
