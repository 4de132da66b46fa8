/** The form that sets or changes an alert. */

import { ALERT_CONDITIONS, ALERT_NOTE_MAX, ALERT_PRICES } from '@halcyon/domain';
import type { AlertRow } from '@halcyon/domain/web';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { useRefusal } from '../../components/use-refusal.ts';
import { amountError } from '../../data/amount-error.ts';
import { compareText, trimZeros } from '../../data/decimal.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useSession } from '../../data/state/session.ts';
import { useTicker } from '../../data/state/tickers.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { WordField } from '../desk/order-form/word-field.tsx';
import { CONDITION_WORDS, PRICE_WORDS } from './alert-text.ts';
import { type AlertFields, settingOf } from './alerts-api.ts';
import { useAlertActs } from './use-alerts.ts';

interface Props {
  readonly instrument: InstrumentInfo;
  /** The one that is changed; null = a new one is set. */
  readonly row: AlertRow | null;
  /** No more may wait. */
  readonly full: boolean;
  readonly onDone: (row: AlertRow) => void;
  readonly onCancel: () => void;
}

/** Whether the price is at the level already, or beyond it. */
function isThere({ condition, level }: AlertFields, now: string): boolean {
  if (now === '') return false;
  const way = compareText(now, level);
  return condition === 'above' ? way >= 0 : condition === 'below' ? way <= 0 : way === 0;
}

/** What is wrong with the level, and what is said of it where nothing is. @param now the price; '' = not known */
function useLevelNote(instrument: InstrumentInfo, said: AlertFields, now: string) {
  const t = useT();
  const wrong = amountError(t, said.level, instrument.priceDigits, t('order.price'));
  if (wrong !== undefined) return { wrong };
  // It could not be said from where the price comes.
  if (said.condition === 'crosses' && now === '') return { wrong: t('desk.noPrice') };
  if (!isThere(said, now)) return {};
  if (said.condition === 'crosses') return { wrong: t('alerts.there') };
  return { note: t('alerts.firesNow') };
}

function useSend({ instrument, row, onDone }: Props, said: AlertFields) {
  const acts = useAlertActs();
  const [busy, setBusy] = useState(false);
  const refusing = useRefusal(['level', 'note', 'condition']);
  const send = async () => {
    setBusy(true);
    refusing.clear();
    try {
      const setting = { ...said, level: trimZeros(said.level) };
      onDone(await (row === null ? acts.set(instrument, setting) : acts.change(row.id, setting)));
    } catch (error) {
      refusing.refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { ...refusing, busy, send };
}

/** A line of one's own about what is to be done then. */
function NoteField(props: { readonly value: string; readonly onChange: (note: string) => void }) {
  const t = useT();
  const id = useId();
  return (
    <div className="input-box alert-note">
      <label className="input-prefix" htmlFor={id}>
        {t('alerts.note')}
      </label>
      <input
        id={id}
        dir="auto"
        autoComplete="off"
        maxLength={ALERT_NOTE_MAX}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </div>
  );
}

/** The form. */
export function AlertForm(props: Props) {
  const t = useT();
  const { instrument, row, full, onCancel } = props;
  const { user } = useSession();
  const [chosen, choose] = useState<AlertFields>(() =>
    row === null
      ? { price: 'last', condition: 'crosses', level: '', note: '', mail: false }
      : { ...settingOf(row), level: trimZeros(row.level) },
  );
  const [touched, touch] = useState(row !== null);
  const now = useTicker(instrument)?.[chosen.price] ?? '';
  // A new one begins at the price, which comes a moment later on a page that has just opened.
  const said = touched ? chosen : { ...chosen, level: now };
  const [tried, setTried] = useState(false);
  const { wrong, note } = useLevelNote(instrument, said, now);
  const { refusal, at, clear, busy, send } = useSend(props, said);
  const change = (part: Partial<AlertFields>) => {
    clear();
    if (part.level !== undefined) touch(true);
    choose({ ...said, ...part });
  };
  const submit = async () => {
    setTried(true);
    if (wrong === undefined) await send();
  };
  // Nothing of simulation trading is mailed, and a guest has no address.
  const mailed = !SIMULATING && user?.guest !== true;
  return (
    <form className="alert-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
      <NumberField
        label={t('order.price')}
        unit={instrument.quote}
        scale={instrument.priceDigits}
        value={said.level}
        onChange={(level) => change({ level })}
        error={(tried ? wrong : undefined) ?? at('level') ?? at('condition')}
      />
      <WordField
        label={t('alerts.when')}
        words={ALERT_CONDITIONS}
        value={said.condition}
        nameOf={(condition) => t(CONDITION_WORDS[condition])}
        onChoose={(condition) => change({ condition })}
      />
      {instrument.product === 'futures' && (
        <WordField
          label={t('alerts.of')}
          words={ALERT_PRICES}
          value={said.price}
          nameOf={(price) => t(PRICE_WORDS[price])}
          onChoose={(price) => change({ price })}
        />
      )}
      <NoteField value={said.note} onChange={(text) => change({ note: text })} />
      {mailed && (
        <label className="check">
          <input
            type="checkbox"
            checked={said.mail}
            onChange={({ target }) => change({ mail: target.checked })}
          />
          {t('alerts.mail')}
        </label>
      )}
      {note !== undefined && <p className="field-hint">{note}</p>}
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="alert-form-end">
        {row !== null && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
        <Button look="primary" type="submit" busy={busy} disabled={row === null && full}>
          {t(row === null ? 'alerts.set' : 'action.save')}
        </Button>
      </div>
    </form>
  );
}
