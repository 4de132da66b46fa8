/** Where the pages of signing in begin. */
import { useEffect } from 'react';

/** Puts the focus into the first field of the page's card, again whenever it shows another form. */
export function useFirstField(form: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form begins in its own first field
  useEffect(() => {
    document.querySelector<HTMLElement>('.auth-card input')?.focus();
  }, [form]);
}
