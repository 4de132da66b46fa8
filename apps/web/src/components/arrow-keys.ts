/** Where arrow keys, Home and End lead in a row or list of things. */

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/**
 * The index that a key leads to; past the ends it begins again. Null for other keys and empty lists.
 * @param index the present one; -1 for none
 * @param way which arrows count: those of a list, or of a row written from left or from right
 */
export function arrowTarget(
  key: string,
  index: number,
  count: number,
  way: 'list' | 'ltr' | 'rtl',
): number | null {
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  if (step === undefined || (way === 'list') === /Left|Right/.test(key)) return null;
  const forward = (step === 1) !== (way === 'rtl');
  if (forward) return (index + 1) % count;
  return index <= 0 ? count - 1 : index - 1;
}

/** Whether the keys of a list are the element's own: it has a text, a choice or a value to change. */
export function keepsArrowKeys(element: EventTarget | null): boolean {
  if (element instanceof HTMLInputElement) return element.type !== 'checkbox';
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}
