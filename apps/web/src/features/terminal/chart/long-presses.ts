/** A long press as a context menu, where the browser makes none of it: that of phones with iOS. */

/** Later than browsers that have their own, ms. */
const PRESS_MS = 650;
/** A press that moves more is another gesture, pixels. */
const SLACK = 8;

/** Sends `contextmenu` for long presses on an element; the returned function stops. */
export function longPresses(element: HTMLElement): () => void {
  let timer = 0;
  let at = { x: 0, y: 0 };
  const end = () => clearTimeout(timer);
  const begin = ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    end();
    if (pointerType === 'mouse' || !isPrimary) return;
    at = { x: clientX, y: clientY };
    const press = { bubbles: true, cancelable: true, clientX, clientY };
    timer = window.setTimeout(
      () => element.dispatchEvent(new MouseEvent('contextmenu', press)),
      PRESS_MS,
    );
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - at.x, clientY - at.y) > SLACK) end();
  };
  const heard = [
    ['pointerdown', begin],
    ['pointermove', move],
    ...(['pointerup', 'pointercancel', 'contextmenu'] as const).map((name) => [name, end] as const),
  ] as const;
  const options = { capture: true };
  for (const [name, hear] of heard) element.addEventListener(name, hear as () => void, options);
  return () => {
    end();
    for (const [name, hear] of heard)
      element.removeEventListener(name, hear as () => void, options);
  };
}
