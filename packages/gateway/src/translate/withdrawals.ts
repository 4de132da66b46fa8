/** How a withdrawal is asked for: the same rules for the page and for keys. */
import {
  type AccountId,
  AccountKind,
  type Asset,
  accountOf,
  CommandKind,
  FIRST_USER_ID,
  isGuest,
  parseWireUserId,
  SystemAccount,
  type UserId,
  UserMode,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import { type MailOrigin, MovementKind } from '@halcyon/records';
import { KeyedMutex } from '../base/keyed-mutex.ts';
import { approvalsFor, withdrawUnits } from '../config/wallet.ts';
import { type RestContext, submit } from '../http/context.ts';
import { userAckSeq } from './lists.ts';
import { withdrawalsFrozenUntil } from './security.ts';
import { amountText } from './text.ts';
import { checkWithdrawalDay, coinDayMax } from './withdrawal-day.ts';

/** Who asks, from where. */
export interface Withdrawer {
  /** By the number in the live venue. */
  readonly person: UserId;
  readonly user: UserId;
  readonly account: AccountId;
  readonly origin: MailOrigin;
}

/** What is asked for. */
export interface WithdrawalRequest {
  readonly asset: Asset;
  readonly amount: bigint;
  /** Asked for once nothing else stands in the way. */
  readonly target: () => WithdrawalTarget;
  readonly clientId: string;
  /** The fee that was shown, which another one may not take the place of; undefined = none was. */
  readonly shownFee?: bigint | undefined;
}

/** Where money goes: outside, or to an account here. */
export interface WithdrawalTarget {
  /** null = a user that takes nothing, which is told only of addresses of one's own book. */
  readonly to: AccountId | null;
  /** As it stands in address books. */
  readonly address: string;
  /** Named by the user's number and not by address: it costs nothing. */
  readonly byUser: boolean;
}

/**
 * Holds the money and tells its owner by mail. @returns the withdrawal's id
 * @throws WireError for the first rule that it breaks
 */
export async function requestWithdrawal(
  context: RestContext,
  by: Withdrawer,
  request: WithdrawalRequest,
): Promise<number> {
  const { asset, amount } = request;
  const { command, address } = await commandOf(context, by, request);
  const { id } = await turns.take(by.person, async () => {
    await checkFeeAndDay(context, by, request, command.fee);
    return submit(context, command, { asset });
  });
  const detail = [{ number: amountText(asset, amount) }, ` ${asset.code} > ${address}`];
  await context.users.mailWithdrawal({ uid: by.person, id, detail, origin: by.origin });
  return id;
}

/** Asks for nothing. @throws WireError as `requestWithdrawal`, but for what the core alone decides */
export async function checkWithdrawal(
  context: RestContext,
  by: Withdrawer,
  request: WithdrawalRequest,
): Promise<void> {
  const { command } = await commandOf(context, by, request);
  await checkFeeAndDay(context, by, request, command.fee);
}

/** The command that asks the core, and the address as books have it. */
async function commandOf(
  context: RestContext,
  by: Withdrawer,
  { asset, amount, target, clientId }: WithdrawalRequest,
) {
  if (context.chain?.halted() === true) throw new WireError('withdrawHalted');
  await checkFreeze(context, by.person);
  const { to, address, byUser } = target();
  const rule = withdrawUnits(context, asset);
  if (amount < rule.min) {
    const value = unitsText(asset, amount);
    throw new WireError('withdrawTooSmall', { value, limit: unitsText(asset, rule.min) });
  }
  const notBefore = await usableFrom(context, by.person, asset, address);
  if (to === null) throw new WireError('takesNoDeposits');
  const command = {
    kind: CommandKind.requestWithdrawal,
    account: by.account,
    to,
    asset: asset.id,
    amount,
    fee: byUser ? 0n : rule.fee,
    address: byUser ? '' : address,
    clientId,
    approvals: approvalsFor(rule, amount),
    notBefore,
    dayMax: coinDayMax(context, by.person, asset),
  } as const;
  return { command, address };
}

/** What a request that is sent again has met already. */
async function checkFeeAndDay(
  context: RestContext,
  by: Withdrawer,
  { asset, amount, clientId, shownFee }: WithdrawalRequest,
  fee: bigint,
): Promise<void> {
  if (await wasAsked(context, by.user, clientId)) return;
  if (shownFee !== undefined && shownFee !== fee) {
    const value = unitsText(asset, shownFee);
    throw new WireError('withdrawFee', { value, limit: unitsText(asset, fee) });
  }
  await checkWithdrawalDay(context, by.person, asset, amount);
}

function unitsText(asset: Asset, units: bigint): string {
  return `${amountText(asset, units)} ${asset.code}`;
}

/** One request of a person at a time: each counts what the others take of the day. */
const turns = new KeyedMutex<UserId>();

/** Whether a request is sent again, which asks for nothing more. */
async function wasAsked(
  { history, views }: RestContext,
  user: UserId,
  clientId: string,
): Promise<boolean> {
  if (clientId === '') return false;
  const query = { user, kind: MovementKind.withdrawal, clientId };
  return (await history.movementByClientId(query, { minSeq: userAckSeq(views, user) })) !== null;
}

/** Nothing leaves in the first day after a change of what the person proves itself with. */
async function checkFreeze({ users, clock }: RestContext, person: UserId): Promise<void> {
  const until = withdrawalsFrozenUntil(await users.userByUid({ uid: person }), clock());
  if (until === null) return;
  throw new WireError('withdrawFrozen', { limit: new Date(until).toISOString() });
}

/** When the address has cooled. @throws WireError where it has not, or is in no book */
async function usableFrom(
  { users, clock, chainTerms }: RestContext,
  uid: UserId,
  { code: coin }: Asset,
  address: string,
): Promise<number> {
  const known = await users.bookAddress({ uid, coin, chain: chainTerms.name, address });
  if (known === null) throw new WireError('withdrawUnlisted');
  if (clock() >= known.usableAt) return known.usableAt;
  throw new WireError('withdrawCooling', { limit: new Date(known.usableAt).toISOString() });
}

/** Where an address leads. @throws WireError withdrawAddress, withdrawSelf, takesNoDeposits */
export function targetOf(
  context: Pick<RestContext, 'views' | 'people' | 'chainTerms'>,
  own: UserId,
  asset: Asset,
  text: string,
): WithdrawalTarget & { readonly to: AccountId } {
  const { views, people, chainTerms } = context;
  const read = chainTerms.readAddress(text);
  if ('problem' in read) throw new WireError('withdrawAddress', { detail: read.problem });
  const { address, owner } = read;
  if (owner !== null && owner.asset !== asset.id) {
    const code = views.asset(owner.asset)?.code ?? 'another coin';
    throw new WireError('withdrawAddress', { detail: `it takes ${code}, not ${asset.code}` });
  }
  if (owner !== null && owner.user < FIRST_USER_ID) {
    throw new WireError('withdrawAddress', { detail: 'it belongs to nobody' });
  }
  const user = owner === null ? undefined : people.userOf(owner.user);
  if (user === own) throw new WireError('withdrawSelf');
  // The chain has more users than this exchange: to others it goes out.
  if (user === undefined || !views.hasUser(user)) {
    return { to: SystemAccount.external, address, byUser: false };
  }
  checkTaking(views, user);
  return { to: accountOf(user, AccountKind.spot), address, byUser: false };
}

/** The core asks again; here it is said before anything else is looked at. */
function checkTaking(views: RestContext['views'], user: UserId): void {
  if (views.userMode(user) !== UserMode.open) throw new WireError('takesNoDeposits');
}

/**
 * The account of a user named by its number on the wire. Of numbers that nobody has it tells the same as of
 * others: that the address is in no book.
 * @throws WireError withdrawAddress for what is no uid, withdrawSelf
 */
export function targetOfUser(
  { views, people, chainTerms }: Pick<RestContext, 'views' | 'people' | 'chainTerms'>,
  own: UserId,
  asset: Asset,
  text: string,
): WithdrawalTarget {
  const person = parseWireUserId(text);
  if (person === null) throw new WireError('withdrawAddress', { detail: 'it is not a uid' });
  const user = people.userOf(person);
  if (user === own) throw new WireError('withdrawSelf');
  // Guests, and numbers that are too large for users, have no addresses: nothing is in no book.
  const address = isGuest(person) ? '' : chainTerms.addressOf(person, asset.id);
  const known = user !== undefined && user >= FIRST_USER_ID && views.hasUser(user);
  const takes = known && views.userMode(user) === UserMode.open;
  return { to: takes ? accountOf(user, AccountKind.spot) : null, address, byUser: true };
}

/**
 * Takes back a withdrawal that is not on the chain yet.
 * @throws WireError orderNotFound, withdrawDone
 */
export async function cancelOwnWithdrawal(
  context: RestContext,
  { user, account }: Pick<Withdrawer, 'user' | 'account'>,
  withdrawal: number | null,
  minSeq: number,
): Promise<void> {
  if (withdrawal === null) throw new WireError('orderNotFound');
  const command = { kind: CommandKind.cancelWithdrawal, account, withdrawal } as const;
  try {
    await submit(context, command, {});
  } catch (error) {
    if (!(error instanceof WireError) || error.reason !== 'orderNotFound') throw error;
    // Only those on their way are known to the core.
    const found = await context.history.movementById({ user, id: withdrawal }, { minSeq });
    if (found === null || found.fromUser !== user) throw error;
    throw new WireError('withdrawDone');
  }
}
