/** All traders with their results and those of their followers, to be narrowed, ordered and compared. */

import type { CopyRange, CopySort, CopyTrader } from '@halcyon/domain/web';
import { COPY_SORTS } from '@halcyon/domain/web/copying';
import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { DataTable, LOW_CELLS, type TableColumn } from '../../components/data-table.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Segments } from '../../components/tabs.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchTraders } from '../../data/rest/copying.ts';
import { useContracts } from '../../data/state/contracts.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { Money, partText, Return, ratioText, SimulatedTag, useRanges } from './figures.tsx';
import { ResultTable } from './result-table.tsx';
import { ReadState } from './section.tsx';
import './copying.css';
import { COPY_PATHS } from './copy-paths.ts';

const COMPARED_MAX = 4;
const EVERY_MS = 30_000;

const SORT_NAMES: Readonly<Record<CopySort, MessageId>> = {
  followersSharpe: 'copy.followersSharpe',
  followersReturn: 'copy.followersReturn',
  traderSharpe: 'copy.traderSharpe',
  traderReturn: 'copy.traderReturn',
  drawdown: 'copy.drawdown',
  followers: 'copy.followers',
  copied: 'copy.copied',
  opened: 'positions.opened',
};

interface Filters {
  readonly range: CopyRange;
  readonly sort: CopySort;
  readonly search: string;
  /** A contract that the trader has a position in; '' = any. */
  readonly symbol: string;
  readonly daysMin: string;
  readonly drawdownMax: string;
  readonly followersMin: string;
}

const FIRST: Filters = {
  ...{ range: '90d', sort: 'followersSharpe', search: '', symbol: '' },
  ...{ daysMin: '', drawdownMax: '', followersMin: '' },
};

