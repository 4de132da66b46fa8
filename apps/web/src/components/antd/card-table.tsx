/** Ant Design's table: scrolls sideways, reachable by the keyboard; on phones each row is a card. */

import { Table, type TableProps } from 'antd';
import { useState } from 'react';
import { useT } from '../../platform/locale/intl.tsx';
import './card-table.css';

type Order = 'ascend' | 'descend';

/** The column that rows are sorted by; null = as they come. */
type Sort = { readonly key: string; readonly order: Order } | null;

const ARROWS: readonly (readonly [Order, string])[] = [
  ['ascend', '↑'],
  ['descend', '↓'],
];

/** What a card's header row would be: the sort order as a list. Phones alone show it. */
function SortChoice(props: {
  readonly columns: readonly (readonly [key: string, title: string])[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const t = useT();
  const { columns, sort, onSort } = props;
  const choices = columns.flatMap(([key, title]) =>
    ARROWS.map(([order, arrow]) => ({ key, order, label: `${title} ${arrow}` })),
  );
  const chosen = choices.findIndex(({ key, order }) => key === sort?.key && order === sort.order);
  return (
    <label className="input-box card-sort">
      <span className="input-prefix">{t('table.sort')}</span>
      <select
        value={chosen}
        onChange={(event) => onSort(choices[Number(event.target.value)] ?? null)}
      >
        <option value={-1}>{t('table.unsorted')}</option>
        {choices.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * The table. @param props.label its name; a column's title names its value on a card where it is plain
 * text; a column that can be sorted by has a key; one of class `cell-wide` has a card's whole width
 */
export function CardTable<Row extends object>({
  label,
  columns = [],
  dataSource = [],
  loading = false,
  ...rest
}: TableProps<Row> & { readonly label: string }) {
  const [sort, setSort] = useState<Sort>(null);
  const labelled = columns.map(({ align, className = '', ...column }) => ({
    ...column,
    // As a class, so that a card can lay it out otherwise.
    className: `${className} ${align === 'end' ? 'cell-end' : ''}`,
    sortOrder: sort !== null && sort.key === column.key ? sort.order : null,
    onCell: () =>
      ({ 'data-label': typeof column.title === 'string' ? column.title : '' }) as object,
  }));
  const sortable = columns
    .filter((column) => column.sorter !== undefined)
    .map(({ key, title }) => [String(key), String(title)] as const);
  return (
    <>
      {sortable.length > 0 && <SortChoice columns={sortable} sort={sort} onSort={setSort} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <section className="table-scroll card-table" tabIndex={0} aria-label={label}>
        <Table<Row>
          pagination={false}
          {...rest}
          loading={loading}
          // An empty list says that there is nothing, which is not known while it loads.
          {...((loading === false || dataSource.length > 0) && { dataSource })}
          columns={labelled}
          onChange={(_pages, _filters, sorter) => {
            const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
            setSort(order == null ? null : { key: String(columnKey), order });
          }}
        />
      </section>
    </>
  );
}
