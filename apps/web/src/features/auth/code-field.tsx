/** The field for a code of an authenticator app, which phones offer to fill; a backup code fits too. */

import { useEffect } from 'react';
import { TextField } from '../../components/text-field.tsx';
import { useT } from '../../platform/locale/intl.tsx';

/** The field. @param props.label absent: "Code" */
export function CodeField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly label?: string;
  readonly hint?: string | undefined;
  /** Whether it comes to a form that was sent without it: then it is what its person has to fill in. */
  readonly comes?: boolean;
}) {
  const t = useT();
  const { comes = false } = props;
  useEffect(() => {
    if (comes) document.querySelector<HTMLElement>('.auth-form input[name="code"]')?.focus();
  }, [comes]);
  return (
    <TextField
      label={props.label ?? t('auth.code')}
      name="code"
      autoComplete="one-time-code"
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      hint={props.hint}
    />
  );
}
