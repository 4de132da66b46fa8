/** The order forms on screen, for keys and commands that fill and send them. */

import { useEffect, useRef } from 'react';
import type { OrderFormModel } from './order-product.ts';

const forms = new Set<{ readonly current: OrderFormModel }>();

/** Makes a form one of them while it is mounted. @param hidden whether another form stands in its place */
export function useFormHandle(model: OrderFormModel, hidden: boolean): void {
  const handle = useRef(model);
  handle.current = model;
  useEffect(() => {
    if (hidden) return;
    forms.add(handle);
    return () => void forms.delete(handle);
  }, [hidden]);
}

/** Those that are shown now, as they stand: two where each side has its own. */
export function formsShown(): readonly OrderFormModel[] {
  return [...forms].map(({ current }) => current);
}
