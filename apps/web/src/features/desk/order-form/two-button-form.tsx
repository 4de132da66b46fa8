/** The order form of a product whose both sides are placed from one draft, each by its button. */

import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { sendForm } from '../../../components/submit-form.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { FormProps } from '../../terminal/product-parts.ts';
import type { SideName } from './draft.ts';
import { OrderConfirm } from './late.ts';
import { checkDraft } from './order-check.ts';
import { OrderFields } from './order-fields.tsx';
import { KindRow, Notes } from './order-parts.tsx';
import type { FormMarket, OrderFormModel, OrderProduct, OrderSums } from './order-product.ts';
import { SubmitArea } from './submit-area.tsx';
import { useOrderForm } from './use-order-form.ts';
import './two-button-form.css';

/**
 * Sends what was typed when no button was pressed: the side is asked about, whatever the preferences
 * say. It is the one that fits, a buy where both do.
 */
function enter({ product, clean, market, submit }: OrderFormModel): Promise<void> {
  const fits = (side: SideName) =>
    Object.keys(checkDraft(product, { ...clean, side }, market, true)).length === 0;
  return submit(!fits('buy') && fits('sell') ? 'sell' : 'buy', true);
}

/** Enter in a number of the form itself sends it, or leads to what is wrong in it. */
function onEnter(event: KeyboardEvent<HTMLElement>, send: () => unknown): void {
  const field = event.target as HTMLElement;
  if (event.key !== 'Enter' || event.repeat) return;
  if (!field.matches('.number-input') || field.closest('dialog') !== null) return;
  event.preventDefault();
  sendForm(event.currentTarget, send);
}

/** The form of one instrument. */
export function TwoButtonForm<M extends FormMarket, S extends OrderSums>(
  props: FormProps & { readonly product: OrderProduct<M, S> },
) {
  const t = useT();
  const { product } = props;
  const model = useOrderForm(props);
  const form = useRef<HTMLElement>(null);
  return (
    <>
      {/* No form element: it has two buttons of equal weight, and dialogs with forms of their own. */}
      <section
        ref={form}
        id="order-form"
        tabIndex={-1}
        className="order-form"
        aria-label={t('order.title')}
        onKeyDown={(event) => onEnter(event, () => enter(model))}
      >
        {product.Head && <product.Head model={model} />}
        <KindRow models={[model]} />
        <Notes model={model} />
        <OrderFields model={model} />
        <SubmitArea model={model}>
          <div className="contract-sides">
            {model.sides.map((side) => (
              <div key={side} className="contract-side">
                <Button
                  look={side}
                  large
                  block
                  busy={model.busy === side}
                  onClick={() => form.current && sendForm(form.current, () => model.submit(side))}
                >
                  {product.submitLabel(t, model, side)}
                </Button>
                <product.Figures model={model} side={side} />
              </div>
            ))}
          </div>
        </SubmitArea>
      </section>
      {model.asking !== null && <OrderConfirm model={model} side={model.asking} />}
    </>
  );
}
