/** Whose accounts the transfers of a list are between. */
import { COPY_OPENED_PER_ROOT, ownerOf, wireUserId } from '@halcyon/domain';
import type { FamilySides } from '@halcyon/domain/web';
import type { FamilyNames } from '@halcyon/records';
import type { SidesOf } from '../translate/margin-log.ts';
import type { SignedIn, WebContext } from './context.ts';

/** What those of a family are called in files; nobody can call a sub-account so. */
const MAIN = 'main';

/** Everybody of the family of who asks but himself, by user of the venue. */
export async function familyNames(context: WebContext, request: SignedIn): Promise<FamilyNames> {
  const { venueContext, account } = await context.trader(request);
  const { people, family, views } = venueContext;
  const user = ownerOf(account);
  const root = views.rootOf(user);
  const members = await family.all(request.session.uid);
  const named = members.map(({ uid, name }) => [people.userOf(uid), name] as const);
  // Who was never on this venue sent nothing there.
  return [[root, MAIN] as const, ...named].flatMap(([one, name]) =>
    one === undefined || one === user ? [] : [[one, name] as const],
  );
}

/** Everybody that transfers of who asks may be with: the family, and own copy portfolios by their numbers. */
export async function transferNames(context: WebContext, request: SignedIn): Promise<FamilyNames> {
  const names = await familyNames(context, request);
  const { venueContext, account } = await context.trader(request);
  const { history, venue, views } = venueContext;
  if (!context.copyTrading || venue !== 'live') return names;
  const root = ownerOf(account);
  // A portfolio is another user than who opened it: what it did last is no act of theirs.
  const wait = { minSeq: views.seq };
  const [traders, followers] = await Promise.all([
    history.copyTraders({ root }, wait),
    history.copyFollowers({ root, limit: COPY_OPENED_PER_ROOT }, wait),
  ]);
  const own = [...traders, ...followers].map(({ id }) => [id, wireUserId(id)] as const);
  return [...names, ...own];
}

/** Names both sides of transfers, for who asks; only those of another account of the root are looked up. */
export function familySides(context: WebContext, request: SignedIn): SidesOf {
  return async (user, moves) => {
    const { people, family, views } = (await context.trader(request)).venueContext;
    const root = views.rootOf(user);
    const isAcross = moves.some(({ fromUser, toUser }) => fromUser !== toUser);
    const members = isAcross ? await family.all(request.session.uid) : [];
    const names = new Map(members.map(({ uid, name }) => [people.userOf(uid), name]));
    // A copy portfolio is of no list of the family: it is called by its number.
    const nameless = (one: number) => (one === root ? '' : wireUserId(one));
    const nameOf = (one: number) => (one === user ? null : (names.get(one) ?? nameless(one)));
    return ({ fromUser, toUser }): FamilySides => ({
      fromName: nameOf(fromUser),
      toName: nameOf(toUser),
    });
  };
}
