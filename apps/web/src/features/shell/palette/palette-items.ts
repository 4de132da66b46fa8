/** What the command palette finds: ranking is pure, so it can be tested. */

/** Something to choose. */
export interface PaletteItem {
  /** Unique, and kept as the memory of recent choices. */
  readonly id: string;
  readonly group: 'recent' | 'markets' | 'pages' | 'actions';
  readonly label: string;
  /** Of a market: whose mark stands before it. */
  readonly coin?: string;
  /** More words it is found by. */
  readonly words: string;
  /** Decides between equal matches, greatest first. */
  readonly weight: number;
}

/** Most entries of one group on screen. */
export const GROUP_MAX = 8;
/** Most recent choices remembered. */
export const RECENT_MAX = 6;

const NO_MATCH = -1;

/** How well a search fits: whole label or words, its beginning, a word's beginning, anywhere; -1 = not. */
export function score(item: Pick<PaletteItem, 'label' | 'words'>, search: string): number {
  const wanted = fold(search);
  if (wanted === '') return 0;
  const label = fold(item.label);
  if (label === wanted || fold(item.words) === wanted) return 4;
  if (label.startsWith(wanted)) return 3;
  const hay = `${label} ${fold(item.words)}`;
  const parts = wanted.split(' ');
  if (!parts.every((part) => hay.includes(part))) return NO_MATCH;
  const starts = hay.split(/[\s/-]+/);
  return parts.every((part) => starts.some((start) => start.startsWith(part))) ? 2 : 1;
}

/** Lower case, without accents and repeated spaces: "Áreas " is found by "areas". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}

const ORDER: readonly PaletteItem['group'][] = ['recent', 'markets', 'pages', 'actions'];

/**
 * The items that fit, best first inside their groups. An empty search shows what was chosen lately
 * before everything else; a search shows each item once, in its own group.
 */
export function find(
  items: readonly PaletteItem[],
  search: string,
  recent: readonly string[],
): readonly PaletteItem[] {
  const lately = search.trim() === '' ? recentItems(items, recent) : [];
  const rest = items.filter((item) => !lately.some((other) => other.id === item.id));
  const ranked = rest
    .map((item) => ({ item, score: score(item, search) }))
    .filter((entry) => entry.score !== NO_MATCH)
    .sort((a, b) => b.score - a.score || b.item.weight - a.item.weight)
    .map((entry) => entry.item);
  const groups = ORDER.flatMap((group) =>
    ranked.filter((item) => item.group === group).slice(0, GROUP_MAX),
  );
  return [...lately, ...groups];
}

function recentItems(items: readonly PaletteItem[], recent: readonly string[]): PaletteItem[] {
  return recent.slice(0, RECENT_MAX).flatMap((id) => {
    const item = items.find((other) => other.id === id);
    return item === undefined ? [] : [{ ...item, group: 'recent' as const }];
  });
}

/** The memory with one more choice, newest first. */
export function remember(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, RECENT_MAX);
}
