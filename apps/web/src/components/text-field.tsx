/** A labelled text input with hint and error. */

import { type HTMLAttributes, type HTMLInputTypeAttribute, useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name: string;
  readonly type?: HTMLInputTypeAttribute;
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** The field; the error takes the hint's place. */
export function TextField(props: Props) {
  const id = useId();
  const { error, hint } = props;
  const note = error ?? hint;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      <div className={`input-box ${error === undefined ? '' : 'invalid'}`}>
        <input
          id={id}
          name={props.name}
          type={props.type ?? 'text'}
          autoComplete={props.autoComplete ?? 'off'}
          inputMode={props.inputMode}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={300}
          value={props.value}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? 'field-hint' : 'field-error'}>
          {note}
        </p>
      )}
    </div>
  );
}
