/** Search and choose an instrument; arrow keys move, Enter opens. */

import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { arrowTarget } from '../../../components/arrow-keys.ts';
import { CoinMark } from '../../../components/coin-mark.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { compareText } from '../../../data/decimal.ts';
import { compact, direction, price, signedPercent } from '../../../data/format.ts';
import { type Instrument, useInstruments } from '../../../data/state/instruments.ts';
import { type Ticker, useTickers } from '../../../data/state/tickers.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { useSpotPath } from '../../../platform/routes/use-spot-path.ts';
import { useFavourites } from '../../../platform/storage/favourites.ts';
import { matchesSearch } from '../../markets/market-list.ts';

interface Row {
  readonly instrument: Instrument;
  readonly ticker: Ticker | undefined;
}

function useRows(search: string): readonly Row[] {
  const instruments = useInstruments();
  const favourites = useFavourites();
  const symbols = useMemo(() => [...(instruments.data?.keys() ?? [])], [instruments.data]);
  const tickers = useTickers(symbols);
  const rows = [...(instruments.data?.values() ?? [])]
    .filter((instrument) => matchesSearch(instrument, search))
    .map((instrument) => ({ instrument, ticker: tickers.rows.get(instrument.symbol) }));
  const star = (row: Row) => (favourites.has(row.instrument.symbol) ? 1 : 0);
  return rows.sort(
    (a, b) =>
      star(b) - star(a) ||
      compareText(b.ticker?.quoteVolume ?? '0', a.ticker?.quoteVolume ?? '0') ||
      a.instrument.symbol.localeCompare(b.instrument.symbol),
  );
}

/** The picker's dialog. */
export function InstrumentPicker(props: {
  readonly current: string;
  readonly onClose: () => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const spotPath = useSpotPath();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const rows = useRows(search);
  const open = (symbol: string) => {
    props.onClose();
    navigate(spotPath(symbol));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = arrowTarget(event.key, active, rows.length, 'list');
    const chosen = rows[active];
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen !== undefined) open(chosen.instrument.symbol);
  };
  return (
    <Dialog title={t('picker.title')} onClose={props.onClose}>
      <label className="input-box picker-search">
        <Icon name="search" />
        <span className="visually-hidden">{t('markets.search')}</span>
        <input
          data-first-focus
          role="combobox"
          aria-expanded="true"
          aria-controls="picker-list"
          aria-activedescendant={`picker-${rows[active]?.instrument.symbol ?? 'none'}`}
          placeholder={t('markets.search')}
          value={search}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setSearch(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {rows.length === 0 && <EmptyState />}
      <div
        className="picker-list"
        id="picker-list"
        ref={list}
        role="listbox"
        tabIndex={-1}
        aria-label={t('picker.title')}
      >
        {rows.map((row, index) => (
          <PickerRow
            key={row.instrument.symbol}
            row={row}
            active={index === active}
            onOpen={open}
          />
        ))}
      </div>
    </Dialog>
  );
}

function PickerRow(props: {
  readonly row: Row;
  readonly active: boolean;
  readonly onOpen: (symbol: string) => void;
}) {
  const { instrument, ticker } = props.row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the search field
    <div
      id={`picker-${instrument.symbol}`}
      role="option"
      tabIndex={-1}
      aria-selected={props.active}
      className="picker-row"
      onClick={() => props.onOpen(instrument.symbol)}
    >
      <CoinMark coin={instrument.base} />
      <span className="picker-name">
        <strong>{instrument.base}</strong>
        <span className="muted">/{instrument.quote}</span>
        <span className="picker-volume">{compact(ticker?.quoteVolume)}</span>
      </span>
      <span className="num">{price(ticker?.last, instrument.priceScale)}</span>
      <span className={`num picker-change ${direction(ticker?.change)}`}>
        {signedPercent(ticker?.change)}
      </span>
    </div>
  );
}
