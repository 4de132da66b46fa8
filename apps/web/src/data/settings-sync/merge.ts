/** What becomes of a text that was changed both here and in the account since they were the same. */

import type { SETTING_VALUE_MAX } from '@halcyon/domain';

/** What an account keeps of one, characters; and drawings of an instrument that a chart shows. */
const TEXT_MAX: typeof SETTING_VALUE_MAX = 65_536;
const DRAWINGS_MAX = 200;

type Fields = Readonly<Record<string, unknown>>;

interface Drawn {
  readonly id?: unknown;
}

function parsed(text: string): Fields {
  try {
    return Object(JSON.parse(text)) as Fields;
  } catch {
    return {};
  }
}

const drawingsIn = (text: string): readonly Drawn[] => {
  const { drawings } = parsed(text);
  return Array.isArray(drawings) ? drawings : [];
};

/**
 * Both in one: drawings of either, styles of either. Of other settings and of what is in both, the one of here
 * counts if it was made from what the account once had, else that of the account.
 * @param known whether this browser ever had the account's
 * @returns null where both are more than an account keeps
 */
export function merged(key: string, own: string, theirs: string, known: boolean): string | null {
  const [first, second] = known ? [own, theirs] : [theirs, own];
  if (key.startsWith('drawings:')) {
    const drawings = new Map<unknown, Drawn>();
    for (const each of [...drawingsIn(second), ...drawingsIn(first)]) drawings.set(each.id, each);
    const text = JSON.stringify({ ...parsed(first), drawings: [...drawings.values()] });
    return drawings.size > DRAWINGS_MAX || text.length > TEXT_MAX ? null : text;
  }
  if (key === 'drawing-styles') return JSON.stringify({ ...parsed(second), ...parsed(first) });
  return first;
}
