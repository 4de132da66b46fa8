import { beforeEach, describe, expect, test } from 'vitest';
import { type AccountSettings, type Base, syncRound, type Texts } from './sync-round.ts';
import { keyOf, settingOf } from './synced-keys.ts';

const UID = '1000';
const NONE: Base = { uid: '', agreed: {} };
const drawings = (...ids: string[]) =>
  JSON.stringify({ version: 1, drawings: ids.map((id) => ({ id })) });

/** An account as the server keeps it: versions grow with each change. */
class Account implements AccountSettings {
  readonly rows = new Map<string, { text: string; version: number }>();
  time = 100;
  calls = 0;
  readonly refuses = new Set<string>();
  /** What somebody else does before the next call that changes something. */
  meanwhile: (() => void) | null = null;

  set(name: string, text: string): void {
    this.time += 1;
    this.rows.set(name, { text, version: this.time });
  }
  async versions() {
    this.calls += 1;
    return Object.fromEntries([...this.rows].map(([name, { version }]) => [name, version]));
  }
  async read(name: string) {
    this.calls += 1;
    return this.rows.get(name)?.text ?? 'null';
  }
  async put(name: string, text: string, replaces: number) {
    this.calls += 1;
    this.meanwhile?.();
    this.meanwhile = null;
    if (this.refuses.has(name)) throw new Error('refused');
    if ((this.rows.get(name)?.version ?? 0) !== replaces) return null;
    this.set(name, text);
    return this.time;
  }
  async drop(name: string, version: number) {
    this.calls += 1;
    this.meanwhile?.();
    this.meanwhile = null;
    if (this.rows.get(name)?.version !== version) return false;
    return this.rows.delete(name);
  }
}

/** A browser with its own texts. */
class Device implements Texts {
  readonly texts = new Map<string, string>();
  base = NONE;
  keys = () => [...this.texts.keys()];
  read = (key: string) => this.texts.get(key) ?? null;
  adopt = (key: string, text: string | null) => {
    if (text === null) this.texts.delete(key);
    else this.texts.set(key, text);
  };
  async sync(account: Account, uid = UID): Promise<boolean> {
    const { base, complete } = await syncRound(this.base, uid, this, account);
    this.base = base;
    return complete;
  }
}

let account: Account;
let desktop: Device;
let phone: Device;

beforeEach(() => {
  account = new Account();
  desktop = new Device();
  phone = new Device();
});

describe('names', () => {
  test.each([
    ['drawings:BTCUSDT', 'drawings.BTCUSDT'],
    ['drawings:BTCUSDT.margin', 'drawings.BTCUSDT.margin'],
    ['terminal-view:paper', 'terminal-view.paper'],
    ['drawing-styles', 'drawing-styles'],
    ['desk-keys:1000', 'desk-keys'],
  ])('%s is kept as %s, and back', (key, name) => {
    expect(settingOf(key, UID)).toBe(name);
    expect(keyOf(name, UID)).toBe(key);
  });

  test.each([
    'theme',
    'desk-keys:1001',
    'drawings',
    'drawings:',
    'drawings:a b',
    'settings-synced',
  ])('%s stays in the browser', (key) => expect(settingOf(key, UID)).toBeNull());

  test.each(['riskMails', 'favourites', 'drawings:BTCUSDT', 'terminal-view.'])(
    '%s is none of these settings',
    (name) => expect(keyOf(name, UID)).toBeNull(),
  );
});

