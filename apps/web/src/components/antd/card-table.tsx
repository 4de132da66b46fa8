/** Ant Design's table: shows the columns that fit, reachable by the keyboard; on phones each row is a card. */

import { Table, type TableColumnType, type TableProps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../platform/locale/intl.tsx';
import { type FittedColumn, useColumnFit } from '../column-fit.ts';
import { RestButton, RestValues, useOpenRows } from '../row-rest.tsx';
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

/** A column: with a key, by which it may be sorted or go where there is no room. */
export type CardColumn<Row> = Omit<TableColumnType<Row>, 'key' | 'render'> &
  FittedColumn & { readonly render: (row: Row) => ReactNode };

interface CardTableProps<Row> extends Omit<TableProps<Row>, 'columns' | 'rowKey'> {
  readonly label: string;
  readonly columns: readonly CardColumn<Row>[];
  readonly rowKey: keyof Row & string;
  /** What it says while it has no rows. */
  readonly empty?: ReactNode;
  /** Low cards: they have six of the values, the others are a press away. */
  readonly low?: boolean;
}

/** Values of a low card: two beside each other in three lines, beside the button for the others. */
const LOW_CELLS = 6;

/** Headings and cells as a card needs them. */
function asCardColumn<Row>(column: CardColumn<Row>, sort: Sort): TableColumnType<Row> {
  const { align, className = '', goes: _goes, render, ...rest } = column;
  return {
    ...rest,
    render: (_value, row) => render(row),
    // As a class, so that a card can lay it out otherwise.
    className: `${className} ${align === 'end' ? 'cell-end' : ''}`,
    sortOrder: sort !== null && sort.key === column.key ? sort.order : null,
    onHeaderCell: () => ({ 'data-column': column.key }) as object,
    onCell: () =>
      ({ 'data-label': typeof column.title === 'string' ? column.title : '' }) as object,
  };
}

/** What is not on a card: buttons that show the columns which have no room, and those under their rows. */
function useRest<Row extends object>(rest: readonly CardColumn<Row>[], rowKey: keyof Row & string) {
  const t = useT();
  const opened = useOpenRows();
  if (rest.length === 0) return { columns: [], props: {} };
  const keyOf = (row: Row) => String(row[rowKey]);
  const column: TableColumnType<Row> = {
    key: 'rest',
    className: 'cell-rest',
    title: <span className="visually-hidden">{t('table.rest')}</span>,
    render: (_value, row) => <RestButton row={keyOf(row)} rows={opened} />,
  };
  const values = (row: Row) =>
    rest.map(({ key, title, render }) => [key, title as ReactNode, render(row)] as const);
  return {
    columns: [column],
    props: {
      expandable: {
        expandedRowKeys: [...opened.open],
        expandedRowRender: (row: Row) => <RestValues values={values(row)} />,
        showExpandColumn: false,
      },
    },
  };
}

/**
 * The table. @param props.label its name; a column's title names its value on a card where it is plain
 * text; one of class `cell-wide` has a card's whole width
 */
export function CardTable<Row extends object>(props: CardTableProps<Row>) {
  const { label, columns, dataSource = [], loading = false, rowKey, empty, low, ...others } = props;
  const scroller = useRef<HTMLElement>(null);
  const [sort, setSort] = useState<Sort>(null);
  const name = columns.map(({ key, title }) => `${key}=${String(title)}`).join();
  const { shown, rest } = useColumnFit(
    scroller,
    columns,
    name,
    low === true ? LOW_CELLS : undefined,
  );
  const look = `table-scroll card-table ${low === true ? 'card-low' : ''}`;
  const more = useRest(rest, rowKey);
  const sortable = columns
    .filter((column) => column.sorter !== undefined)
    .map(({ key, title }) => [key, String(title)] as const);
  return (
    <>
      {sortable.length > 0 && <SortChoice columns={sortable} sort={sort} onSort={setSort} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <section className={look} ref={scroller} tabIndex={0} aria-label={label}>
        <Table<Row>
          pagination={false}
          {...others}
          {...more.props}
          {...(empty !== undefined && { locale: { emptyText: empty } })}
          rowKey={rowKey}
          loading={loading}
          // An empty list says that there is nothing, which is not known while it loads.
          {...((loading === false || dataSource.length > 0) && { dataSource })}
          columns={[...shown.map((column) => asCardColumn(column, sort)), ...more.columns]}
          onChange={(_pages, _filters, sorter) => {
            const { columnKey, order } = Array.isArray(sorter) ? {} : sorter;
            setSort(order == null ? null : { key: String(columnKey), order });
          }}
        />
      </section>
    </>
  );
}
