/** People's sub-accounts: made, found and changed by their root, and by nobody else. */
import { CommandKind, type CommandPort, isGuest, type UserId } from '@halcyon/domain';
import { type ErrorDetails, type ErrorName, WireError } from '@halcyon/protocol';
import {
  API_KEYS_PER_USER,
  type ApiKeyRecord,
  type IdentityApi,
  type NewApiKey,
  type NewApiKeyInput,
  PASSPHRASE_LENGTH_MAX,
  PASSPHRASE_LENGTH_MIN,
  RecordsError,
  type RecordsErrorCode,
  SUB_ACCOUNTS_LISTED_MAX,
  SUB_ACCOUNTS_PER_USER,
  type SubAccountChange,
  type SubAccountRecord,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { RevocationBus } from '../auth/revocations.ts';
import { KeyedMutex } from '../base/keyed-mutex.ts';
import { rejectError } from '../refusals/rejects.ts';
import { type CancellationDeps, cancelEverything } from './cancel-everything.ts';

/** What the family is made with. */
export interface FamilyParts {
  readonly identity: Pick<
    IdentityApi,
    | 'checkNewSubAccount'
    | 'checkSubAccountChange'
    | 'createApiKey'
    | 'createSubAccount'
    | 'listApiKeys'
    | 'listSubAccounts'
    | 'ownSubAccount'
    | 'updateApiKey'
    | 'updateSubAccount'
  >;
  /** Those of the live venue: a sub-account is known by its number there. */
  readonly commands: Pick<CommandPort, 'submit'>;
  readonly views: Pick<Views, 'rootOf' | 'subAccounts'>;
  readonly revocations: Pick<RevocationBus, 'user' | 'key'>;
}

/** Who asks, and about which sub-account. */
export interface Member {
  readonly root: UserId;
  readonly uid: UserId;
}

/** A venue that has orders of people. */
export interface FamilyVenue extends CancellationDeps {
  readonly people: { userOf(person: UserId): UserId | undefined };
}

/** What changes of a key; what is absent stays. */
export interface KeyChange extends Member {
  readonly apiKey: string;
  readonly passphrase: string;
  readonly label: string;
  readonly permissions?: ApiKeyRecord['permissions'] | undefined;
  readonly ipList?: readonly string[] | undefined;
}

/** See the head of the file. Everything throws WireError. */
export class Family {
  readonly #parts: FamilyParts;
  /** Roots that make sub-accounts, one after the other. */
  readonly #making = new KeyedMutex<UserId>();

  constructor(parts: FamilyParts) {
    this.#parts = parts;
  }

  /**
   * Opens a core user, then registers it. Asked many times at once for one name it makes one; each root
   * waits for itself alone. A crash between the two steps leaves a core user that nobody can act as:
   * the next sub-account of its root is that one.
   */
  async create(root: UserId, name: string): Promise<SubAccountRecord> {
    if (isGuest(root)) throw new WireError('guestLive');
    return this.#making.take(root, () => this.#create(root, name));
  }

  #create(root: UserId, name: string): Promise<SubAccountRecord> {
    const { identity } = this.#parts;
    return telling({ value: name }, async () => {
      await identity.checkNewSubAccount({ root, name });
      const uid = (await this.#spare(root)) ?? (await this.#open(root));
      return identity.createSubAccount({ root, uid, name });
    });
  }

  /** Makes nothing. @throws WireError as `create` */
  checkNew(made: { readonly root: UserId; readonly name: string }): Promise<void> {
    return telling({ value: made.name }, () => this.#parts.identity.checkNewSubAccount(made));
  }

  /** Changes nothing. @throws WireError as `change` for its name and label */
  checkChange(change: SubAccountChange): Promise<void> {
    const details = { field: 'subAccountUid', value: change.name ?? '' };
    return telling(details, () => this.#parts.identity.checkSubAccountChange(change));
  }

  /** A core user of a root that was opened and never registered. */
  async #spare(root: UserId): Promise<UserId | undefined> {
    const opened = this.#parts.views.subAccounts(root);
    if (opened.length === 0) return undefined;
    const registered = new Set((await this.all(root)).map(({ uid }) => uid));
    return opened.find((user) => !registered.has(user));
  }

  async #open(root: UserId): Promise<UserId> {
    const open = { kind: CommandKind.openUser, simulated: false, root } as const;
    const outcome = await this.#parts.commands.submit(open);
    if (outcome.code !== 0) throw rejectError(outcome, {});
    return outcome.id;
  }

  /** Whose sub-account a person is, whatever the venue; of all others the person. */
  rootOf(person: UserId): UserId {
    return this.#parts.views.rootOf(person);
  }

  /** All of a root's own, newest first. */
  all(root: UserId): Promise<SubAccountRecord[]> {
    return this.#parts.identity.listSubAccounts({ root, limit: SUB_ACCOUNTS_LISTED_MAX });
  }

  /**
   * One of a root's own. Of all others, whether or not they exist, it tells the same: `subAccountUnknown`.
   * @param field that names it in the request
   */
  own(member: Member, field = 'subAccountUid'): Promise<SubAccountRecord> {
    return telling({ field }, () => this.#parts.identity.ownSubAccount(member));
  }

  /**
   * Changes name, label, permissions or the freeze of one. What it may no longer do ends at once: its
   * keys, connections and sessions are asked for anew.
   */
  async change(change: SubAccountChange): Promise<SubAccountRecord> {
    const { identity, revocations } = this.#parts;
    const details = { field: 'subAccountUid', value: change.name ?? '' };
    const record = await telling(details, () => identity.updateSubAccount(change));
    if (change.frozen !== undefined || change.permissions !== undefined) {
      revocations.user(change.uid);
    }
    return record;
  }

  /**
   * Cancels all orders and plans of one in a venue, also of a frozen one.
   * @returns how many were open when it was asked
   */
  async cancelOrders(member: Member, venue: FamilyVenue): Promise<number> {
    const { uid } = await this.own(member);
    const user = venue.people.userOf(uid);
    return user === undefined ? 0 : cancelEverything(venue, user);
  }

  /**
   * A new key of one; it may do what the sub-account may and no more, and ends with the key that makes it,
   * if one does. The secret is told this once.
   */
  createKey(member: Member, input: Omit<NewApiKeyInput, 'uid'>): Promise<NewApiKey> {
    const details = { field: 'subAccountUid' };
    return telling(
      details,
      async () => {
        const { uid } = await this.#parts.identity.ownSubAccount(member);
        return this.#parts.identity.createApiKey({ ...input, uid });
      },
      KEYS_LIMIT,
    );
  }

  /** A new key of a copy portfolio, which is one of its root's. The secret is told this once. */
  createPortfolioKey(input: NewApiKeyInput & { readonly portfolio: UserId }): Promise<NewApiKey> {
    return telling({}, () => this.#parts.identity.createApiKey(input), KEYS_LIMIT);
  }

  /** The keys of one, newest first, without their secrets. */
  async keys(member: Member): Promise<ApiKeyRecord[]> {
    const { uid } = await this.own(member);
    return this.#parts.identity.listApiKeys({ uid });
  }

  /** A key of one. @throws WireError subAccountKeyUnknown */
  async key(member: Member, apiKey: string): Promise<ApiKeyRecord> {
    const found = (await this.keys(member)).find((one) => one.apiKey === apiKey);
    if (found === undefined) throw new WireError('subAccountKeyUnknown', { value: apiKey });
    return found;
  }

  /** Changes a key of one, with the passphrase of the key; its connections end. */
  async changeKey(change: KeyChange): Promise<ApiKeyRecord> {
    const { apiKey, passphrase, label } = change;
    const before = await this.key(change, apiKey);
    const record = await telling({ value: apiKey }, () =>
      this.#parts.identity.updateApiKey({
        ...{ uid: change.uid, apiKey, passphrase, label, expiresAt: before.expiresAt },
        permissions: change.permissions,
        ipList: change.ipList ?? before.ipList,
      }),
    );
    this.#parts.revocations.key(apiKey);
    return record;
  }
}

/** What the records package refuses, by what it is about. */
const REFUSED: Readonly<Partial<Record<RecordsErrorCode, ErrorName>>> = {
  nameTaken: 'subAccountTaken',
  notFound: 'subAccountUnknown',
  keyNotFound: 'subAccountKeyUnknown',
  accountFrozen: 'subAccountFrozen',
  selfFrozen: 'subAccountHeld',
  withheld: 'subAccountWithheld',
  badPassphrase: 'passphraseWrong',
};
const BAD_FIELDS: Readonly<Record<string, ErrorName>> = {
  name: 'subAccountName',
  passphrase: 'passphraseForm',
  permissions: 'subAccountGrant',
};

const ACCOUNTS_LIMIT = { name: 'subAccountQuota', limit: SUB_ACCOUNTS_PER_USER } as const;
const KEYS_LIMIT = { name: 'subAccountKeys', limit: API_KEYS_PER_USER } as const;
const PASSPHRASE_LENGTHS = `${PASSPHRASE_LENGTH_MIN} to ${PASSPHRASE_LENGTH_MAX}`;

/** Refusals of the records package in the words of the wire. */
async function telling<T>(
  details: ErrorDetails,
  act: () => Promise<T>,
  limit: { readonly name: ErrorName; readonly limit: number } = ACCOUNTS_LIMIT,
): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof RecordsError)) throw thrown;
    const { code, field } = thrown;
    if (code === 'limitReached') throw new WireError(limit.name, { limit: limit.limit });
    const name = code === 'badRequest' ? BAD_FIELDS[field] : REFUSED[code];
    if (name === undefined) throw thrown;
    throw new WireError(name, { field, limit: PASSPHRASE_LENGTHS, ...details });
  }
}
