/** Instrument, last price and the figures of its product, with the instrument picker. */

import { lazy, Suspense, useState } from 'react';
import { CoinMark } from '../../../components/coin-mark.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { direction, price, signedPercent } from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { listedKey } from '../../../data/state/product.ts';
import { useSession } from '../../../data/state/session.ts';
import { useStaleTickers, useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { panelPath } from '../../../platform/routes/paths.ts';
import { toggleFavourite, useFavourites } from '../../../platform/storage/favourites.ts';
import { instrumentName } from '../instrument-name.ts';
import { PopOut } from '../panels/pop-out.tsx';
import type { ProductParts } from '../product-parts.ts';
import { LinkBadge } from './link-badge.tsx';
import './bar.css';

const InstrumentPicker = lazy(async () => ({
  default: (await import('./instrument-picker.tsx')).InstrumentPicker,
}));

function Star({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const key = listedKey(instrument);
  const starred = useFavourites().has(key);
  return (
    <button
      type="button"
      className={`star ${starred ? 'starred' : ''}`}
      aria-pressed={starred}
      aria-label={t('markets.star', { symbol: instrument.symbol })}
      onClick={() => toggleFavourite(key)}
    >
      <Icon name="star" size={18} filled={starred} />
    </button>
  );
}

interface Props {
  readonly instrument: InstrumentInfo;
  readonly parts: Pick<ProductParts, 'Figures' | 'Desk'>;
}

/** The row above the terminal's panels. */
export function InstrumentBar({ instrument, parts }: Props) {
  const t = useT();
  const { product, symbol } = instrument;
  const ticker = useTicker(instrument);
  const stale = useStaleTickers(product);
  const { user } = useSession();
  const [picking, setPicking] = useState(false);
  const pair = instrumentName(instrument);
  const last = price(ticker?.last, instrument.priceScale);
  const title = ticker === undefined ? pair : `${last} ${pair}`;
  useTitle(`${title} | Halcyon`, t('meta.terminal', { pair }));
  const way = direction(ticker?.change);
  return (
    <section
      className={`bar panel ${stale ? 'is-stale' : ''}`}
      aria-label={t('bar.title', { pair })}
    >
      <Star instrument={instrument} />
      <button
        type="button"
        className="bar-pair"
        aria-haspopup="dialog"
        onClick={() => setPicking(true)}
      >
        <CoinMark coin={instrument.base} size={24} />
        <h1>{pair}</h1>
        {product === 'futures' && <span className="badge">{t('nav.perpetual')}</span>}
        <Icon name="chevron" />
      </button>
      {picking && (
        <Suspense>
          <InstrumentPicker current={instrument} onClose={() => setPicking(false)} />
        </Suspense>
      )}
      <p className={`bar-last num ${way}`}>
        {last}
        <span className="bar-change">{signedPercent(ticker?.change)}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <section className="bar-scroll" tabIndex={0} aria-label={t('bar.figures')}>
        <dl className="bar-figures">
          <parts.Figures instrument={instrument} />
        </dl>
      </section>
      {product === 'spot' && (
        <PopOut path={panelPath('tradeInfo', symbol)} name={t('info.titleOf', { pair })} />
      )}
      {user !== null && user.guest !== true && <parts.Desk instrument={instrument} />}
      <LinkBadge />
    </section>
  );
}
