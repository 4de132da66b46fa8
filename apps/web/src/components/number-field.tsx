/** A decimal input for trading forms: label inside, unit at the end, arrow keys and the wheel step. */

import { useEffect, useId, useRef, useState } from 'react';
import { parseTruncated, toText, trimZeros } from '../data/decimal.ts';
import { numberSigns } from '../data/format.ts';
import { fieldText, keptText } from '../data/typed-number.ts';

interface Props {
  readonly label: string;
  /** A plain decimal, or what `onChange` gave. */
  readonly value: string;
  /** Gets '', a plain decimal, or a text that no check takes for one. */
  readonly onChange: (value: string) => void;
  readonly onFocus?: () => void;
  readonly unit?: string;
  /** Decimals of one step; arrow keys and the wheel move by one, with Shift by ten, with Alt by a hundred. */
  readonly scale: number;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** `value` moved by `steps` steps of the scale; never below zero. */
export function stepped(value: string, scale: number, steps: number): string {
  const units = parseTruncated(value, scale) ?? 0n;
  const moved = units + BigInt(steps);
  return trimZeros(toText(moved < 0n ? 0n : moved, scale));
}

/**
 * The text on screen. It stays as typed until the field is left, or its value changes otherwise; then
 * it is the value as the language writes it.
 */
function useTyped({ value, onChange }: Props) {
  const [typed, setTyped] = useState({ text: '', kept: '' });
  const show = (text: string) => {
    const kept = keptText(text, numberSigns());
    setTyped({ text, kept });
    onChange(kept);
  };
  const text = typed.kept === value ? typed.text : fieldText(value, numberSigns());
  const settle = () => setTyped({ text: fieldText(value, numberSigns()), kept: value });
  return { text, show, settle };
}

type Stepping = Pick<KeyboardEvent | WheelEvent, 'altKey' | 'shiftKey' | 'preventDefault'>;

/** A wheel turns so far for a step, pixels: a notch of a mouse. */
const NOTCH_PX = 100;

/** Steps the value while the field has the focus; the page does not scroll under the wheel then. */
function useSteps({ value, scale, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  /** The value as of the last step: several may come before a render. */
  const stood = useRef(value);
  stood.current = value;
  const step = (way: number, event: Stepping) => {
    if (way === 0) return;
    event.preventDefault();
    stood.current = stepped(
      stood.current,
      scale,
      way * (event.altKey ? 100 : event.shiftKey ? 10 : 1),
    );
    onChange(stood.current);
  };
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const field = input.current;
    let turned = 0;
    const turn = (event: WheelEvent) => {
      // With Ctrl the page is zoomed.
      if (field !== document.activeElement || event.ctrlKey) return;
      event.preventDefault();
      // With Shift a wheel turns sideways; else that is a swipe.
      const { deltaY, deltaX, deltaMode, shiftKey } = event;
      const delta = shiftKey ? deltaY || deltaX : deltaY;
      turned -= deltaMode === WheelEvent.DOM_DELTA_PIXEL ? delta : Math.sign(delta) * NOTCH_PX;
      const notches = Math.trunc(turned / NOTCH_PX);
      turned -= notches * NOTCH_PX;
      latest.current(notches, event);
    };
    // React's own listener may not keep the page from scrolling.
    field?.addEventListener('wheel', turn, { passive: false });
    return () => field?.removeEventListener('wheel', turn);
  }, []);
  return { input, step };
}

/** The field. */
export function NumberField(props: Props) {
  const { label, unit, error, disabled = false, placeholder } = props;
  const id = useId();
  const { text, show, settle } = useTyped(props);
  const { input, step } = useSteps(props);
  return (
    <div className="number-field">
      <div className={`input-box ${error !== undefined ? 'invalid' : ''}`}>
        <label className="input-prefix" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          ref={input}
          className="number-input"
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={text}
          disabled={disabled}
          placeholder={placeholder ?? ''}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => show(event.target.value)}
          onKeyDown={(event) =>
            step(event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0, event)
          }
          onFocus={props.onFocus}
          onBlur={settle}
        />
        {unit !== undefined && <span className="input-suffix unit">{unit}</span>}
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
