/** Makes users and funds them; the web's routes and the command line both come here. */
import {
  AccountKind,
  type Asset,
  accountOf,
  assert,
  type CommandInput,
  CommandKind,
  type CommandPort,
  SystemAccount,
  UNITS_MAX,
  type UserId,
  wireUserId,
} from '@halcyon/domain';
import { type IdentityApi, RecordsError } from '@halcyon/records';
import { rejectError } from '../refusals/rejects.ts';

/** What making people needs. */
export interface PeopleParts {
  readonly identity: IdentityApi;
  readonly commands: CommandPort;
}

/** A registered person. */
export interface RegisteredPerson {
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
  /** Code of the language that mails are written in; '' = not known. */
  readonly language?: string | undefined;
}

/**
 * Makes a person for an operator.
 * @throws RecordsError, one of `emailTaken` before anything is done; WireError
 */
export async function createPerson(
  parts: PeopleParts,
  input: Registration,
): Promise<RegisteredPerson> {
  await parts.identity.checkNewUser({ email: input.email, password: input.password });
  return enrol(parts, input);
}

/**
 * Makes a person who came from outside. Neither the answer nor the time it takes tells whether the
 * address was taken: all is done as if it were free, and then nothing is said.
 * @throws RecordsError, WireError
 */
export async function registerPerson(parts: PeopleParts, input: Registration): Promise<void> {
  const { email, password } = input;
  await parts.identity.checkNewUser({ email, password }).catch(unlessTaken);
  await enrol(parts, input).catch(unlessTaken);
}

function unlessTaken(error: unknown): void {
  if (!(error instanceof RecordsError && error.code === 'emailTaken')) throw error;
}

/**
 * Opens a user in the core, then registers the person. A crash between the two, or a taken address,
 * leaves a core user that nobody can sign in as: harmless, and the same e-mail can register again.
 */
async function enrol(parts: PeopleParts, input: Registration): Promise<RegisteredPerson> {
  const { identity, commands } = parts;
  const outcome = await commands.submit({ kind: CommandKind.openUser, simulated: false });
  if (outcome.code !== 0) throw rejectError(outcome, {});
  const user = outcome.id;
  const record = await identity.createUser({ uid: user, ...input });
  return { user, uid: wireUserId(user), email: record.email };
}

/** Commands that one funding may take. */
const DEPOSITS_MAX = 100;
/** Most that an operator gives a user at once, units of the asset. */
export const FUNDING_MAX = BigInt(DEPOSITS_MAX) * BigInt(UNITS_MAX);

/** Money that an operator gives a user. */
export interface OperatorFunding {
  readonly user: UserId;
  readonly asset: Asset;
  /** Asset units, > 0, at most FUNDING_MAX. */
  readonly amount: bigint;
  readonly actor: string;
  readonly reason: string;
}

/**
 * Deposits money from outside to a user's spot account, all of it in one commit.
 * @throws WireError when the core refuses it
 */
export async function fundUser(
  commands: Pick<CommandPort, 'submitAll'>,
  { user, asset, amount, actor, reason }: OperatorFunding,
): Promise<void> {
  assert(amount <= FUNDING_MAX, 'a funding takes more commands than it may');
  const most = BigInt(UNITS_MAX);
  const deposits: CommandInput[] = [];
  for (let left = amount; left > 0n; left -= most) {
    deposits.push({
      kind: CommandKind.deposit,
      account: accountOf(user, AccountKind.spot),
      from: SystemAccount.external,
      asset: asset.id,
      amount: left < most ? left : most,
      actor,
      reason,
      reference: '',
    });
  }
  for (const outcome of await commands.submitAll(deposits)) {
    if (outcome.code !== 0) throw rejectError(outcome, { asset });
  }
}
