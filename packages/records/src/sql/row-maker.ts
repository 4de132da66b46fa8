/**
 * Functions written for given column names: one that makes a row object from its values, one that copies
 * a column of numbers. With the names in the program they cost a quarter of setting or reading one
 * property after another by a name that varies; a page of history has a thousand cells, and its rows
 * are made on the engine's thread.
 */

/** Makes a row of values: the n-th name gets `values[at + n * step]`. */
export type RowMaker<Values> = (
  values: Values,
  at: number,
  step: number,
) => Record<string, unknown>;

/** Whether a maker can give a row this name: in a literal `__proto__` is no name. */
export function isRowName(name: string): boolean {
  return name !== '__proto__';
}

/**
 * A maker for rows with these names. They are written into a program as string literals, so any text
 * but `__proto__` is safe there.
 * @throws RangeError for `__proto__`
 */
export function rowMaker<Values>(names: readonly string[]): RowMaker<Values> {
  if (!names.every(isRowName)) throw new RangeError('a row cannot have the name __proto__');
  const fields = names.map((name, n) => `${JSON.stringify(name)}: values[at + ${n} * step]`);
  return new Function('values', 'at', 'step', `return { ${fields.join(', ')} };`) as never;
}

/** Copies one column into `numbers` from `at` on, when all of it are numbers; whether they are. */
export type ColumnCopier = (
  rows: readonly Record<string, unknown>[],
  numbers: Float64Array,
  at: number,
) => boolean;

/** A copier of the column with this name: a name that is known is read faster than one that varies. */
export function columnCopier(name: string): ColumnCopier {
  const body = `for (let i = 0; i < rows.length; i++) {
    const cell = rows[i][${JSON.stringify(name)}];
    if (typeof cell !== 'number') return false;
    numbers[at + i] = cell;
  }
  return true;`;
  return new Function('rows', 'numbers', 'at', body) as never;
}

/**
 * A reader of a row's values, in order: each is a field and an expression of its `value`. A row has some
 * thirty, and one is written for every order and fill.
 */
export function rowReader<Row, Value>(
  fields: readonly (readonly [field: string, expression: string])[],
): (row: Row) => Value[] {
  const values = fields.map(([field, expression]) =>
    expression.replace('value', () => `row[${JSON.stringify(field)}]`),
  );
  return new Function('row', `return [${values.join(', ')}];`) as never;
}
