/** A decimal input for trading forms: label inside, unit at the end, arrow keys step. */

import type { KeyboardEvent } from 'react';
import { useId } from 'react';
import { normaliseTyped, parseTruncated, toText, trimZeros } from '../data/decimal.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly unit?: string;
  /** Decimals of one step; arrow keys move by one, with Shift by ten, with Alt by a hundred. */
  readonly scale: number;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** `value` moved by `steps` steps of the scale; never below zero. */
export function stepped(value: string, scale: number, steps: number): string {
  const units = parseTruncated(normaliseTyped(value) ?? '0', scale) ?? 0n;
  const moved = units + BigInt(steps);
  return trimZeros(toText(moved < 0n ? 0n : moved, scale));
}

/** The field. Text stays as typed until the field is left; then it becomes a plain decimal. */
export function NumberField(props: Props) {
  const { label, value, onChange, unit, scale, error, disabled = false, placeholder } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    onChange(stepped(value, scale, way * (event.altKey ? 100 : event.shiftKey ? 10 : 1)));
  };
  const settle = () => {
    const plain = normaliseTyped(value);
    if (plain !== null && plain !== value) onChange(plain);
  };
  return (
    <div className="number-field">
      <div className={`input-box ${error !== undefined ? 'invalid' : ''}`}>
        <label className="input-prefix" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className="number-input"
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={value}
          disabled={disabled}
          placeholder={placeholder ?? ''}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
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
