/** Dialogs of margin mode and position mode: two choices each, and what they mean. */

import { MarginMode } from '@halcyon/domain';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { setMarginMode, setPositionMode } from '../../../data/rest/contracts.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { useSetting } from './use-setting.ts';

interface Choice<K extends string> {
  readonly key: K;
  readonly label: MessageId;
  readonly text: MessageId;
}

function ChoiceDialog<K extends string>(props: {
  readonly title: MessageId;
  readonly choices: readonly Choice<K>[];
  readonly now: K;
  readonly send: (chosen: K) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const t = useT();
  const [chosen, setChosen] = useState(props.now);
  const { busy, refusal, save } = useSetting(props.onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === props.now) props.onClose();
    else save(() => props.send(chosen));
  };
  return (
    <Dialog title={t(props.title)} onClose={props.onClose}>
      <form className="setting-form" onSubmit={submit}>
        {props.choices.map(({ key, label, text }) => (
          <label key={key} className="setting-choice">
            <input
              type="radio"
              name="choice"
              checked={key === chosen}
              onChange={() => setChosen(key)}
            />
            <strong>{t(label)}</strong>
            <p>{t(text)}</p>
          </label>
        ))}
        <FormEnd refusal={refusal} busy={busy} onClose={props.onClose} />
      </form>
    </Dialog>
  );
}

/** Cross or isolated margin of one contract. */
export function MarginModeDialog(props: {
  readonly symbol: string;
  readonly account: ContractAccount;
  readonly onClose: () => void;
}) {
  const { marginMode } = props.account.contract.settings[0];
  return (
    <ChoiceDialog
      title="futures.marginMode"
      now={marginMode === MarginMode.isolated ? 'isolated' : 'crossed'}
      choices={[
        { key: 'crossed', label: 'futures.cross', text: 'futures.crossText' },
        { key: 'isolated', label: 'futures.isolated', text: 'futures.isolatedText' },
      ]}
      send={(chosen) => setMarginMode(props.symbol, chosen)}
      onClose={props.onClose}
    />
  );
}

/** One position a contract, or a long and a short one; of all contracts. */
export function PositionModeDialog(props: {
  readonly account: ContractAccount;
  readonly onClose: () => void;
}) {
  return (
    <ChoiceDialog
      title="futures.positionMode"
      now={props.account.hedge ? 'hedge_mode' : 'one_way_mode'}
      choices={[
        { key: 'one_way_mode', label: 'futures.oneWay', text: 'futures.oneWayText' },
        { key: 'hedge_mode', label: 'futures.hedge', text: 'futures.hedgeText' },
      ]}
      send={setPositionMode}
      onClose={props.onClose}
    />
  );
}
