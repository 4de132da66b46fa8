/** A picture with a cursor that pointer and keyboard move, and that says what is under it. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

/** Steps of the keys that move far. */
const FAR = 10;

/** Where a key leads among `count` places; null for other keys. */
export function cursorTarget(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: FAR,
    PageDown: -FAR,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}

/** The place that is nearest to a part of the width. @param places ascending, parts of the width */
export function nearest(places: readonly number[], part: number): number {
  let best = 0;
  for (const [i, place] of places.entries()) {
    if (Math.abs(place - part) < Math.abs((places[best] ?? 0) - part)) best = i;
  }
  return best;
}

/** Room above and below what is drawn, where the ends of the scale are written; parts of the height. */
const INSET = 0.12;

/** A height of what is drawn as one of the whole box. */
export function insetHeight(height: number): number {
  return INSET + height * (1 - 2 * INSET);
}

/**
 * The picture. Time runs from left to right in every language. While nobody points, the last place is told.
 * @param props.places where things are, parts of the width
 */
export function Picture(props: {
  readonly label: string;
  readonly places: readonly number[];
  /** The highest value and the lowest; absent where all are the same. */
  readonly scale?: readonly string[] | undefined;
  /** The first time and the last. */
  readonly times: readonly string[];
  readonly tell: (index: number) => { readonly spoken: string; readonly shown: ReactNode };
  /** What is drawn; its height is the box's. */
  readonly children: ReactNode;
  /** Where the cursor has a dot, part of the height; null = it has none. */
  readonly dot: (index: number) => number | null;
  readonly className?: string;
}) {
  const { label, places, scale, times, tell, dot, className = '' } = props;
  const [pointed, point] = useState<number | null>(null);
  const last = places.length - 1;
  const index = Math.min(pointed ?? last, last);
  const told = tell(index);
  const height = dot(index);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = cursorTarget(event.key, index, places.length);
    if (target === null) return;
    event.preventDefault();
    point(target);
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    point(nearest(places, width === 0 ? 1 : (event.clientX - left) / width));
  };
  return (
    <div className={`curve-picture ${className}`}>
      <p className="curve-readout num">{told.shown}</p>
      <div
        className="curve-box"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={places.length}
        aria-valuenow={index + 1}
        aria-valuetext={told.spoken}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => point(null)}
        onBlur={() => point(null)}
      >
        {props.children}
        {scale !== undefined && (
          <>
            <span className="curve-end" style={{ bottom: `${insetHeight(1) * 100}%` }}>
              {scale[0]}
            </span>
            <span className="curve-end" style={{ top: `${insetHeight(1) * 100}%` }}>
              {scale[1]}
            </span>
          </>
        )}
        <span
          className="curve-cursor"
          data-pointed={pointed !== null}
          style={{ left: `${(places[index] ?? 0) * 100}%` }}
        >
          {height !== null && <i style={{ top: `${height * 100}%` }} />}
        </span>
      </div>
      <p className="curve-times" dir="ltr">
        <bdi>{times[0]}</bdi>
        {times[1] !== times[0] && <bdi>{times[1]}</bdi>}
      </p>
    </div>
  );
}
