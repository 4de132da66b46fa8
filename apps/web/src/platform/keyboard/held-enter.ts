/**
 * Enter that is held down acts once. The browser presses a button, and sends a form, with each repeat of the
 * key, and what it meets next is another: of a dialog that has just opened, or what it has uncovered.
 */

/** Whether the key writes a line into what has the focus. */
function writesLines(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement;
}

/** Leaves the repeats of Enter out, for the whole page. */
export function ignoreHeldEnter(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat || writesLines(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