describe('a round', () => {
  test('takes what a visitor drew into the account, and from there to another device', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    desktop.texts.set('theme', 'dark');
    expect(await desktop.sync(account)).toBe(true);
    expect([...account.rows.keys()]).toEqual(['drawings.BTCUSDT']);
    await phone.sync(account);
    expect(phone.read('drawings:BTCUSDT')).toBe(drawings('a'));
  });

  test('asks for one list where nothing has changed', async () => {
    desktop.texts.set('drawing-styles', '{}');
    await desktop.sync(account);
    account.calls = 0;
    await desktop.sync(account);
    expect(account.calls).toBe(1);
  });

  test('a removal goes the same way, either way', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    await desktop.sync(account);
    await phone.sync(account);
    phone.adopt('drawings:BTCUSDT', null);
    await phone.sync(account);
    expect(account.rows.size).toBe(0);
    await desktop.sync(account);
    expect(desktop.read('drawings:BTCUSDT')).toBeNull();
    expect(desktop.base.agreed).toEqual({});
  });

  test('drawings that were made on both are both kept', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    phone.texts.set('drawings:BTCUSDT', drawings('b'));
    await desktop.sync(account);
    await phone.sync(account);
    await desktop.sync(account);
    for (const device of [desktop, phone]) {
      expect(device.read('drawings:BTCUSDT')).toBe(drawings('b', 'a'));
    }
  });

  test('an arrangement of a device that is new here gives way to that of the account', async () => {
    desktop.texts.set('terminal-view:live', '{"bookView":"bids"}');
    await desktop.sync(account);
    phone.texts.set('terminal-view:live', '{"bookView":"asks"}');
    await phone.sync(account);
    expect(phone.read('terminal-view:live')).toBe('{"bookView":"bids"}');
    // Later the one that was made last, here, counts.
    account.set('terminal-view.live', '{"bookView":"both"}');
    phone.texts.set('terminal-view:live', '{"bookView":"asks"}');
    await phone.sync(account);
    expect(account.rows.get('terminal-view.live')?.text).toBe('{"bookView":"asks"}');
  });

  test('what was removed there and changed here stays', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    await desktop.sync(account);
    account.rows.clear();
    desktop.texts.set('drawings:BTCUSDT', drawings('a', 'b'));
    await desktop.sync(account);
    expect(account.rows.get('drawings.BTCUSDT')?.text).toBe(drawings('a', 'b'));
  });

  test('an account that changes meanwhile is not overwritten: another round merges', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    await desktop.sync(account);
    desktop.texts.set('drawings:BTCUSDT', drawings('a', 'b'));
    account.meanwhile = () => account.set('drawings.BTCUSDT', drawings('a', 'c'));
    expect(await desktop.sync(account)).toBe(false);
    expect(await desktop.sync(account)).toBe(true);
    expect(account.rows.get('drawings.BTCUSDT')?.text).toContain('"c"');
    expect(account.rows.get('drawings.BTCUSDT')?.text).toContain('"b"');
  });

  test('what is removed here and changed meanwhile there stays, and comes here', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    await desktop.sync(account);
    desktop.adopt('drawings:BTCUSDT', null);
    account.meanwhile = () => account.set('drawings.BTCUSDT', drawings('a', 'b'));
    expect(await desktop.sync(account)).toBe(false);
    expect(await desktop.sync(account)).toBe(true);
    expect(desktop.read('drawings:BTCUSDT')).toBe(drawings('a', 'b'));
  });

  test.each([
    ['drawings', (side: string) => Array.from({ length: 120 }, (_, n) => `${side}${n}`)],
    ['characters', (side: string) => [side.repeat(40_000)]],
  ])('two that are too many %s together stay apart, and nothing is lost', async (_what, ids) => {
    desktop.texts.set('drawings:BTCUSDT', drawings(...ids('a')));
    phone.texts.set('drawings:BTCUSDT', drawings(...ids('b')));
    await desktop.sync(account);
    expect(await phone.sync(account)).toBe(true);
    expect(phone.read('drawings:BTCUSDT')).toBe(drawings(...ids('b')));
    expect(account.rows.get('drawings.BTCUSDT')?.text).toBe(drawings(...ids('a')));
  });

  test('one that is refused does not hold the others up, and is tried again', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    desktop.texts.set('drawing-styles', '{}');
    account.refuses.add('drawings.BTCUSDT');
    await desktop.sync(account);
    expect([...account.rows.keys()]).toEqual(['drawing-styles']);
    account.refuses.clear();
    await desktop.sync(account);
    expect(account.rows.size).toBe(2);
  });

  test('somebody else who signs in here gets nothing of it, and the account keeps all', async () => {
    desktop.texts.set('drawings:BTCUSDT', drawings('a'));
    desktop.texts.set('desk-keys:1000', '{"keys":{}}');
    await desktop.sync(account);
    const other = new Account();
    await desktop.sync(other, '2000');
    expect(other.rows.size).toBe(0);
    expect(desktop.keys()).toEqual([]);
    await desktop.sync(account);
    expect(desktop.read('drawings:BTCUSDT')).toBe(drawings('a'));
    expect(desktop.read('desk-keys:1000')).toBe('{"keys":{}}');
  });
});
