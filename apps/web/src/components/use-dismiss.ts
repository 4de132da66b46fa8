/** Closes a popped-up part on Escape or on a press outside it. */

import { type RefObject, useEffect } from 'react';

/** Puts the keyboard back on the button that opened a part, unless a press elsewhere has moved it. */
export function focusOpener(root: HTMLElement | null): void {
  if (root?.contains(document.activeElement)) root.querySelector('button')?.focus();
}

/** While `open`, calls `onClose` on Escape and on presses outside `root`. */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  onClose: () => void,
): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onClose();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [root, open, onClose]);
}
