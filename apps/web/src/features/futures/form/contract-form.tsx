/** The order form of a contract: settings, fields, and both sides with what each would mean. */

import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { errorText } from '../../../data/rest/error-text.ts';
import { usePause } from '../../../data/state/paper-pauses.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { moreMessages } from '../../../platform/locale/locale.ts';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import type { FormProps } from '../../terminal/product-parts.ts';
import { FreeMargin } from '../account/free-margin.tsx';
import { SettingsRow } from '../settings/settings-row.tsx';
import { ContractPriceFields, ContractSizeField, ContractTermsFields } from './contract-fields.tsx';
import { ContractSides } from './contract-sides.tsx';
import { type ContractFormModel, KINDS, useContractForm } from './use-contract-form.ts';
import '../../desk/order-form/order-form.css';
import './contract-form.css';

const PauseNote = lazyPart(async () => {
  const [part] = await Promise.all([import('../../simulation/pause-note.tsx'), moreMessages()]);
  return part.PauseNote;
}, 0);

const ContractConfirm = lazyPart(async () => {
  const part = await import('./contract-confirm.tsx');
  return part.ContractConfirm;
}, 0);

const OPEN_STATES: readonly string[] = ['online', 'normal', 'listed', ''];

function KindRow({ model }: { readonly model: ContractFormModel }) {
  const t = useT();
  return (
    <fieldset className="order-kinds">
      <legend className="visually-hidden">{t('order.kind')}</legend>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="tab"
          aria-pressed={kind === model.draft.kind}
          onClick={() => model.set({ kind })}
        >
          {t(`order.kind.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** What keeps the contract from opening positions now. */
function StateNote({ model }: { readonly model: ContractFormModel }) {
  const t = useT();
  const { instrument, account } = model.market;
  if (account?.stale === true) {
    return (
      <p className="order-notice" role="status">
        {t('futures.stale')}
      </p>
    );
  }
  if (OPEN_STATES.includes(instrument.status)) return null;
  return (
    <p className="order-notice" role="status">
      {t('futures.limited', { status: instrument.status })}
    </p>
  );
}

function IntentRow({ model }: { readonly model: ContractFormModel }) {
  const t = useT();
  if (!model.hedge) return null;
  return (
    <Segments
      label={t('futures.intent')}
      value={model.draft.intent}
      onChange={(intent) => model.set({ intent, size: '' })}
      items={[
        { key: 'open', label: t('futures.open') },
        { key: 'close', label: t('futures.close') },
      ]}
    />
  );
}

/** Enter in a number of the form itself sends it, or leads to what is wrong in it. */
function onEnter(event: KeyboardEvent<HTMLElement>, send: () => void): void {
  const field = event.target as HTMLElement;
  if (event.key !== 'Enter' || event.repeat) return;
  if (!field.matches('.number-input') || field.closest('dialog') !== null) return;
  event.preventDefault();
  flushSync(send);
  event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** The form of one contract. */
export function ContractForm({ instrument, onPlaced }: FormProps) {
  const t = useT();
  const model = useContractForm(instrument, onPlaced);
  const { account } = model.market;
  const paused = usePause(instrument);
  return (
    <>
      {/* No form element: it has two buttons of equal weight, and dialogs with forms of their own. */}
      <section
        id="order-form"
        tabIndex={-1}
        className="order-form"
        aria-label={t('order.title')}
        onKeyDown={(event) => onEnter(event, model.enter)}
      >
        <SettingsRow symbol={instrument.symbol} account={account} />
        <IntentRow model={model} />
        <KindRow model={model} />
        {SIMULATING && <PauseNote instrument={instrument} />}
        {/* Where nothing is traded at all, that is all there is to say. */}
        {paused === undefined && <StateNote model={model} />}
        {model.fault !== null && (
          <ErrorState message={errorText(t, model.fault)} onRetry={model.retry} />
        )}
        {model.draft.kind === 'trailing' && <p className="field-hint">{t('order.trailingHint')}</p>}
        <FreeMargin account={account} />
        <ContractPriceFields model={model} />
        <ContractSizeField model={model} />
        <ContractTermsFields model={model} />
        <ContractSides model={model} />
      </section>
      {model.asking !== null && <ContractConfirm model={model} side={model.asking} />}
    </>
  );
}
