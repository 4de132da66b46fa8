/** How much test money a user took today. The deposit itself is a command of the core. */
import { sql } from 'kysely';
import { RecordsError } from '../errors.ts';
import { int64Text } from '../sql/int64.ts';
import type { VenueName } from './api-key-rules.ts';
import type { IdentityContext } from './context.ts';

/** A claim on the faucet; amounts in asset units. */
export interface FaucetClaim {
  readonly uid: number;
  readonly venue: VenueName;
  /** UTC day, `2026-01-31`. */
  readonly day: string;
  readonly asset: number;
  readonly amount: bigint;
}

/** What became of a claim. */
export interface FaucetResult {
  readonly granted: boolean;
  /** Taken today, this claim included if granted. */
  readonly used: bigint;
  /** Number of this grant of user, venue, day and asset, from 1: names the deposit. */
  readonly claim: number;
}

/**
 * Takes `amount` from what the user may have today, all of it or nothing. One statement decides, so
 * of parallel claims only as many are granted as fit below `cap`. Throws `badRequest`.
 */
export async function claimFaucet(
  context: IdentityContext,
  input: FaucetClaim & { readonly cap: bigint },
): Promise<FaucetResult> {
  const { uid, venue, day, asset, amount, cap } = check(input);
  if (amount > cap) return { granted: false, ...(await used(context, input)) };
  const row = await context.db
    .insertInto('faucet_claims')
    .values({ uid, venue, day, asset, amount: amount as never, claims: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'venue', 'day', 'asset'])
        .doUpdateSet({
          amount: sql<number>`faucet_claims.amount + ${amount}`,
          claims: sql<number>`faucet_claims.claims + 1`,
        })
        .where('faucet_claims.amount', '<=', (cap - amount) as never),
    )
    .returning([int64Text('amount').as('amount'), 'claims'])
    .executeTakeFirst();
  if (row === undefined) return { granted: false, ...(await used(context, input)) };
  return { granted: true, used: BigInt(row.amount), claim: row.claims };
}

/** Gives a granted claim back whose deposit certainly did not happen. */
export async function releaseFaucet(context: IdentityContext, input: FaucetClaim): Promise<void> {
  const { uid, venue, day, asset, amount } = check(input);
  await context.db
    .updateTable('faucet_claims')
    .set({ amount: sql<number>`amount - ${amount}` })
    .where('uid', '=', uid)
    .where('venue', '=', venue)
    .where('day', '=', day)
    .where('asset', '=', asset)
    .where('amount', '>=', amount as never)
    .execute();
}

async function used(
  context: IdentityContext,
  input: FaucetClaim,
): Promise<{ used: bigint; claim: number }> {
  const row = await context.db
    .selectFrom('faucet_claims')
    .select([int64Text('amount').as('amount'), 'claims'])
    .where('uid', '=', input.uid)
    .where('venue', '=', input.venue)
    .where('day', '=', input.day)
    .where('asset', '=', input.asset)
    .executeTakeFirst();
  return { used: BigInt(row?.amount ?? '0'), claim: row?.claims ?? 0 };
}

function check<T extends FaucetClaim>(input: T): T {
  if (input.amount <= 0n) {
    throw new RecordsError('badRequest', 'amount must be positive', { field: 'amount' });
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(input.day)) {
    throw new RecordsError('badRequest', 'day must look like 2026-01-31', { field: 'day' });
  }
  return input;
}
