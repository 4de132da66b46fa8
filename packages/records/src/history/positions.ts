/** Positions that are open, or asked for one by one; pages of closed ones are in kinds/positions.ts. */
import type { PositionLeg } from '@halcyon/domain';
import { sql } from 'kysely';
import { checkInteger } from '../errors.ts';
import { find } from '../kinds/pages.ts';
import { POSITIONS, type PositionRecord } from '../kinds/positions.ts';
import type { AnyDatabase } from '../sql/built-query.ts';

/** All open positions of an account: two a contract at most. The last opened comes first. */
export async function openPositions(
  db: AnyDatabase,
  { account }: { readonly account: number },
): Promise<PositionRecord[]> {
  return find(db, POSITIONS, sql`account = ${account} and closed_id = 0 order by opened desc, leg`);
}

/** What names a position. */
interface PositionQuery {
  readonly account: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  readonly opened: number;
}

/** A position by its name, or null. */
export async function positionByTrade(
  db: AnyDatabase,
  { account, instrument, leg, opened }: PositionQuery,
): Promise<PositionRecord | null> {
  checkInteger('opened', opened, 0, Number.MAX_SAFE_INTEGER);
  const [found] = await find(
    db,
    POSITIONS,
    sql`account = ${account} and instrument = ${instrument} and leg = ${leg}
      and opened = ${opened}`,
  );
  return found ?? null;
}
