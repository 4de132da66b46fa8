/** The dialog that amends an order or a plan of any product: its fields, what is wrong in them, and what is sent. */

import { Fragment, type ReactNode, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { useRefusal } from '../../../components/use-refusal.ts';
import { amountError } from '../../../data/amount-error.ts';
import { compareText, trimZeros } from '../../../data/decimal.ts';
import type { QueryKey } from '../../../data/query/query.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { useLimitsAfter } from '../../../data/state/instruments.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';

/** A field of what is amended. */
export interface AmendField<Name extends string> {
  readonly name: Name;
  /** What refusals call it. */
  readonly saidAt: string;
  readonly label: MessageId;
  readonly unit: string;
  /** Digits that the field shows. */
  readonly scale: number;
  /** Digits of the instrument's step; absent: those that it shows. */
  readonly digits?: number;
  /** As it is. */
  readonly before: string;
  /** What it is to become, where that was chosen before. */
  readonly chosen?: string | undefined;
  /** What is said under it. */
  readonly note?: (text: string) => ReactNode;
}

/** Texts of the fields. */
export type AmendTexts<Name extends string> = Readonly<Record<Name, string>>;

interface Props<Name extends string> {
  readonly fields: readonly AmendField<Name>[];
  /** Which order it is. */
  readonly head?: ReactNode;
  readonly hint?: MessageId;
  /** What is read again. */
  readonly changes: QueryKey;
  readonly send: (changed: Partial<AmendTexts<Name>>, all: AmendTexts<Name>) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Sends what was changed; where nothing was there is nothing to send. */
function useAmend<Name extends string>({ fields, changes, send, onClose }: Props<Name>) {
  const t = useT();
  const client = useQueryClient();
  const limitsAfter = useLimitsAfter();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(fields.map(({ saidAt }) => saidAt));
  const amend = async (all: AmendTexts<Name>) => {
    const differs = ({ name, before }: AmendField<Name>) => compareText(all[name], before) !== 0;
    const changed = fields.filter(differs).map(({ name }) => [name, all[name]]);
    if (changed.length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    clear();
    try {
      await send(Object.fromEntries(changed) as Partial<AmendTexts<Name>>, all);
      toast('success', t('orders.amended'));
      onClose();
    } catch (error) {
      refuse(error);
      limitsAfter(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: changes });
    }
  };
  return { busy, refusal, at, changed: clear, amend };
}

function textsOf<Name extends string>(
  fields: readonly AmendField<Name>[],
  textOf: (field: AmendField<Name>) => string,
): AmendTexts<Name> {
  return Object.fromEntries(fields.map((field) => [field.name, textOf(field)])) as AmendTexts<Name>;
}

/** The dialog. */
export function AmendForm<Name extends string>(props: Props<Name>) {
  const t = useT();
  const { fields, head, hint, onClose } = props;
  const [texts, setTexts] = useState(() =>
    textsOf(fields, ({ chosen, before }) => chosen ?? before),
  );
  const { busy, refusal, at, changed, amend } = useAmend(props);
  // What stays may be finer than a new order's: the instrument's steps were finer before.
  const wrong = ({ name, before, digits, scale, label }: AmendField<Name>) =>
    texts[name] === before ? undefined : amountError(t, texts[name], digits ?? scale, t(label));
  const submit = async () => {
    if (fields.some((field) => wrong(field) !== undefined)) return;
    await amend(textsOf(fields, ({ name }) => trimZeros(texts[name])));
  };
  return (
    <Dialog title={t('orders.amend')} onClose={onClose}>
      <form className="amend" onSubmit={(event) => submitForm(event, submit)} noValidate>
        {head}
        {fields.map((field) => (
          <Fragment key={field.name}>
            <NumberField
              label={t(field.label)}
              unit={field.unit}
              scale={field.scale}
              value={texts[field.name]}
              onChange={(text) => {
                changed();
                setTexts({ ...texts, [field.name]: text });
              }}
              error={wrong(field) ?? at(field.saidAt)}
            />
            {field.note?.(texts[field.name])}
          </Fragment>
        ))}
        {hint !== undefined && <p className="field-hint">{t(hint)}</p>}
        <FormEnd refusal={refusal} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
