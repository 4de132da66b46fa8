/**
 * Functions that make one row object from its values. A literal with all names in it costs a quarter of
 * setting one property after another by name, and a page of history makes a hundred rows, on the
 * engine's thread too.
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
