/** Sends a form, or leads to what is wrong in it. */

import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';

/** Handles a form's submit event: it is sent as `sendForm` does. */
export function submitForm(event: FormEvent<HTMLFormElement>, submit: () => unknown): void {
  const form = event.currentTarget;
  // A dialog's form within this one in React's tree alone: its own handler sends it.
  if (event.target !== form) return;
  event.preventDefault();
  sendForm(form, submit);
}

/**
 * After `submit`, the keyboard is on the first refused field, if any. Where `submit` gives a promise that is
 * so again once it has ended, since the server refuses later.
 */
export function sendForm(form: HTMLElement, submit: () => unknown): void {
  // So that the fields know what is wrong with them.
  const sent = flushSync(submit);
  leadToFault(form);
  if (!(sent instanceof Promise)) return;
  // What is set after an answer is on screen with the next frame.
  void sent.then(() => requestAnimationFrame(() => leadToFault(form)));
}

/** Puts the keyboard on the first field of a form that says that it is wrong. */
export function leadToFault(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
