/**
 * What was done to accounts, by whom and when: every sign-in and log-out, every refused proof, every
 * change of what lets somebody in or money out, and every act of the operator. An entry is written in
 * the transaction of its act, so that neither is there without the other. Entries are only added. Each
 * has a MAC over itself and the one before, under a key that is not in the database, and so has the end
 * of the list: what is changed, taken out, put in or cut off shows.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkInteger, RecordsError } from '../errors.ts';
import { Fact } from '../sql/facts.ts';
import type { IdentityContext } from './context.ts';
import { ACTS_BUDGET } from './limits.ts';
import { spend } from './login-budget.ts';
import { isNotified, type NotedAct } from './noted-acts.ts';
import type { IdentityTables } from './schema.ts';

/** An entry as it is told. */
export interface AuditEntry {
  readonly seq: number;
  /** Unix ms. */
  readonly at: number;
  /** Of whom, 0 = nobody who is known. */
  readonly uid: number;
  readonly act: string;
  /** JSON of what it was about; never a secret. */
  readonly detail: string;
}

/** What is to be noted. */
export type AuditedAct = Pick<AuditEntry, 'uid' | 'act' | 'detail'>;

/** What a look at the whole list finds. */
export interface AuditState {
  readonly entries: number;
  /** The first entry that is not as it was written, 0 = all are. */
  readonly faultAt: number;
}

const DETAIL_LENGTH_MAX = 1_000;
/** Entries read at a time. */
const PAGE = 500;
const BEGIN = { seq: 0, mac: '' } as const;

interface Place {
  readonly seq: number;
  readonly mac: string;
}

/** Adds an entry about what changed nothing else. */
export async function appendAudit(context: IdentityContext, act: AuditedAct): Promise<void> {
  await context.db.transaction().execute((db) => append(context, db, act));
}

async function append(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  { uid, act, detail }: AuditedAct,
): Promise<void> {
  await lockAudit(db);
  const last = await lastOf(db);
  const entry = {
    seq: last.seq + 1,
    at: context.now(),
    uid,
    act,
    detail: detail.slice(0, DETAIL_LENGTH_MAX),
  };
  const mac = macOf(context, last.mac, entry);
  await db
    .insertInto('audit')
    .values({ ...entry, mac })
    .execute();
  const end = { seq: entry.seq, mac: endMac(context, { seq: entry.seq, mac }) };
  await db.deleteFrom('audit_end').where('seq', '<', entry.seq).execute();
  await db.insertInto('audit_end').values(end).execute();
}

/**
 * Makes entries come one after the other, where a database runs transactions beside each other. Those
 * that wait for it hold what their act changed, so an entry is the last thing of its transaction.
 */
async function lockAudit(db: Kysely<IdentityTables>): Promise<void> {
  await db
    .updateTable('facts')
    .set({ value: sql<string>`value` })
    .where('name', '=', Fact.key)
    .execute();
}

