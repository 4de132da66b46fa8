/** A root with sub-accounts for tests of the REST side: real core, real records worker. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandKind, rowsOf } from '@halcyon/domain';
import { preHash } from '@halcyon/protocol';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { expect } from 'vitest';
import { ALICE, BOB, listOf, type RestAnswer, TestRest, textOf } from './harness.ts';

export const USER = '/user';
export const PASS = 'passphrase9';

/** A key that was just made. */
export interface SubKey {
  readonly apiKey: string;
  readonly secret: string;
}

/** A transfer of 1,000 USDT between the spot accounts of two. */
export const transferOf = (fromUserId: string, toUserId: string, more: object = {}) => ({
  ...{ fromType: 'spot', toType: 'spot', amount: '1000', coin: 'USDT', fromUserId, toUserId },
  ...more,
});

/** Puts the keys of the test among those that are stored, because keys that they make end with them. */
function store({ keys }: TestRest, file: string): void {
  const identity = new DatabaseSync(file);
  identity.exec('pragma busy_timeout = 5000');
  const columns = identity.prepare('select name from pragma_table_info(?)').all('api_keys');
  const texts: ReadonlySet<unknown> = new Set(['label', 'type', 'secret', 'public_key', 'made_by']);
  for (const { apiKey, uid, expiresAt } of keys.values()) {
    const known: Record<string, string | number> = { api_key: apiKey, uid, expires_at: expiresAt };
    const names = columns.map(({ name }) => String(name));
    const row = names.map((name) => known[name] ?? (texts.has(name) ? '' : 0));
    identity
      .prepare(`insert into api_keys (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(...row);
  }
  identity.close();
}

/** See the head of the file; Alice is the root. */
export class SubAccountsFixture {
  readonly rest: TestRest;
  readonly records: RecordsClient;
  readonly #folder: string;

  private constructor(rest: TestRest, records: RecordsClient, folder: string) {
    this.rest = rest;
    this.records = records;
    this.#folder = folder;
  }

  /** @param prepare adds what the test needs before requests are served */
  static async open(prepare: (rest: TestRest) => void = () => {}): Promise<SubAccountsFixture> {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-family-'));
    const hashCost = { memoryKib: 8, passes: 1, parallelism: 1 };
    const records = await RecordsClient.open({ dataFolder: folder, hashCost }, onThisThread);
    const rest = await TestRest.open((before) => {
      before.engine.onCommit((batch) => records.push(rowsOf(batch)));
      before.engine.apply({ kind: CommandKind.setRules, version: 7 });
      before.history = records.history;
      before.users = records.identity;
      before.subAccounts = records.identity;
      before.moreKeys = records.identity.apiKeyByKey;
      prepare(before);
    });
    const password = 'correct horse battery staple';
    for (const uid of [ALICE, BOB]) {
      await records.identity.createUser({ uid, email: `${uid}@example.com`, password });
    }
    store(rest, join(folder, 'identity.db'));
    return new SubAccountsFixture(rest, records, folder);
  }

  async close(): Promise<void> {
    await this.rest.app.close();
    await this.records.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Makes a sub-account of Alice; its uid. */
  async made(name: string): Promise<string> {
    const answer = await this.rest.alice('POST', `${USER}/create-virtual-subaccount`, {
      subAccountList: [name],
    });
    return textOf(listOf(answer.body.data['successList'])[0]?.['subaAccountUid']);
  }

  /** A new key of a sub-account. */
  async keyOf(subAccountUid: string, permList: readonly string[]): Promise<SubKey> {
    const { body } = await this.rest.alice('POST', `${USER}/create-virtual-subaccount-apikey`, {
      ...{ subAccountUid, passphrase: PASS, label: 'bot', permList },
    });
    expect(body.code).toBe('00000');
    const { data } = body;
    return { apiKey: textOf(data['subAccountApiKey']), secret: textOf(data['secretKey']) };
  }

  /** A request signed by such a key. */
  async by(
    { apiKey, secret }: SubKey,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<RestAnswer['body']> {
    const { rest } = this;
    rest.now += 1;
    const text = body === undefined ? '' : JSON.stringify(body);
    const at = String(rest.now);
    const sign = createHmac('sha256', secret).update(preHash(at, method, path, '', text));
    const headers = {
      'access-key': apiKey,
      'access-sign': sign.digest('base64'),
      'access-timestamp': at,
      'access-passphrase': PASS,
    };
    return (await rest.raw(method, path, text, { headers })).body;
  }
}
