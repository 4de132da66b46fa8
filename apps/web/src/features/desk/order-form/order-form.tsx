/** The order form: side, kind, fields, share of the balance, figures, and one clear button. */

import { useEffect } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { Segments } from '../../../components/tabs.tsx';
import { amount } from '../../../data/format.ts';
import { useSession } from '../../../data/state/session.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { moreMessages } from '../../../platform/locale/locale.ts';
import { PATHS } from '../../../platform/routes/paths.ts';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { AuthLink } from '../../auth/auth-link.tsx';
import type { FormProps } from '../../terminal/product-parts.ts';
import type { OrderKind } from './draft.ts';
import { ForceSelect } from './force-select.tsx';
import { AttachedFields, PriceFields, SizeField } from './form-fields.tsx';
import { FormFigures, PercentSlider } from './form-figures.tsx';
import {
  type OrderDesk,
  type OrderFormModel,
  useOrderForm,
  useSpotMarket,
} from './use-order-form.ts';
import './order-form.css';

const PauseNote = lazyPart(async () => {
  const [part] = await Promise.all([import('../../simulation/pause-note.tsx'), moreMessages()]);
  return part.PauseNote;
}, 0);

const CrossingNote = lazyPart(async () => (await import('./late-parts.ts')).CrossingNote, 0);
const OrderConfirm = lazyPart(async () => (await import('./late-parts.ts')).OrderConfirm, 0);

const OPEN_STATES: readonly string[] = ['online', 'gray', 'normal', ''];

/** The kinds, of one side or of both at once. */
function KindRow(props: {
  readonly kinds: readonly OrderKind[];
  readonly models: readonly OrderFormModel[];
}) {
  const t = useT();
  const { kinds, models } = props;
  return (
    <fieldset className="order-kinds">
      <legend className="visually-hidden">{t('order.kind')}</legend>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="tab"
          aria-pressed={kind === models[0]?.draft.kind}
          onClick={() => {
            for (const model of models) model.set({ kind, size: '' });
          }}
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
  const given = useSession().faucet ? 'order.addFunds' : 'nav.deposit';
  const add = t(SIMULATING ? 'paper.addFunds' : given);
  const text = buy
    ? held(market.availableQuote, quoteScale, quote)
    : held(market.availableBase, sizeScale, base);
  return (
    <p className="order-line">
      <span className="muted">{t('order.available')}</span>
      <span className="order-available">
        <span className="num">{trader === 'nobody' ? '–' : text}</span>
        {trader === 'account' && (
          <Link to={PATHS.spotAssets} className="order-fund" title={add}>
            <Icon name="plus" size={14} />
            <span className="visually-hidden">{add}</span>
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

/** What one may have to know of the market before typing. */
function Notes({ model }: { readonly model: OrderFormModel }) {
  const t = useT();
  const { market } = model;
  const { status } = market.instrument;
  return (
    <>
      {SIMULATING && <PauseNote instrument={market.instrument} />}
      {!OPEN_STATES.includes(status) && (
        <p className="order-notice">{t('order.closed', { status })}</p>
      )}
    </>
  );
}

/** Take profit and stop loss of a limit order. */
function SpotTerms({ model }: { readonly model: OrderFormModel }) {
  return model.draft.kind === 'limit' && <AttachedFields model={model} />;
}

/** Orders of the spot account. */
const SPOT_DESK: OrderDesk = {
  name: '',
  kinds: ['limit', 'market', 'trigger', 'oco', 'trailing'],
  useMarket: useSpotMarket,
  Available,
  Terms: SpotTerms,
};

interface DeskProps extends FormProps {
  readonly desk: OrderDesk;
}

/** Everything of one side, from what is available to its button. */
function SideFields(props: { readonly desk: OrderDesk; readonly model: OrderFormModel }) {
  const { desk, model } = props;
  const { draft, market, crossing, best } = model;
  return (
    <>
      <desk.Available model={model} />
      <PriceFields model={model} />
      {crossing === 'far' && (
        <CrossingNote crossing="far" side={draft.side} best={best} instrument={market.instrument} />
      )}
      <SizeField model={model} />
      <PercentSlider model={model} />
      <desk.Terms model={model} />
      {draft.kind === 'limit' && (
        <ForceSelect value={draft.force} onChange={(force) => model.set({ force })} />
      )}
      <FormFigures model={model} />
      <SubmitArea model={model} />
    </>
  );
}

/** The sides as a choice. */
function OneSide({ desk, instrument, initialSide, onPlaced }: DeskProps) {
  const t = useT();
  const model = useOrderForm({ desk, instrument, initialSide, onPlaced });
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
          value={model.draft.side}
          onChange={(side) => model.set({ side, size: '' })}
          items={[
            { key: 'buy', label: t('order.buy') },
            { key: 'sell', label: t('order.sell') },
          ]}
        />
        <KindRow kinds={desk.kinds} models={[model]} />
        <Notes model={model} />
        <SideFields desk={desk} model={model} />
      </form>
      {model.asking && <OrderConfirm model={model} />}
    </>
  );
}

/** Buy and sell beside each other, of one kind. */
function BothSides({ desk, instrument }: DeskProps) {
  const t = useT();
  const options = { desk, instrument, onPlaced: undefined, paired: true };
  const buy = useOrderForm({ ...options, initialSide: 'buy' });
  const sell = useOrderForm({ ...options, initialSide: 'sell' });
  const { kind } = buy.draft;
  const { set } = sell;
  // What was typed into one side only came back with a kind that the other does not have.
  useEffect(() => set({ kind }), [kind, set]);
  const asking = [buy, sell].find((model) => model.asking);
  return (
    <section id="order-form" tabIndex={-1} className="order-form" aria-label={t('order.title')}>
      <KindRow kinds={desk.kinds} models={[buy, sell]} />
      <Notes model={buy} />
      <div className="order-sides">
        {[buy, sell].map((model) => (
          <form
            key={model.draft.side}
            className="order-half"
            onSubmit={(event) => submitForm(event, model.submit)}
            noValidate
            aria-label={t(`order.${model.draft.side}`)}
          >
            <SideFields desk={desk} model={model} />
          </form>
        ))}
      </div>
      {asking !== undefined && <OrderConfirm model={asking} />}
    </section>
  );
}

/** The form of one instrument. */
export function OrderForm({ desk = SPOT_DESK, ...props }: FormProps & Partial<DeskProps>) {
  const all = { ...props, desk };
  return props.wide === true ? <BothSides {...all} /> : <OneSide {...all} />;
}
