/** A bare modal on the native element: focus is kept inside, Escape and a press outside close. */

import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  readonly className: string;
  /** Name for assistive technology; give this or `labelledBy`. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Where one begins: what says so of itself, else the first field of a form, and not the button that closes. */
const FIRST = [
  '[data-first-focus]',
  "form :is(input:not([type='radio'], [type='hidden']), input:checked, select, textarea):enabled",
];

/** Gives the focus to where one begins; where nothing is to be filled in the browser has chosen. */
function focusFirst(dialog: HTMLDialogElement): void {
  for (const selector of FIRST) {
    const first = dialog.querySelector<HTMLElement>(selector);
    if (first === null) continue;
    first.focus();
    return;
  }
}

/** An open modal; mount it to open, unmount it to close. */
export function Modal({ className, label, labelledBy, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // Before the page is drawn without it: a dialog that is gone cannot give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    if (dialog !== null) focusFirst(dialog);
    return () => dialog?.close();
  }, []);
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes (native cancel event)
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-label={label}
      aria-labelledby={labelledBy}
      onClick={onBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
