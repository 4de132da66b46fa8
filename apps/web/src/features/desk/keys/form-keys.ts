/** What keys do with the order form on screen. */

import { flushSync } from 'react-dom';
import { stepped } from '../../../components/number-field.tsx';
import { sendForm } from '../../../components/submit-form.ts';
import { pickPrice } from '../../terminal/terminal-store.ts';
import { hasPrice, type OrderDraft, type OrderKind, type SideName } from '../order-form/draft.ts';
import { formsShown } from '../order-form/form-handle.ts';
import type { OrderFormModel } from '../order-form/order-product.ts';
import { commonMax, sizeOfPercent } from '../order-form/share.ts';

/** A field that keys know. */
export type KeyField = 'price' | 'size';

/** Whether each side has a form of its own. */
function isPaired(): boolean {
  return formsShown().length > 1;
}

/** The element of the form of a side. */
function formOf(side: SideName): HTMLElement | null {
  const half = isPaired() ? ` .order-half[data-side="${side}"]` : '';
  return document.querySelector(`#order-form${half}`);
}

/** The form that keys mean: that of the focus, else that of the side that was chosen last. */
function formAt(side: SideName): OrderFormModel | undefined {
  return formsShown().find(({ draft }) => draft.side === side) ?? formsShown()[0];
}

/** The side that keys mean, where the form has both: that of the focus, else the one chosen last. */
export function sideAtHand(chosen: SideName): SideName {
  const [form] = formsShown();
  if (form === undefined) return chosen;
  const focused = document.activeElement?.closest<HTMLElement>('.order-half')?.dataset['side'];
  if (isPaired()) return focused === 'buy' || focused === 'sell' ? focused : chosen;
  return form.product.bothSides ? chosen : form.draft.side;
}

/** Chooses a side of the form. */
export function chooseSide(side: SideName): void {
  const [form] = formsShown();
  if (form === undefined || isPaired() || form.product.bothSides) return;
  if (form.draft.side !== side) form.set({ side, size: '' });
}

/** Chooses a kind, where the form has it. */
export function chooseKind(kind: OrderKind): void {
  for (const { set, product, draft } of formsShown()) {
    if (!product.kinds.includes(kind) || draft.kind === kind) continue;
    set({ kind, ...(!product.bothSides && { size: '' }) });
  }
}

/** Puts the cursor into a field and marks what is there. @param label of the price's field */
export function focusField(field: KeyField, side: SideName, label: string): void {
  const form = formOf(side);
  const boxes = [...(form?.querySelectorAll<HTMLElement>('.number-field') ?? [])];
  const box =
    field === 'size'
      ? form?.querySelector('.order-size')
      : boxes.find((one) => one.querySelector('.input-prefix')?.textContent === label);
  const input = box?.querySelector<HTMLInputElement>('.number-input');
  input?.focus();
  input?.select();
}

/** Moves a field by ticks or lots. */
export function stepField(field: KeyField, by: number, side: SideName): void {
  const form = formAt(side);
  if (form === undefined) return;
  const { draft, sizeIn, market, set } = form;
  if (field === 'size') set({ size: stepped(draft.size, sizeIn.scale, by) });
  else if (hasPrice(draft)) set({ price: stepped(draft.price, market.instrument.priceDigits, by) });
}

/** Makes the size a share of the largest order, as the marks of the form do. */
export function chooseShare(percent: number, side: SideName): void {
  const form = formAt(side);
  if (form === undefined || form.product.shares === false) return;
  const sums = form.sides.map(form.sumsOf);
  const max = commonMax(sums.map((one) => one.max));
  const [{ counts, scale } = { counts: form.draft.unit, scale: 0 }] = sums;
  if (max !== null) form.set({ unit: counts, size: sizeOfPercent(max, scale, percent) });
}

/** Sends the form, or leads to what is wrong in it. @param ask for a second yes, whatever the preferences say */
export function sendFormOf(side: SideName, ask: boolean): void {
  const [form, element] = [formAt(side), formOf(side)];
  if (form !== undefined && element !== null) sendForm(element, () => form.submit(side, ask));
}

/** Puts an order into the form, where it can be looked at and sent. */
export function fillForm(draft: OrderDraft): void {
  const forms = formsShown();
  const form = forms.find((one) => one.draft.side === draft.side) ?? forms[0];
  if (form === undefined) {
    // On a phone the form may be a tab away: a pick leads there.
    pickPrice(draft.price, { side: draft.side, size: draft.size });
    return;
  }
  const { side, price, ...rest } = draft;
  const { kind, intent, unit, size, force, reduceOnly } = rest;
  flushSync(() => {
    // Both sides have one kind.
    for (const one of forms) if (one.draft.kind !== kind) one.set({ kind });
  });
  const fresh = formsShown().find((one) => one.product === form.product && one.draft.side === side);
  (fresh ?? form).set({
    ...{ intent, kind, unit, size, force, reduceOnly },
    ...(!form.product.bothSides && { side }),
    ...(price !== '' && { price }),
  });
}
