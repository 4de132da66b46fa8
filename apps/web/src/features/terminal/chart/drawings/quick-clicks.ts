/**
 * Clicks and taps that follow each other within half a second at different places. The chart library
 * takes the second one for neither one nor a double one, so a fast drawer would lose a point.
 */

/** Pixels (sum of both directions) that the library lets a press move; and a double one. */
const STILL = 5;
const DOUBLE = { mouse: 5, touch: 30 } as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Press extends Place {
  /** How far the drawing was. */
  readonly step: number;
}

const distance = (a: Place, b: Place) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

const placeOf = ({ clientX, clientY }: MouseEvent | Touch): Place => ({ x: clientX, y: clientY });

function pressAgain(target: EventTarget, { x, y }: Place): void {
  for (const type of ['mousedown', 'mouseup']) {
    target.dispatchEvent(
      new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, composed: true, view: window }),
    );
  }
}

function tapAgain(target: EventTarget, { x, y }: Place): void {
  const touch = new Touch({ identifier: Date.now(), target, clientX: x, clientY: y });
  const options = { changedTouches: [touch], bubbles: true, composed: true, cancelable: true };
  target.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [touch] }));
  target.dispatchEvent(new TouchEvent('touchend', options));
}

/**
 * Repeats each click and tap on `dom` that the library has dropped.
 * @param stepOf how many points the drawing under way has; null = none is under way
 * @returns stops it
 */
export function repeatDroppedClicks(dom: HTMLElement, stepOf: () => number | null): () => void {
  let before: Press | null = null;
  let press: Press | null = null;
  const down = (place: Place | null) => {
    const step = place === null ? null : stepOf();
    press = place === null || step === null ? null : { ...place, step };
  };
  /** Whether the press that ends at a place was dropped. */
  const isDropped = (place: Place, double: number): boolean => {
    const [last, now] = [before, press];
    if (now === null) return false;
    before = now;
    press = null;
    const isDouble = last !== null && distance(now, last) < double;
    return distance(now, place) < STILL && !isDouble && stepOf() === now.step;
  };
  const on = {
    mousedown: (event: MouseEvent) =>
      event.isTrusted && down(event.button === 0 ? placeOf(event) : null),
    touchstart: (event: TouchEvent) => {
      const [touch, other] = event.touches;
      if (event.isTrusted) down(touch && !other ? placeOf(touch) : null);
    },
  };
  const onMouseUp = (event: MouseEvent) => {
    if (!event.isTrusted || !isDropped(placeOf(event), DOUBLE.mouse) || !event.target) return;
    pressAgain(event.target, placeOf(event));
  };
  const onTouchEnd = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    if (!event.isTrusted || !touch || !isDropped(placeOf(touch), DOUBLE.touch)) return;
    tapAgain(touch.target, placeOf(touch));
  };
  dom.addEventListener('mousedown', on.mousedown, true);
  dom.addEventListener('touchstart', on.touchstart, { capture: true, passive: true });
  // The library listens at the document's root, so these come after it.
  window.addEventListener('mouseup', onMouseUp);
  window.addEventListener('touchend', onTouchEnd);
  return () => {
    dom.removeEventListener('mousedown', on.mousedown, true);
    dom.removeEventListener('touchstart', on.touchstart, true);
    window.removeEventListener('mouseup', onMouseUp);
    window.removeEventListener('touchend', onTouchEnd);
  };
}