/** A whole number of a field; what is none narrows nothing. */
function whole(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function useTraders(filters: Filters) {
  const { range, sort, search, symbol, daysMin, drawdownMax, followersMin } = filters;
  const asked = {
    ...{ range, sort, symbol, search: /^\d{1,20}$/.test(search) ? search : '' },
    // The deepest fall is best when it is small.
    direction: sort === 'drawdown' ? ('up' as const) : ('down' as const),
    daysMin: whole(daysMin),
    drawdownMax: Math.min(100, whole(drawdownMax) ?? 100),
    followersMin: whole(followersMin),
  };
  return useQuery({
    queryKey: ['copy-traders', JSON.stringify(asked)],
    queryFn: () => fetchTraders(asked),
    refetchInterval: EVERY_MS,
  });
}

function FilterBar(props: {
  readonly value: Filters;
  readonly onChange: (value: Filters) => void;
}) {
  const t = useT();
  const ranges = useRanges();
  const { data: contracts } = useContracts();
  const symbols = ['', ...[...(contracts?.values() ?? [])].map(({ symbol }) => symbol)];
  const { value, onChange } = props;
  const change = (part: Partial<Filters>) => onChange({ ...value, ...part });
  const number = (key: 'search' | 'daysMin' | 'drawdownMax' | 'followersMin', label: string) => (
    <NumberField
      label={label}
      value={value[key]}
      scale={0}
      onChange={(text) => change({ [key]: text })}
    />
  );
  return (
    <section className="card copy-filters" aria-label={t('copy.filters')}>
      <Segments<CopyRange>
        label={t('curve.range')}
        items={ranges}
        value={value.range}
        onChange={(range) => change({ range })}
      />
      <ChoiceField<CopySort>
        label={t('table.sort')}
        value={value.sort}
        items={COPY_SORTS.map((key) => ({ key, label: t(SORT_NAMES[key]) }))}
        onChange={(sort) => change({ sort })}
      />
      {number('search', t('copy.search'))}
      <ChoiceField
        label={t('futures.contract')}
        value={value.symbol}
        items={symbols.map((key) => ({ key, label: key === '' ? t('markets.all') : key }))}
        onChange={(symbol) => change({ symbol })}
      />
      {number('daysMin', t('copy.daysMin'))}
      {number('drawdownMax', t('copy.drawdownMax'))}
      {number('followersMin', t('copy.followersMin'))}
    </section>
  );
}

function useColumns(
  compared: readonly CopyTrader[],
  toggle: (row: CopyTrader) => void,
): readonly TableColumn<CopyTrader>[] {
  const t = useT();
  return [
    {
      key: 'trader',
      label: t('nav.copyTrader'),
      cell: ({ id, endedAt, simulated }) => (
        <>
          <Link className="pair-link num" to={COPY_PATHS.trader(id)}>
            {id}
          </Link>{' '}
          {simulated && <SimulatedTag />}{' '}
          {endedAt !== null && <span className="badge">{t('copy.ended')}</span>}
        </>
      ),
    },
    {
      key: 'followersReturn',
      label: t('copy.followersReturn'),
      end: true,
      cell: ({ ofFollowers }) => <Return value={ofFollowers.statistics?.timeWeighted} />,
    },
    {
      key: 'traderReturn',
      label: t('copy.traderReturn'),
      end: true,
      cell: ({ own }) => <Return value={own.statistics?.timeWeighted} />,
    },
    {
      key: 'drawdown',
      label: t('copy.drawdown'),
      end: true,
      cell: ({ own: { statistics } }) =>
        partText(statistics === null ? null : (statistics.drawdown?.depth ?? 0)),
    },
    {
      key: 'followers',
      label: t('copy.followers'),
      end: true,
      cell: ({ followers, followersMax }) => (
        <bdi dir="ltr" className="num">
          {followers} / {followersMax}
        </bdi>
      ),
    },
    {
      key: 'share',
      label: t('copy.share'),
      end: true,
      cell: ({ share }) => <bdi dir="ltr">{share} %</bdi>,
    },
    {
      key: 'compare',
      label: t('copy.compare'),
      end: true,
      cell: (row) => {
        const isCompared = compared.some(({ id }) => id === row.id);
        return (
          <input
            type="checkbox"
            aria-label={t('copy.compareThis', { id: row.id })}
            checked={isCompared}
            disabled={!isCompared && compared.length >= COMPARED_MAX}
            onChange={() => toggle(row)}
          />
        );
      },
    },
    {
      key: 'followersSharpe',
      label: t('copy.followersSharpe'),
      end: true,
      cell: ({ ofFollowers }) => ratioText(ofFollowers.statistics?.sharpe?.value),
    },
    {
      key: 'simulatedFollowers',
      label: t('copy.simulatedFollowers'),
      end: true,
      cell: ({ simulatedFollowers }) => simulatedFollowers,
    },
    {
      key: 'ownTraded',
      label: t('copy.ownTraded'),
      end: true,
      cell: ({ ownTraded }) => partText(ownTraded),
    },
    {
      key: 'copied',
      label: t('copy.copied'),
      end: true,
      cell: ({ copied, coin }) => <Money coin={coin} text={copied} />,
    },
    {
      key: 'days',
      label: t('copy.days'),
      end: true,
      cell: ({ own }) => own.statistics?.days ?? 0,
    },
  ];
}

function Compared({ rows }: { readonly rows: readonly CopyTrader[] }) {
  const t = useT();
  if (rows.length < 2) return null;
  const columns = rows.flatMap(({ id, simulated, own, ofFollowers }) => [
    {
      key: id,
      head: (
        <>
          {t('copy.traderOf', { id })} {simulated && <SimulatedTag />}
        </>
      ),
      result: own,
    },
    { key: `${id}-followers`, head: t('copy.followers'), result: ofFollowers },
  ]);
  return (
    <section className="card copy-section">
      <h2>{t('copy.compare')}</h2>
      <ResultTable label={t('copy.compare')} columns={columns} />
    </section>
  );
}

/** The page at `/copy-trading`. */
export function TradersPage() {
  const t = useT();
  const title = t('nav.copyTrading');
  useTitle(`${title} | Halcyon`);
  const [filters, setFilters] = useState(FIRST);
  const [compared, setCompared] = useState<readonly CopyTrader[]>([]);
  const { data, isPending, error, refetch } = useTraders(filters);
  const toggle = (row: CopyTrader) =>
    setCompared((known) =>
      known.some(({ id }) => id === row.id)
        ? known.filter(({ id }) => id !== row.id)
        : [...known, row],
    );
  const columns = useColumns(compared, toggle);
  const rows = data?.rows ?? [];
  // Who is compared stays so when the list is narrowed; figures are the newest that came.
  const chosen = compared.map((kept) => rows.find(({ id }) => id === kept.id) ?? kept);
  return (
    <div className="page page-wide copy-page">
      <div className="copy-head">
        <h1 className="page-title">{title}</h1>
        <ButtonLink to={COPY_PATHS.mine}>{t('nav.copyMine')}</ButtonLink>
      </div>
      <p className="page-intro">{t('copy.intro')}</p>
      <FilterBar value={filters} onChange={setFilters} />
      <Compared rows={chosen} />
      <section className="card copy-section">
        <h2>{t('copy.traders')}</h2>
        {data === undefined && <ReadState isPending={isPending} error={error} refetch={refetch} />}
        {data !== undefined && rows.length === 0 && <EmptyState text={t('copy.none')} />}
        {rows.length > 0 && (
          <DataTable
            label={t('copy.traders')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            cells={LOW_CELLS}
          />
        )}
      </section>
    </div>
  );
}
