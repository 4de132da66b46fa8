/** A dialog whose form is sent, and the fields of money that such forms have. */

import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { amount } from '../../data/format.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useSending } from './use-sending.ts';

const COIN_DIGITS = 8;

/** What a dialog is opened with. */
export interface Ends {
  readonly onClose: () => void;
  /** After something changed. */
  readonly onDone: () => void;
}

/** What is wrong with a field; undefined = nothing. */
export type Wrong = (field: string) => string | undefined;

/** The dialog. */
export function SendingDialog(
  props: Ends & {
    readonly title: string;
    readonly wide?: boolean;
    /** Fields on screen, as refusal-table.ts calls those of requests. */
    readonly fields: readonly string[];
    /** Of the button that sends it; absent: "Save". */
    readonly confirm?: string;
    readonly look?: 'primary' | 'danger';
    readonly send: () => Promise<unknown>;
    readonly children: (wrong: Wrong) => ReactNode;
  },
) {
  const { title, wide = false, fields, onClose, onDone, children } = props;
  const { busy, refusal, at, send } = useSending(fields, () => {
    onDone();
    onClose();
  });
  return (
    <Dialog wide={wide} title={title} onClose={onClose}>
      <form
        className="copy-form"
        noValidate
        onSubmit={(event) => submitForm(event, () => send(props.send))}
      >
        {children(at)}
        <FormEnd
          {...{ refusal, busy, onClose }}
          {...(props.confirm !== undefined && { confirm: props.confirm })}
          look={props.look ?? 'primary'}
        />
      </form>
    </Dialog>
  );
}

/** How much, and how much there is. Requests call it `size`. */
export function MoneyField(props: {
  readonly coin: string;
  readonly value: string;
  readonly available: string | undefined;
  readonly wrong: Wrong;
  readonly onChange: (value: string) => void;
}) {
  const t = useT();
  const { coin, value, available, wrong, onChange } = props;
  return (
    <>
      <NumberField
        label={t('order.size')}
        value={value}
        unit={coin}
        scale={COIN_DIGITS}
        error={wrong('size')}
        onChange={onChange}
      />
      <p className="muted copy-note">
        {t('order.available')}:{' '}
        <bdi dir="ltr">
          {amount(available)} {coin}
        </bdi>
      </p>
    </>
  );
}
