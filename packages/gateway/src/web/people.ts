/** Makes users and API keys; the web's routes and the command line both come here. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  type CommandPort,
  SystemAccount,
  type UserId,
  wireUserId,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { IdentityApi, NewApiKey, NewApiKeyInput, Venue } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { rejectError } from '../translate/rejects.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { badField } from './web-error.ts';

/** What making people needs. */
export interface PeopleParts {
  readonly identity: IdentityApi;
  readonly commands: CommandPort;
}

/** A registered person. */
export interface Person {
  readonly user: UserId;
  /** The user's number on the wire. */
  readonly uid: string;
  readonly email: string;
}

/** What a registration is made of. */
export interface Registration {
  readonly email: string;
  readonly password: string;
  /** JSON text of channel codes, '' = none. */
  readonly attribution?: string | undefined;
}

/**
 * Opens a user in the core, then registers the person. A crash between the two leaves a core user that
 * nobody can sign in as: harmless, and the same e-mail can register again.
 * @throws RecordsError, WireError
 */
export async function createPerson(parts: PeopleParts, input: Registration): Promise<Person> {
  const { identity, commands } = parts;
  const { email } = await identity.checkNewUser({ email: input.email, password: input.password });
  const outcome = await commands.submit({ kind: CommandKind.openUser, simulated: false });
  if (outcome.code !== 0) throw rejectError(outcome, {});
  const user = outcome.id;
  const { password, attribution } = input;
  const record = await identity.createUser({ uid: user, email, password, attribution });
  return { user, uid: wireUserId(user), email: record.email };
}

/** A key for the person with that e-mail; see `createApiKey` of records for the limits. */
export async function createKeyFor(
  parts: Pick<PeopleParts, 'identity'>,
  email: string,
  input: Omit<NewApiKeyInput, 'uid'>,
): Promise<NewApiKey> {
  const record = await parts.identity.userByEmail({ email });
  if (record === null) throw badField('email', `no user has the e-mail address ${email}`);
  return parts.identity.createApiKey({ ...input, uid: record.uid });
}

/** Money that an operator gives a new user on the embedded exchange. */
export interface Funding {
  readonly user: UserId;
  /** Upper-case coin code. */
  readonly coin: string;
  /** Canonical decimal text. */
  readonly amount: string;
  readonly actor: string;
  readonly reason: string;
  /** The same reference is credited once. */
  readonly reference: string;
  readonly venue?: Venue | undefined;
}

/**
 * Deposits test money from the faucet account to a user's spot account.
 * @throws WireError for an unknown coin or an amount that does not fit
 */
export async function fundUser(
  parts: { readonly commands: CommandPort; readonly views: Views },
  funding: Funding,
): Promise<void> {
  const asset = parts.views.assetByCode(funding.coin);
  if (asset === undefined) throw new WireError('coinUnknown', { value: funding.coin });
  const outcome = await parts.commands.submit({
    kind: CommandKind.deposit,
    account: accountOf(funding.user, AccountKind.spot),
    from: SystemAccount.faucet,
    asset: asset.id,
    amount: bigUnitsOf('amount', funding.amount, asset),
    actor: funding.actor,
    reason: funding.reason,
    reference: funding.reference,
  });
  if (outcome.code !== 0) throw rejectError(outcome, { asset });
}
