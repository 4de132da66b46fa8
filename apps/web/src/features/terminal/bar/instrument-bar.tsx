/** Instrument, last price and the 24 h figures, with the instrument picker. */

import { lazy, Suspense, useState } from 'react';
import { CoinMark } from '../../../components/coin-mark.tsx';
import { Icon } from '../../../components/icon.tsx';
import { compact, direction, price, signedPercent } from '../../../data/format.ts';
import type { Instrument } from '../../../data/state/instruments.ts';
import { useStaleTickers, useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { panelPath } from '../../../platform/routes/paths.ts';
import { toggleFavourite, useFavourites } from '../../../platform/storage/favourites.ts';
import { useTitle } from '../../shell/use-title.ts';
import { PopOut } from '../panels/pop-out.tsx';
import { LinkBadge } from './link-badge.tsx';
import './bar.css';

const InstrumentPicker = lazy(async () => ({
  default: (await import('./instrument-picker.tsx')).InstrumentPicker,
}));

function Star({ symbol }: { readonly symbol: string }) {
  const t = useT();
  const starred = useFavourites().has(symbol);
  return (
    <button
      type="button"
      className={`star ${starred ? 'starred' : ''}`}
      aria-pressed={starred}
      aria-label={t('markets.star', { symbol })}
      onClick={() => toggleFavourite(symbol)}
    >
      <Icon name="star" size={18} filled={starred} />
    </button>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="bar-figure">
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** The row above the terminal's panels. */
export function InstrumentBar({ instrument }: { readonly instrument: Instrument }) {
  const t = useT();
  const ticker = useTicker(instrument.symbol);
  const stale = useStaleTickers();
  const [picking, setPicking] = useState(false);
  const pair = `${instrument.base}/${instrument.quote}`;
  const last = price(ticker?.last, instrument.priceScale);
  const title = ticker === undefined ? pair : `${last} ${pair}`;
  useTitle(`${title} | Halcyon`, t('meta.terminal', { pair }));
  const way = direction(ticker?.change);
  return (
    <section
      className={`bar panel ${stale ? 'is-stale' : ''}`}
      aria-label={t('bar.title', { pair })}
    >
      <Star symbol={instrument.symbol} />
      <button
        type="button"
        className="bar-pair"
        aria-haspopup="dialog"
        onClick={() => setPicking(true)}
      >
        <CoinMark coin={instrument.base} size={26} />
        <h1>{pair}</h1>
        <Icon name="chevron" />
      </button>
      {picking && (
        <Suspense>
          <InstrumentPicker current={instrument.symbol} onClose={() => setPicking(false)} />
        </Suspense>
      )}
      <p className={`bar-last num ${way}`}>
        {last}
        <span className="bar-change-phone">{signedPercent(ticker?.change)}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <section className="bar-scroll" tabIndex={0} aria-label={t('bar.figures')}>
        <dl className="bar-figures">
          <div className="bar-figure bar-change">
            <dt>{t('bar.change')}</dt>
            <dd className={`num ${way}`}>{signedPercent(ticker?.change)}</dd>
          </div>
          <Figure label={t('bar.high')} value={price(ticker?.high, instrument.priceScale)} />
          <Figure label={t('bar.low')} value={price(ticker?.low, instrument.priceScale)} />
          <Figure
            label={t('bar.volume', { coin: instrument.base })}
            value={compact(ticker?.baseVolume)}
          />
          <Figure
            label={t('bar.volume', { coin: instrument.quote })}
            value={compact(ticker?.quoteVolume)}
          />
        </dl>
      </section>
      <PopOut
        path={panelPath('trade-info', instrument.symbol)}
        name={t('info.titleOf', { pair })}
      />
      <LinkBadge />
    </section>
  );
}
