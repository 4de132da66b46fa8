/** Search and choose an instrument; arrow keys move, Enter opens. */

import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { arrowTarget } from '../../../components/arrow-keys.ts';
import { CoinMark } from '../../../components/coin-mark.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { compareText } from '../../../data/decimal.ts';
import { compact, direction, price, signedPercent } from '../../../data/format.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { type InstrumentInfo, useInstruments } from '../../../data/state/instruments.ts';
import { type ListedInstrument, listedKey, type ProductName } from '../../../data/state/product.ts';
import { type Ticker, useTickers } from '../../../data/state/tickers.ts';
import { useTerminalPath } from '../../../data/state/use-terminal-path.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { useFavourites } from '../../../platform/storage/favourites.ts';
import { matchesSearch } from '../../markets/market-list.ts';
import { instrumentName } from '../instrument-name.ts';

interface Row {
  readonly instrument: InstrumentInfo;
  readonly ticker: Ticker | undefined;
}

const PRODUCTS: readonly ProductName[] = ['spot', 'futures'];
const NAMES = { spot: 'nav.spot', futures: 'nav.futures' } as const;

function useRows(search: string, product: ProductName): readonly Row[] {
  const listed = { spot: useInstruments().data, futures: useContracts().data }[product];
  const favourites = useFavourites();
  const symbols = useMemo(() => [...(listed?.keys() ?? [])], [listed]);
  const tickers = useTickers(symbols, product);
  const rows = [...(listed?.values() ?? [])]
    .filter((instrument) => matchesSearch(instrument, search))
    .map((instrument) => ({ instrument, ticker: tickers.rows.get(instrument.symbol) }));
  const star = (row: Row) => (favourites.has(listedKey(row.instrument)) ? 1 : 0);
  return rows.sort(
    (a, b) =>
      star(b) - star(a) ||
      compareText(b.ticker?.quoteVolume ?? '0', a.ticker?.quoteVolume ?? '0') ||
      a.instrument.symbol.localeCompare(b.instrument.symbol),
  );
}

function SearchField(props: {
  readonly active: Row | undefined;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const t = useT();
  return (
    <label className="input-box picker-search">
      <Icon name="search" />
      <span className="visually-hidden">{t('markets.search')}</span>
      <input
        data-first-focus
        role="combobox"
        aria-expanded="true"
        aria-controls="picker-list"
        aria-activedescendant={`picker-${props.active?.instrument.symbol ?? 'none'}`}
        placeholder={t('markets.search')}
        value={props.search}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onSearch(event.target.value)}
        onKeyDown={props.onKeyDown}
      />
    </label>
  );
}

/** The picker's dialog; it begins with the product on screen. */
export function InstrumentPicker(props: {
  readonly current: ListedInstrument;
  readonly onClose: () => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const pathOf = useTerminalPath();
  const [search, setSearch] = useState('');
  const [product, setProduct] = useState(props.current.product);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const rows = useRows(search, product);
  const open = (instrument: ListedInstrument) => {
    props.onClose();
    navigate(pathOf(instrument));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = arrowTarget(event.key, active, rows.length, 'list');
    const chosen = rows[active];
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen !== undefined) open(chosen.instrument);
  };
  return (
    <Dialog title={t('picker.title')} onClose={props.onClose}>
      <SearchField
        active={rows[active]}
        search={search}
        onSearch={(text) => {
          setSearch(text);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Segments
        label={t('picker.product')}
        className="picker-products"
        value={product}
        onChange={(chosen) => {
          setProduct(chosen);
          setActive(0);
        }}
        items={PRODUCTS.map((key) => ({ key, label: t(NAMES[key]) }))}
      />
      {rows.length === 0 && <EmptyState text={t('palette.none', { query: search })} />}
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
  readonly onOpen: (instrument: ListedInstrument) => void;
}) {
  const { instrument, ticker } = props.row;
  const name = instrumentName(instrument);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the search field
    <div
      id={`picker-${instrument.symbol}`}
      role="option"
      tabIndex={-1}
      aria-selected={props.active}
      className="picker-row"
      onClick={() => props.onOpen(instrument)}
    >
      <CoinMark coin={instrument.base} />
      <span className="picker-name">
        <strong>{instrument.base}</strong>
        <span className="muted">{name.slice(instrument.base.length)}</span>
        <span className="picker-volume">{compact(ticker?.quoteVolume)}</span>
      </span>
      <span className="num">{price(ticker?.last, instrument.priceScale)}</span>
      <span className={`num picker-change ${direction(ticker?.change)}`}>
        {signedPercent(ticker?.change)}
      </span>
    </div>
  );
}
