/** Users and API keys as the command line makes them. */
import type { State } from '@halcyon/core';
import {
  type Asset,
  type ChainTerms,
  CommandKind,
  type CommandPort,
  formatDecimal,
  parseDecimal,
  parseWireUserId,
  type UserId,
  upperAscii,
  type Withdrawal,
  wireUserId,
} from '@halcyon/domain';
import { DEFAULT_LOCALE } from '@halcyon/domain/web';
import {
  closePerson,
  createPerson,
  endLockedTrader,
  FUNDING_MAX,
  fundUser,
  type RevocationBus,
} from '@halcyon/gateway';
import {
  API_KEY_WINDOW_MS_MAX,
  GRANTS,
  type Grant,
  type RecordsClient,
  type UserRecord,
  type VenueName,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { PaperVenue } from '../paper/paper-venue.ts';
import type { DepositControl } from './deposits.ts';
import { type OperationArgs, quoted, rowsOf } from './operation-args.ts';

/** The parts of an exchange that people operations work on. */
export interface PeopleContext {
  readonly engine: CommandPort;
  readonly views: Views;
  readonly records: RecordsClient;
  /** null = there is none. */
  readonly paper: PaperVenue | null;
  /** Told of what is no longer good, so that it ends at once; null when nothing is served. */
  readonly revocations: RevocationBus | null;
  /** Those of the live venue that are on their way, oldest first. */
  readonly withdrawals: () => Iterable<Withdrawal>;
  readonly operators: State['operators'];
  /** The chain that addresses are of. */
  readonly chainTerms: ChainTerms;
  /** What it brings. */
  readonly deposits: () => DepositControl;
  /** Those of the live venue that are closed. */
  readonly closedRoots: () => Iterable<UserId>;
}

const USERS_PAGE = 500;

/** `user create`: opens the core's user, registers the person, funds the venue's spot account. */
export async function createUser(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { engine, views, records } = context;
  const email = required(args, 'email');
  const password = required(args, 'password');
  const venue = venueOf(args);
  const fund = parseFund(views, String(args['fund'] ?? ''));
  const parts = { identity: records.identity, commands: engine };
  const { user: uid, email: registered } = await createPerson(parts, { email, password });
  const { port, user } = await userIn(context, venue, uid);
  const by = { actor: 'command line', reason: 'user create --fund' };
  for (const part of fund) await fundUser(port, { user, ...part, ...by });
  const funded = fund.map(({ asset, amount }) => [asset.code, formatDecimal(amount, asset.scale)]);
  return { uid: wireUserId(uid), email: registered, funded: Object.fromEntries(funded) };
}

/** A person's user in a venue; on paper opened now if there is none, where it starts as everybody's. */
async function userIn(
  { engine, paper }: PeopleContext,
  venue: VenueName,
  person: number,
): Promise<{ readonly port: CommandPort; readonly user: number }> {
  if (venue === 'live') return { port: engine, user: person };
  if (paper === null) throw new Error('--venue: paper trading is off on this exchange');
  await paper.whenReady();
  const open = { kind: CommandKind.openUser, simulated: false, owner: person } as const;
  const { id, code } = await paper.submit(open);
  if (code !== 0) throw new Error(`opening the paper user was refused with code ${code}`);
  return { port: paper, user: id };
}

function parseFund(views: Views, text: string): { asset: Asset; amount: bigint }[] {
  if (text === '') return [];
  const named = new Set<Asset>();
  return text.split(',').map((part) => {
    const [code = '', value = '', ...more] = part.split('=');
    if (more.length > 0) throw new Error(`--fund: ${quoted(part)} is not COIN=AMOUNT`);
    const asset = views.assetByCode(upperAscii(code.trim()));
    if (asset === undefined) throw new Error(`--fund: there is no asset ${quoted(code)}`);
    // Each part may be as large as one funding: together they would be more.
    if (named.has(asset)) throw new Error(`--fund: ${asset.code} is named twice`);
    named.add(asset);
    const amount = parseDecimal(value.trim(), asset.scale);
    if (amount === null || amount === 0n) {
      const most = formatDecimal(FUNDING_MAX, asset.scale);
      const allowed = `above 0 with up to ${asset.scale} places, at most ${most}`;
      throw new Error(`--fund: ${quoted(value)} is not an amount ${allowed}`);
    }
    if (amount > FUNDING_MAX) {
      const most = formatDecimal(FUNDING_MAX, asset.scale);
      throw new Error(`--fund: ${quoted(value)} is more than ${most} ${asset.code} at once`);
    }
    return { asset, amount };
  });
}

/**
 * `user list [--attribution] [--all] [--after UID] [--limit N]`: people by their numbers; with `--all` the
 * simulated traders too.
 */
export async function listUsers(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const rows: unknown[] = [];
  const most = rowsOf(args);
  let afterUid = afterOf(args);
  for (;;) {
    const page = await context.records.identity.listUsers({ afterUid, limit: USERS_PAGE });
    for (const { uid, email, status, createdAt, attribution } of page) {
      if (args['all'] !== true && context.views.isSimulated(uid)) continue;
      const base = { uid: wireUserId(uid), email, status, createdAt };
      const captured: unknown = attribution === '' ? null : JSON.parse(attribution);
      rows.push(args['attribution'] === true ? { ...base, attribution: captured } : base);
      if (rows.length === most) return rows;
    }
    if (page.length < USERS_PAGE) return rows;
    afterUid = page[page.length - 1]!.uid;
  }
}

/** The user behind which a list begins; 0 = at the first. @throws Error */
function afterOf({ after }: OperationArgs): number {
  if (after === undefined) return 0;
  const uid = parseWireUserId(String(after));
  if (uid === null) throw new Error(`--after: ${quoted(after)} is not a uid`);
  return uid;
}

/** `user freeze` and `user thaw`: a frozen user has no sessions, no key works, and who follows it in copy trading leaves. */
export async function setUserStatus(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { uid, email } = await personOf(context, args);
  const status = choice(args, 'status', ['active', 'frozen'] as const, 'active');
  await context.records.identity.setUserStatus({ uid, status });
  context.revocations?.user(uid);
  if (status === 'frozen') {
    const { engine: commands, records } = context;
    await endLockedTrader({ commands, history: records.history }, uid);
  }
  return { uid: wireUserId(uid), email, status };
}

/** `user close`: as its owner closes it, refused while there is money, an order or a position, or money comes. */
export async function closeUser(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { uid, email } = await personOf(context, args);
  const { engine: commands, views, chainTerms, records, revocations } = context;
  const arrivals = await context.deposits().list();
  const chain = { arriving: () => arrivals };
  const parts = { commands, views, chain, chainTerms, identity: records.identity, revocations };
  const origin = { address: '', language: DEFAULT_LOCALE };
  const reason = String(args['reason'] ?? '') || 'user close';
  await closePerson(parts, { uid, origin, actor: 'command line', reason });
  return { uid: wireUserId(uid), email, status: 'closed' };
}

/** `user reset-factor`: who has lost app, passkeys and backup codes signs in with the password alone again. */
export async function resetFactor(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { uid, email } = await personOf(context, args);
  const origin = { address: '', language: DEFAULT_LOCALE };
  const removed = await context.records.identity.resetSecondFactor({ uid, origin });
  if (!removed) throw new Error(`${email} has no second factor`);
  context.revocations?.user(uid);
  return { uid: wireUserId(uid), email, removed };
}

/** `key create`. */
export async function createKey(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { identity } = context.records;
  const venue = venueOf(args);
  const user = await personOf(context, args);
  const type = choice(args, 'type', ['hmac', 'rsa', 'ed25519'] as const, 'hmac');
  const made = await identity.createApiKey({
    uid: user.uid,
    label: required(args, 'label'),
    type,
    publicKey: type === 'hmac' ? undefined : String(args['publicKeyPem'] ?? ''),
    permissions: permissionsOf(required(args, 'permissions')),
    ipList: String(args['ip'] ?? '')
      .split(',')
      .filter((entry) => entry !== ''),
    venue,
    tier: choice(args, 'tier', ['normal', 'maker'] as const, 'normal'),
    expiresAt: expiryOf(args['expires']),
    windowMs: windowOf(args['window']),
  });
  const { record, secretKey, passphrase } = made;
  const { apiKey, label, permissions } = record;
  return { apiKey, secretKey, passphrase, label, permissions, uid: wireUserId(user.uid) };
}

/** `key list`: without secrets, which nobody can read again. */
export async function listKeys(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { uid } = await personOf(context, args);
  const keys = await context.records.identity.listApiKeys({ uid });
  return keys.map(({ apiKey, label, permissions, ipList, expiresAt, windowMs, lastUsedAt }) => {
    return { apiKey, label, permissions, ipList, expiresAt, windowMs, lastUsedAt };
  });
}

/** `key delete`: it ends with all that it made; their next requests are refused, their sockets closed. */
export async function deleteKey(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { uid } = await personOf(context, args);
  const apiKey = required(args, 'key');
  const ended = await context.records.identity.deleteApiKey({ uid, apiKey });
  for (const one of ended) context.revocations?.key(one);
  return { apiKey, deleted: true };
}

/** The person of `--email`. */
export async function personOf(
  { records }: Pick<PeopleContext, 'records'>,
  args: OperationArgs,
): Promise<UserRecord> {
  const email = required(args, 'email');
  const user = await records.identity.userByEmail({ email });
  if (user === null) throw new Error(`nobody is registered as ${email}`);
  return user;
}

function permissionsOf(text: string): Grant[] {
  return text.split(',').map((name) => {
    const found = GRANTS.find((permission) => permission === name.trim());
    if (found === undefined) {
      throw new Error(`--permissions: ${quoted(name)} is none of ${GRANTS.join(', ')}`);
    }
    return found;
  });
}

function expiryOf(value: unknown): number {
  if (value === undefined) return 0;
  const time = /^\d{13}$/.test(String(value)) ? Number(value) : Date.parse(String(value));
  if (Number.isNaN(time)) throw new Error(`--expires: ${quoted(value)} is not a time`);
  return time;
}

/** Ms of `--window`, which is in whole seconds. */
function windowOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const most = API_KEY_WINDOW_MS_MAX / 1_000;
  const seconds = /^\d{1,5}$/.test(String(value)) ? Number(value) : 0;
  if (seconds >= 1 && seconds <= most) return seconds * 1_000;
  throw new Error(`--window: ${quoted(value)} is no whole number of seconds up to ${most}`);
}

/** An option that must be there. */
export function required(args: OperationArgs, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing`);
  return value;
}

function choice<T extends string>(
  args: OperationArgs,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = args[name] ?? fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) {
    throw new Error(`--${name}: ${quoted(value)} is none of ${allowed.join(', ')}`);
  }
  return found;
}

function venueOf(args: OperationArgs): VenueName {
  return choice(args, 'venue', ['live', 'paper'] as const, 'live');
}
