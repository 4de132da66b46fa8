/** The order form of one side at a time, or with the other side beside it. */

import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { Segments } from '../../../components/tabs.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import type { FormProps } from '../../terminal/product-parts.ts';
import { usePickedSide } from '../../terminal/terminal-store.ts';
import { AlgoForm, OrderConfirm } from './late.ts';
import { OrderFields } from './order-fields.tsx';
import { KindRow, Notes } from './order-parts.tsx';
import type { FormMarket, OrderProduct, OrderSums, PartOf } from './order-product.ts';
import { SubmitArea } from './submit-area.tsx';
import { useOrderForm } from './use-order-form.ts';

interface Props<M extends FormMarket, S extends OrderSums> extends FormProps {
  readonly product: OrderProduct<M, S>;
  /** Of the form's element, where a page has several. */
  readonly id?: string;
}

/** Everything of one side, from what is available to its button; and the second yes. */
function SideForm({ model, children, ...form }: PartOf & ComponentProps<'form'>) {
  const t = useT();
  const { product, draft, busy, asking } = model;
  const { side } = draft;
  return (
    <>
      <form noValidate onSubmit={(event) => submitForm(event, () => model.submit(side))} {...form}>
        {children}
        <OrderFields model={model} />
        <product.Figures model={model} side={side} />
        <SubmitArea model={model}>
          <Button type="submit" look={side} large block busy={busy !== null}>
            {product.submitLabel(t, model, side)}
          </Button>
        </SubmitArea>
      </form>
      {asking !== null && <OrderConfirm model={model} side={asking} />}
    </>
  );
}

const FORM = { id: 'order-form', tabIndex: -1, className: 'order-form' };

/** Whether the form of parent orders is chosen. An order that is picked somewhere is an ordinary one. */
function useAlgo() {
  const [algo, onAlgo] = useState(false);
  usePickedSide(useCallback(() => onAlgo(false), []));
  return { algo, onAlgo };
}

/** The sides as a choice. */
function OneSide<M extends FormMarket, S extends OrderSums>(props: Props<M, S>) {
  const t = useT();
  const chosen = useAlgo();
  const model = useOrderForm({ ...props, hidden: chosen.algo });
  const kinds = <KindRow models={[model]} {...chosen} />;
  if (chosen.algo) return <AlgoForm model={model}>{kinds}</AlgoForm>;
  return (
    <SideForm {...FORM} id={props.id ?? FORM.id} model={model} aria-label={t('order.title')}>
      <Segments
        label={t('order.side')}
        className="order-side"
        value={model.draft.side}
        onChange={(side) => model.set({ side, size: '' })}
        items={[
          { key: 'buy', label: t('order.buy') },
          { key: 'sell', label: t('order.sell') },
        ]}
      />
      {kinds}
      <Notes model={model} />
    </SideForm>
  );
}

/** Buy and sell beside each other, of one kind. */
function BothSides<M extends FormMarket, S extends OrderSums>({
  product,
  instrument,
}: Props<M, S>) {
  const t = useT();
  const chosen = useAlgo();
  const options = { product, instrument, paired: true, hidden: chosen.algo };
  const buy = useOrderForm({ ...options, initialSide: 'buy' });
  const sell = useOrderForm({ ...options, initialSide: 'sell' });
  const kinds = <KindRow models={[buy, sell]} {...chosen} />;
  const { kind } = buy.draft;
  const { set } = sell;
  // What was typed into one side only came back with a kind that the other does not have.
  useEffect(() => set({ kind }), [kind, set]);
  if (chosen.algo) return <AlgoForm model={buy}>{kinds}</AlgoForm>;
  return (
    <section {...FORM} aria-label={t('order.title')}>
      {kinds}
      <Notes model={buy} />
      <div className="order-sides">
        {[buy, sell].map((model) => (
          <SideForm
            key={model.draft.side}
            className="order-half"
            data-side={model.draft.side}
            model={model}
            aria-label={t(`order.${model.draft.side}`)}
          />
        ))}
      </div>
    </section>
  );
}

/** The form of one instrument. */
export function OrderForm<M extends FormMarket, S extends OrderSums>(props: Props<M, S>) {
  return props.wide === true ? <BothSides {...props} /> : <OneSide {...props} />;
}