async function lastOf(db: Kysely<IdentityTables>): Promise<Place> {
  const last = await db
    .selectFrom('audit')
    .select(['seq', 'mac'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? BEGIN;
}

function macOf({ box }: IdentityContext, before: string, entry: AuditEntry): string {
  const { seq, at, uid, act, detail } = entry;
  return box.auditMac(JSON.stringify([before, seq, at, uid, act, detail]));
}

function endMac({ box }: IdentityContext, { seq, mac }: Place): string {
  return box.auditMac(JSON.stringify(['end', seq, mac]));
}

/** The newest entries, of one user or of all, newest first. */
export async function listAudit(
  { db }: IdentityContext,
  input: { readonly uid?: number | undefined; readonly limit: number },
): Promise<AuditEntry[]> {
  checkInteger('limit', input.limit, 1, PAGE);
  const all = db.selectFrom('audit').select(['seq', 'at', 'uid', 'act', 'detail']);
  const asked = input.uid === undefined ? all : all.where('uid', '=', input.uid);
  return asked.orderBy('seq', 'desc').limit(input.limit).execute();
}

/** Looks at every entry. */
export async function checkAudit(context: IdentityContext): Promise<AuditState> {
  const { db } = context;
  let last: Place = BEGIN;
  for (;;) {
    const page = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', last.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const { mac, ...entry } of page) {
      const right = entry.seq === last.seq + 1 && macOf(context, last.mac, entry) === mac;
      if (!right) return { entries: last.seq, faultAt: last.seq + 1 };
      last = { seq: entry.seq, mac };
    }
    if (page.length < PAGE) break;
  }
  const ends = await db.selectFrom('audit_end').selectAll().execute();
  const [end] = ends;
  const whole =
    last.seq === 0
      ? ends.length === 0
      : ends.length === 1 && end?.seq === last.seq && end.mac === endMac(context, last);
  return { entries: last.seq, faultAt: whole ? 0 : last.seq + 1 };
}

/** Notes what the operator is about to do. */
export async function noteOperation(
  context: IdentityContext,
  { operation, detail }: { readonly operation: string; readonly detail: string },
): Promise<void> {
  await appendAudit(context, { uid: 0, act: `operator ${operation}`, detail });
}

/** Notes that a request of somebody who is signed in was refused. */
export async function noteRefusal(
  context: IdentityContext,
  { uid, reason }: { readonly uid: number; readonly reason: string },
): Promise<void> {
  await appendAudit(context, { uid, act: `request refused: ${reason}`, detail: '{}' });
}

/** Calls that are noted when a proof was refused. */
const PROOFS: ReadonlySet<string> = new Set([
  'changePassword',
  'confirmAuthenticator',
  'proveAgain',
  'resetPassword',
  'thawSelf',
  'verifyLogin',
  'verifyPasskeyLogin',
]);
const REFUSALS: ReadonlySet<string> = new Set([
  'badCredentials',
  'badCode',
  'badPasskey',
  'resetOver',
  'accountFrozen',
  'selfFrozen',
  'accountClosed',
]);
/** Fields of a call that say what it was about; none of them can hold a secret. */
const TOLD = [
  'apiKey',
  'by',
  'id',
  'madeBy',
  'root',
  'status',
  'disabled',
  'frozen',
  'permissions',
  'ipList',
  'venue',
  'expiresAt',
  'portfolio',
  'coin',
  'detail',
];

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/**
 * Acts that their person can do again and again, and that are not urgent: more of them than the budget has
 * are refused, so that nobody fills the log. What stops somebody, and what follows from money, is never refused.
 */
const REPEATABLE: ReadonlySet<NotedAct> = new Set([
  'addAddress',
  'confirmAuthenticator',
  'createApiKey',
  'createSession',
  'renewBackupCodes',
  'setAntiPhishing',
  'updateApiKey',
  'updateSubAccount',
]);

/**
 * Notes an act at the end of its transaction. Throws `loginBackoff` where its person did too much of late.
 * @param about its call, with the user it is of
 */
export async function note<About extends { readonly uid: number }>(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  act: NotedAct,
  about: About,
): Promise<void> {
  const { uid } = about;
  if (REPEATABLE.has(act)) await spend(db, `acts ${uid}`, ACTS_BUDGET, context.now());
  await append(context, db, { uid, act, detail: detailOf(about) });
  if (isNotified(act, about)) context.noticesChanged({ uid, venue: 'live' });
}

/** A proof that was refused, to be noted; null = it was something else. */
export function refusalOf(method: string, input: unknown, error: unknown): AuditedAct | null {
  if (!PROOFS.has(method) || !(error instanceof RecordsError) || !REFUSALS.has(error.code)) {
    return null;
  }
  const asked = fieldsOf(input);
  const uid = Number(asked['uid'] ?? 0);
  return { uid, act: `${method} refused: ${error.code}`, detail: detailOf(asked) };
}

/** What an entry says of a call. */
export function detailOf(call: object): string {
  const asked = fieldsOf(call);
  const address = asked['address'] ?? fieldsOf(asked['origin'])['address'];
  const told = TOLD.filter((name) => asked[name] !== undefined);
  const about = Object.fromEntries(told.map((name) => [name, asked[name]]));
  return JSON.stringify(address === undefined ? about : { ...about, address });
}
