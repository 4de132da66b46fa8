/** Ant Design's table: scrolls sideways, reachable by the keyboard; on phones each row is a card. */

import { Table, type TableProps } from 'antd';
import './card-table.css';

/** The table. @param props.label its name; a column's title names its value on a card where it is plain text */
export function CardTable<Row extends object>({
  label,
  columns = [],
  ...rest
}: TableProps<Row> & { readonly label: string }) {
  const labelled = columns.map(({ align, ...column }) => ({
    ...column,
    // As a class, so that a card can lay it out otherwise.
    className: align === 'end' ? 'cell-end' : '',
    onCell: () =>
      ({ 'data-label': typeof column.title === 'string' ? column.title : '' }) as object,
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="table-scroll card-table" tabIndex={0} aria-label={label}>
      <Table<Row> pagination={false} {...rest} columns={labelled} />
    </section>
  );
}
