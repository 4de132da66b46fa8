/** Those who attack every route and channel: people, and keys that may do less than they try. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rowsOf } from '@halcyon/domain';
import { PERMISSIONS, type Permission } from '@halcyon/protocol';
import { Browser, startTestGateway, type TestGateway } from '../src/web/testing/gateway.ts';

export const PASSPHRASE = 'passphrase1';

/** A key with its secret. */
export interface Key {
  readonly apiKey: string;
  readonly secret: string;
}

/** Somebody who is signed in. */
export interface Person {
  readonly uid: number;
  readonly browser: Browser;
}

interface KeySettings {
  readonly permissions?: readonly Permission[];
  readonly ipList?: readonly string[];
  readonly venue?: 'live' | 'paper';
}

/** See the head of the file. */
export class Matrix {
  readonly server: TestGateway;
  owner!: Person;
  other!: Person;
  /** A sub-account of the owner. */
  sub!: number;
  /** One of the owner's that is frozen, and one of somebody else's. */
  frozenSub!: number;
  foreignSub!: number;
  readonly #keys = new Map<string, Key>();

  private constructor(server: TestGateway) {
    this.server = server;
  }

  /** Starts a gateway with all of them. */
  static async open(): Promise<Matrix> {
    const server = await startTestGateway();
    followedByRecords(server);
    const matrix = new Matrix(server);
    matrix.owner = await matrix.person('owner');
    matrix.other = await matrix.person('other');
    const frozen = await matrix.person('frozen');
    const { owner } = matrix;
    for (const name of ['good', 'expired', 'revoked', 'off']) await matrix.addKey(name, owner);
    await matrix.addKey('other', matrix.other);
    await matrix.addKey('frozen', frozen);
    await matrix.addKey('elsewhere', owner, { ipList: ['10.0.0.0/8'] });
    await matrix.addKey('paper', owner, { venue: 'paper' });
    await matrix.addKey('read', owner, { permissions: ['read'] });
    for (const missing of PERMISSIONS) {
      const permissions = PERMISSIONS.filter((one) => one !== missing);
      await matrix.addKey(`without ${missing}`, owner, { permissions });
    }
    await matrix.#addSubAccounts(frozen);
    await matrix.#spoil(frozen);
    return matrix;
  }

  /** Registers somebody and signs in. */
  async person(name: string): Promise<Person> {
    const browser = new Browser(this.server.url);
    const email = `${name}@example.com`;
    await browser.register(email);
    const user = await this.server.records.identity.userByEmail({ email });
    if (user === null) throw new Error(`${email} is not registered`);
    return { uid: user.uid, browser };
  }

  keyOf(name: string): Key {
    const key = this.#keys.get(name);
    if (key === undefined) throw new Error(`there is no key ${name}`);
    return key;
  }

  /** Changes what is stored without anybody being told, as time would. */
  store(statement: string, ...values: (string | number)[]): void {
    const file = new DatabaseSync(join(this.server.folder, 'identity.db'));
    file.exec('pragma busy_timeout = 5000');
    file.prepare(statement).run(...values);
    file.close();
  }

  /** Ends the gateway. @throws Error when it had anything to complain about */
  async close(): Promise<void> {
    await this.server.close();
    if (this.server.problems.length > 0) throw new Error(this.server.problems.join('\n'));
  }

  /**
   * One of the owner's with all that it can be allowed, one that may only read, one that is frozen, and
   * one of somebody who is going to be.
   */
  async #addSubAccounts(toFreeze: Person): Promise<void> {
    const { family } = this.server.gateway;
    const open = async (name: string, root = this.owner) =>
      (await family.create(root.uid, name)).uid;
    const permissions = PERMISSIONS.filter((one) => one !== 'withdraw' && one !== 'copy');
    this.sub = await open('subsubsu');
    await this.addKey('sub', { uid: this.sub }, { permissions });
    const reader = await open('readerrr');
    await this.addKey('sub that may read', { uid: reader }, { permissions });
    const only = { root: this.owner.uid, uid: reader, permissions: ['read'] } as const;
    await family.change(only);
    const frozen = await open('frozenfr');
    this.frozenSub = frozen;
    await this.addKey('frozen sub', { uid: frozen }, { permissions });
    await family.change({ root: this.owner.uid, uid: frozen, frozen: true });
    const orphan = await open('orphansu', toFreeze);
    this.foreignSub = orphan;
    await this.addKey('sub of frozen', { uid: orphan }, { permissions });
  }

  /** A new key of somebody, under a name. */
  async addKey(name: string, { uid }: Pick<Person, 'uid'>, more: KeySettings = {}): Promise<void> {
    const made = await this.server.records.identity.createApiKey({
      uid,
      label: 'matrix',
      type: 'hmac',
      passphrase: PASSPHRASE,
      permissions: PERMISSIONS,
      ipList: ['127.0.0.1'],
      venue: 'live',
      tier: 'maker',
      expiresAt: 0,
      ...more,
    });
    this.#keys.set(name, { apiKey: made.record.apiKey, secret: made.secretKey });
  }

  /** Takes from some keys what they had. */
  async #spoil(frozen: Person): Promise<void> {
    const { identity } = this.server.records;
    const { apiKey } = this.keyOf('revoked');
    await identity.deleteApiKey({ uid: this.owner.uid, apiKey });
    await identity.setUserStatus({ uid: frozen.uid, status: 'frozen' });
    const change = (column: string) => `update api_keys set ${column} = 1 where api_key = ?1`;
    this.store(change('expires_at'), this.keyOf('expired').apiKey);
    this.store(change('disabled_at'), this.keyOf('off').apiKey);
  }
}

/** Records keep up: whoever is let in is answered, where a question to records behind would wait for them in vain. */
function followedByRecords({ engine, records }: TestGateway): void {
  records.push(rowsOf({ firstSeq: 1, lastSeq: engine.seq, time: 1, events: [] }));
  engine.onCommit((batch) => records.push(rowsOf(batch)));
}
