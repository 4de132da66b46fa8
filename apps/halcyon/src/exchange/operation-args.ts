import { formatDecimal, parseSafeDecimal, UNITS_MAX } from '@halcyon/domain';

/** Arguments as the command line or the control socket brought them. */
export type OperationArgs = Readonly<Record<string, unknown>>;

/** Longest text of one argument, characters: a public key is the longest that there is. */
const ARGUMENT_LENGTH_MAX = 8_192;
/** Characters of a wrong text that its refusal repeats. */
const QUOTED_MAX = 60;

/** Arguments that have several texts; all others are one, or yes and no. */
const OF_TEXTS: ReadonlySet<string> = new Set(['symbols', 'where']);

/** @throws Error for what the command line never sends, and for a longer text than any argument is, naming it */
export function checkArguments(args: OperationArgs): void {
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || typeof value === 'boolean') continue;
    const hasTexts = OF_TEXTS.has(name) && typeof value === 'object' && value !== null;
    const texts: unknown[] = hasTexts ? Object.values(value) : [value];
    for (const text of texts) checkText(name, text);
  }
}

function checkText(name: string, text: unknown): void {
  if (typeof text !== 'string') throw new Error(`--${name} must be a text`);
  if (text.length <= ARGUMENT_LENGTH_MAX) return;
  throw new Error(
    `--${name}: ${text.length} characters, at most ${ARGUMENT_LENGTH_MAX} are allowed`,
  );
}

/** A wrong text as its refusal repeats it, cut where it is long. */
export function quoted(text: unknown): string {
  const all = String(text ?? '');
  return all.length > QUOTED_MAX ? `"${all.slice(0, QUOTED_MAX)}…"` : `"${all}"`;
}

/**
 * The integer of a decimal at `scale`, up to `UNITS_MAX`.
 * @throws Error naming the option, its places and its limit
 */
export function unitsOf(option: string, text: unknown, scale: number): number {
  const value = parseSafeDecimal(String(text ?? ''), scale);
  if (value !== null) return value;
  throw new Error(`--${option}: ${quoted(text)} is not ${decimalUpTo(scale)}`);
}

/** What a number of so many places may be, in words. */
export function decimalUpTo(scale: number): string {
  const most = formatDecimal(UNITS_MAX, scale);
  return scale === 0
    ? `a whole number up to ${most}`
    : `a decimal with up to ${scale} places, at most ${most}`;
}

/** Rows of a list that one operation gives, and how many it gives where nothing is said. */
export const LIST_ROWS_MAX = 500;

/** How many rows a list should have: `--limit`. @throws Error naming the limit */
export function rowsOf(args: OperationArgs): number {
  const text = String(args['limit'] ?? LIST_ROWS_MAX);
  const rows = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (rows >= 1 && rows <= LIST_ROWS_MAX) return rows;
  throw new Error(`--limit: ${quoted(text)} is not from 1 to ${LIST_ROWS_MAX}`);
}
