/** What chase orders may join, in the slow exchange: each looks through the whole book for itself. */
import { ParentKind, type PlaceParentCommand, Side } from '@halcyon/domain';
import type { NaiveChanges } from './naive-changes.ts';

/** What an owner asked for. */
export type Wish = Omit<PlaceParentCommand, 'kind' | 'seq' | 'time'>;

interface Chaser {
  readonly id: number;
  readonly wish: Wish;
  readonly children: readonly { readonly order: number }[];
}

/** The best price of others who do not chase, by parent; 0 = there is none. */
export function joinable(
  x: NaiveChanges,
  all: readonly Chaser[],
  asking: readonly Chaser[] = all,
): Map<number, number> {
  const chasing = new Set<number>();
  for (const { wish, children } of all) {
    if (wish.parentKind !== ParentKind.chase) continue;
    for (const { order } of children) chasing.add(order);
  }
  const found = new Map<number, number>();
  for (const { id, wish } of asking) {
    if (wish.parentKind !== ParentKind.chase) continue;
    const side = x.markets[wish.instrument]!.book.sides[wish.side];
    const first = side.find((o) => !chasing.has(o.id) && !x.sameRoot(o.account, wish.account));
    found.set(id, first?.price ?? 0);
  }
  return found;
}

/** Where a chase order wants to be, 0 = nowhere now. */
export function wantedBy(
  x: NaiveChanges,
  { instrument, side, price }: Wish,
  joined: number,
): number {
  const market = x.markets[instrument]!;
  if (joined === 0) return 0;
  let wanted = joined;
  while (wanted % market.instrument.priceStep !== 0) wanted += side === Side.buy ? -1 : 1;
  if (side === Side.buy ? wanted > price : wanted < price) wanted = price;
  return wanted > 0 && market.book.crosses(side, wanted) ? 0 : wanted;
}
