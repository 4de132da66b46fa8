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

/** The first field of a form; of choices the one that is chosen. */
const FIELD = 'form :is(input:not([type=radio],[type=hidden]),:checked,select,textarea):enabled';

/** An open modal; mount it to open, unmount it to close. */
export function Modal({ className, label, labelledBy, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // Before the page is drawn without it: a dialog that is gone cannot give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // What says so of itself has the focus, else the first field, and not the button that closes.
    const find = (selector: string) => dialog?.querySelector<HTMLElement>(selector);
    (find('[data-first-focus]') ?? find(FIELD))?.focus();
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
