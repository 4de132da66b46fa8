/** Rows of markets with price, change, sparkline and volume. */

import { memo } from 'react';
import { CoinMark } from '../../components/coin-mark.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { compact, direction, price, signedPercent } from '../../data/format.ts';
import { listedKey } from '../../data/state/product.ts';
import { useTerminalPath } from '../../data/state/use-terminal-path.ts';
import { Link, useNavigate } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { toggleFavourite } from '../../platform/storage/favourites.ts';
import { useAtLeast } from '../../platform/theme/media.ts';
import { type MarketRow, type Sort, type SortKey, sameRow } from './market-list.ts';
import { useSpark } from './use-spark.ts';
import './markets.css';

interface Props {
  readonly rows: readonly MarketRow[];
  readonly favourites: ReadonlySet<string>;
  readonly sort: Sort;
  readonly onSort: (key: SortKey) => void;
  readonly label: string;
}

interface LineProps {
  readonly row: MarketRow;
  readonly starred: boolean;
  readonly sparks: boolean;
}

function sameLine(a: LineProps, b: LineProps): boolean {
  return a.starred === b.starred && a.sparks === b.sparks && sameRow(a.row, b.row);
}

const MarketLine = memo(function MarketLine({ row, starred, sparks }: LineProps) {
  const t = useT();
  const navigate = useNavigate();
  const { instrument, ticker } = row;
  const pathOf = useTerminalPath();
  const { symbol, base, quote, priceScale, product } = instrument;
  const spark = useSpark(instrument, sparks);
  const path = pathOf(instrument);
  const way = direction(ticker?.change);
  return (
    <tr
      onClick={(event) => {
        const inside = event.target instanceof Element && event.target.closest('a, button');
        if (!inside) navigate(path);
      }}
    >
      <td className="market-star">
        <button
          type="button"
          className={`star ${starred ? 'starred' : ''}`}
          aria-pressed={starred}
          aria-label={t('markets.star', { symbol })}
          onClick={() => toggleFavourite(listedKey(instrument))}
        >
          <Icon name="star" size={16} filled={starred} />
        </button>
      </td>
      <td>
        <Link to={path} className="market-name">
          <CoinMark coin={base} size={28} />
          <span>
            <strong>{base}</strong>
            <span className="market-quote">
              {product === 'spot' ? `/${quote}` : `${quote} ${t('nav.perpetual')}`}
            </span>
          </span>
        </Link>
      </td>
      <td className="end num market-price">{price(ticker?.last, priceScale)}</td>
      <td className={`end num ${way}`}>
        <span className={`change-pill ${way}`}>{signedPercent(ticker?.change)}</span>
      </td>
      <td className="end num from-lg">{price(ticker?.high, priceScale)}</td>
      <td className="end num from-lg">{price(ticker?.low, priceScale)}</td>
      <td className="end num from-sm">{compact(row.turnover)}</td>
      <td className="end from-xl">{sparks && <Sparkline values={spark} direction={way} />}</td>
      <td className="end from-xl">
        <Link className="btn btn-secondary" to={path}>
          {t('nav.trade')}
          <span className="visually-hidden">{symbol}</span>
        </Link>
      </td>
    </tr>
  );
}, sameLine);

function SortHeader(props: {
  readonly column: SortKey;
  readonly label: MessageId;
  readonly sort: Sort;
  readonly onSort: (key: SortKey) => void;
  readonly className?: string;
}) {
  const t = useT();
  const { column, sort } = props;
  const active = sort.key === column;
  return (
    <th
      scope="col"
      className={props.className ?? ''}
      aria-sort={active ? (sort.falling ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => props.onSort(column)}>
        {t(props.label)}
        <span className={`sort-arrow ${active ? 'active' : ''}`} aria-hidden="true">
          {active && !sort.falling ? '▲' : '▼'}
        </span>
      </button>
    </th>
  );
}

/** The table. */
export function MarketTable({ rows, favourites, sort, onSort, label }: Props) {
  const t = useT();
  const sparks = useAtLeast('xl');
  const shared = { sort, onSort };
  return (
    <table className="table market-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className="market-star">
            <span className="visually-hidden">{t('markets.favourites')}</span>
          </th>
          <SortHeader {...shared} column="name" label="orders.pair" />
          <SortHeader {...shared} column="last" label="markets.last" className="end" />
          <SortHeader {...shared} column="change" label="bar.change" className="end" />
          <th scope="col" className="end from-lg">
            {t('bar.high')}
          </th>
          <th scope="col" className="end from-lg">
            {t('bar.low')}
          </th>
          <SortHeader {...shared} column="volume" label="markets.volume" className="end from-sm" />
          <th scope="col" className="end from-xl">
            {t('markets.day')}
          </th>
          <th scope="col" className="end from-xl">
            <span className="visually-hidden">{t('orders.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <MarketLine
            key={listedKey(row.instrument)}
            row={row}
            starred={favourites.has(listedKey(row.instrument))}
            sparks={sparks}
          />
        ))}
      </tbody>
    </table>
  );
}
