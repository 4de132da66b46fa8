/** Sends a form, or leads to what is wrong in it. */

import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';

/** Handles a form's submit event: after `submit`, the keyboard is on the first refused field, if any. */
export function submitForm(event: FormEvent<HTMLFormElement>, submit: () => void): void {
  // A dialog's form within this one in React's tree alone: its own handler sends it.
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  // So that the fields know what is wrong with them.
  flushSync(submit);
  event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
