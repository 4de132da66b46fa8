/** The order form's inputs: price, size, what comes with the order, how long it stands. */

import type { ReactNode } from 'react';
import { NumberField } from '../../../components/number-field.tsx';
import { wide } from '../../../data/decimal.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { middleOf } from '../../terminal/crossing.ts';
import { Check } from './check.tsx';
import { DRAFT_WORDS, hasPrice, isPlan, type SizeUnit } from './draft.ts';
import { CrossingNote, PlanFields } from './late.ts';
import type { PartOf } from './order-product.ts';
import { Percent } from './percent.tsx';
import { commonMax, percentOfSize, sizeOfPercent } from './share.ts';

const FORCES = DRAFT_WORDS.force;
const PICKS = ['bid', 'middle', 'ask', 'last'] as const;

/** Puts a price of the market into the price's field. */
function PricePicks({ model }: PartOf) {
  const t = useT();
  const { best, market, set } = model;
  const { last, instrument } = market;
  const middle = middleOf(best, instrument.priceDigits);
  const picks = { bid: best.bid, middle, ask: best.ask, last };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out otherwise
    <div className="price-picks" role="group" aria-label={t('order.price')}>
      {PICKS.map((pick) => (
        <button
          key={pick}
          type="button"
          disabled={wide(picks[pick]) <= 0n}
          onClick={() => set({ price: picks[pick] })}
        >
          {t(`order.pick.${pick}`)}
        </button>
      ))}
    </div>
  );
}

/** The price, with what the kind has beside it. */
function PriceFields({ model }: PartOf) {
  const t = useT();
  const { draft, market, set, errorOf } = model;
  const { quote, priceDigits } = market.instrument;
  const { kind } = draft;
  return (
    <>
      {isPlan(draft) && <PlanFields model={model} />}
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
      {kind === 'limit' && <PricePicks model={model} />}
      {kind === 'market' && (
        <p className="order-market-price">
          <span>{t('order.price')}</span>
          <span>{t('order.marketPrice')}</span>
        </p>
      )}
      {kind === 'oco' && <PlanFields model={model} />}
    </>
  );
}

function UnitChoice({ model, units }: PartOf & { readonly units: readonly SizeUnit[] }) {
  const t = useT();
  const { product, draft, market, set } = model;
  return (
    <select
      className="input-box"
      aria-label={t('order.unit')}
      value={draft.unit}
      onChange={({ target }) => {
        for (const unit of units) if (unit === target.value) set({ unit, size: '' });
      }}
    >
      {units.map((unit) => (
        <option key={unit} value={unit}>
          {product.unitName(t, unit, market.instrument)}
        </option>
      ))}
    </select>
  );
}

/** The size, what it is counted in, and its share of the largest order. */
function SizeFields({ model }: PartOf) {
  const t = useT();
  const { draft, product, sides, sizeIn, sumsOf, set } = model;
  const sums = sides.map(sumsOf);
  const max = commonMax(sums.map((side) => side.max));
  const shares = sums.map(({ units }) => percentOfSize(max, units));
  const { scale = 0, counts = draft.unit } = sums[0] ?? {};
  const units = product.unitsOf(draft);
  return (
    <>
      <div className="order-size">
        <NumberField
          label={t(sizeIn.label)}
          {...(units.length < 2 && { unit: sizeIn.coin })}
          scale={sizeIn.scale}
          value={draft.size}
          onChange={(size) => set({ size })}
          error={model.errorOf('size')}
        />
        {units.length > 1 && <UnitChoice model={model} units={units} />}
      </div>
      {product.shares !== false && (
        <Percent
          percent={Math.max(...shares)}
          disabled={model.trader === 'nobody' || max === null}
          onChoose={(percent) => set({ unit: counts, size: sizeOfPercent(max, scale, percent) })}
        />
      )}
    </>
  );
}

/** Boxes of the product, and take profit and stop loss that come with the order, where it may have any. */
export function AttachedFields({ model, children }: PartOf & { readonly children?: ReactNode }) {
  const t = useT();
  const { product, draft, market, set } = model;
  const attaches = product.attaches(draft, market);
  if (!children && !attaches) return null;
  return (
    <div className="order-attached">
      <div className="order-checks">
        {children}
        {attaches && (
          <Check checked={draft.attach} onChange={(attach) => set({ attach })}>
            {t('order.attach')}
          </Check>
        )}
      </div>
      {attaches && draft.attach && <PlanFields model={model} exits />}
    </div>
  );
}

/** All of them, under what the account has. */
export function OrderFields({ model }: PartOf) {
  const t = useT();
  const { product, draft, market, best } = model;
  const { side } = draft;
  // With both sides in one form the far one asks before it is sent.
  const isFar = !product.bothSides && model.crossingOf(side) === 'far';
  const choose = (word: string) => {
    for (const force of FORCES) if (force === word) model.set({ force });
  };
  return (
    <>
      <product.Available model={model} />
      <PriceFields model={model} />
      {isFar && (
        <CrossingNote crossing="far" side={side} best={best} instrument={market.instrument} />
      )}
      <SizeFields model={model} />
      <product.Terms model={model} />
      {draft.kind === 'limit' && (
        <label className="order-line order-force">
          <span className="muted">{t('order.force')}</span>
          <select value={draft.force} onChange={({ target }) => choose(target.value)}>
            {FORCES.map((force) => (
              <option key={force} value={force}>
                {t(`order.force.${force}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
