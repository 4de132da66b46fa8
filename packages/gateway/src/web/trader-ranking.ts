/** In which order traders stand in the list; see docs/decisions/0171-who-trades-with-own-accounts-has-no-place-by-results.md. */
import type { CopyResult, CopySort, CopyTrader } from '@halcyon/domain/web';
import { COPY_OWN_TRADED_MAX } from '@halcyon/domain/web/copying';

type SortedBy = (row: CopyTrader) => number | undefined;

/** Nobody is ordered by results that were made with accounts of the own root. */
function ofMarket(figure: SortedBy): SortedBy {
  return (row) => (row.ownTraded > COPY_OWN_TRADED_MAX ? undefined : figure(row));
}

/** What a trader is ordered by; who has no such figure comes last. */
const SORTED_BY: Readonly<Record<CopySort, SortedBy>> = {
  followersSharpe: ofMarket(({ ofFollowers }) => ofFollowers.statistics?.sharpe?.value),
  followersReturn: ofMarket(({ ofFollowers }) => ofFollowers.statistics?.timeWeighted),
  traderSharpe: ofMarket(({ own }) => own.statistics?.sharpe?.value),
  traderReturn: ofMarket(({ own }) => own.statistics?.timeWeighted),
  drawdown: ofMarket(({ own }) => depthOf(own)),
  followers: ({ followers }) => followers,
  copied: ({ copied }) => Number(copied),
  opened: ({ openedAt }) => openedAt,
};

/** 0 = it never fell; undefined = nothing is known of it. */
export function depthOf({ statistics }: CopyResult): number | undefined {
  return statistics === null ? undefined : (statistics.drawdown?.depth ?? 0);
}

/** Rows by a figure. @param up the smallest first */
export function ranked(rows: readonly CopyTrader[], sort: CopySort, up: boolean): CopyTrader[] {
  const [by, sign] = [SORTED_BY[sort], up ? 1 : -1];
  return rows.toSorted((one, other) => order(by(one), by(other), sign));
}

function order(one: number | undefined, other: number | undefined, sign: number): number {
  // Who has no figure comes last, whatever the direction.
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return sign * (one - other);
}
