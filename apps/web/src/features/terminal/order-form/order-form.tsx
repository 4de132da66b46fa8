/** The order form: side, kind, fields, share of the balance, figures, and one clear button. */

import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { Segments } from '../../../components/tabs.tsx';
import { amount } from '../../../data/format.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { AuthLink } from '../../auth/auth-link.tsx';
import { CrossingNote } from '../crossing-note.tsx';
import type { FormProps } from '../product-parts.ts';
import type { OrderKind } from './draft.ts';
import { ForceSelect } from './force-select.tsx';
import { AttachedFields, PriceFields, SizeField } from './form-fields.tsx';
import { FormFigures, PercentSlider } from './form-figures.tsx';
import { type OrderFormModel, useOrderForm } from './use-order-form.ts';
import './order-form.css';

const PauseNote = lazyPart(async () => {
  const part = await import('../../simulation/pause-note.tsx');
  return part.PauseNote;
}, 0);

const OrderConfirm = lazyPart(async () => {
  const part = await import('./order-confirm.tsx');
  return part.OrderConfirm;
}, 0);

const KINDS: readonly OrderKind[] = ['limit', 'market', 'trigger', 'oco', 'trailing'];
const OPEN_STATES: readonly string[] = ['online', 'gray', 'normal', ''];
const ADD_FUNDS = SIMULATING ? 'paper.addFunds' : 'order.addFunds';

function KindRow({ model }: { readonly model: OrderFormModel }) {
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
          onClick={() => model.set({ kind, size: '' })}
        >
          {t(`order.kind.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** A balance that may not be known yet. */
function held(available: string | null, scale: number, coin = ''): string {
  return available === null ? '–' : `${amount(available, scale)} ${coin}`.trimEnd();
}

function Available({ model }: { readonly model: OrderFormModel }) {
  const t = useT();
  const { market, draft, trader } = model;
  const { base, quote, quoteScale, sizeScale } = market.instrument;
  const buy = draft.side === 'buy';
  const text = buy
    ? held(market.availableQuote, quoteScale, quote)
    : held(market.availableBase, sizeScale, base);
  return (
    <p className="order-line">
      <span className="muted">{t('order.available')}</span>
      <span className="order-available">
        <span className="num">{trader === 'nobody' ? '–' : text}</span>
        {trader === 'account' && (
          <Link to={PATHS.spotAssets} className="order-fund" title={t(ADD_FUNDS)}>
            <Icon name="plus" size={14} />
            <span className="visually-hidden">{t(ADD_FUNDS)}</span>
          </Link>
        )}
      </span>
    </p>
  );
}

function SubmitArea({ model }: { readonly model: OrderFormModel }) {
  const t = useT();
  const { draft, market, trader } = model;
  if (trader === 'nobody') {
    return (
      <>
        <AuthLink page="login" look="primary" large block>
          {t('order.login')}
        </AuthLink>
        <AuthLink page="register" look="link" className="order-signup">
          {t('order.noAccount')}
        </AuthLink>
      </>
    );
  }
  const label = t(`order.submit.${draft.side}`, { coin: market.instrument.base });
  return (
    <>
      {model.refusal !== '' && (
        <p className="order-refusal" role="alert">
          {model.refusal}
        </p>
      )}
      <Button type="submit" look={draft.side} large block busy={model.busy}>
        {label}
      </Button>
      {trader === 'guest' && <p className="field-hint">{t('paper.firstOrder')}</p>}
    </>
  );
}

/** The form of one instrument. */
export function OrderForm({ instrument, initialSide, onPlaced }: FormProps) {
  const t = useT();
  const model = useOrderForm({ instrument, initialSide, onPlaced });
  const { draft } = model;
  const closed = !OPEN_STATES.includes(instrument.status);
  return (
    <>
      <form
        id="order-form"
        tabIndex={-1}
        className="order-form"
        onSubmit={(event) => submitForm(event, model.submit)}
        noValidate
        aria-label={t('order.title')}
      >
        <Segments
          label={t('order.side')}
          className="order-side"
          value={draft.side}
          onChange={(side) => model.set({ side, size: '' })}
          items={[
            { key: 'buy', label: t('order.buy') },
            { key: 'sell', label: t('order.sell') },
          ]}
        />
        <KindRow model={model} />
        {SIMULATING && <PauseNote instrument={instrument} />}
        {closed && (
          <p className="order-notice">{t('order.closed', { status: instrument.status })}</p>
        )}
        {draft.kind === 'oco' && <p className="field-hint">{t('order.ocoHint')}</p>}
        {draft.kind === 'trailing' && <p className="field-hint">{t('order.trailingHint')}</p>}
        <Available model={model} />
        <PriceFields model={model} />
        {model.crossing === 'far' && (
          <CrossingNote
            crossing="far"
            side={draft.side}
            best={model.best}
            instrument={instrument}
          />
        )}
        <SizeField model={model} />
        <PercentSlider model={model} />
        {draft.kind === 'limit' && <AttachedFields model={model} />}
        {draft.kind === 'limit' && (
          <ForceSelect value={draft.force} onChange={(force) => model.set({ force })} />
        )}
        <FormFigures model={model} />
        <SubmitArea model={model} />
      </form>
      {model.asking && <OrderConfirm model={model} />}
    </>
  );
}
