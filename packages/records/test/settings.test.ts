/** Settings of a person: by name, with versions, and not more than there may be. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS_PER_USER } from '../src/identity/limits.ts';
import {
  deleteSetting,
  getSetting,
  listSettings,
  putSetting,
  settingVersions,
} from '../src/identity/settings.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity, refused, tally } from './identity-setup.ts';

onBothDatabases('identity', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  describe('settings', () => {
    test('are stored, replaced, listed and deleted by user', async () => {
      const { context } = identity;
      const put = (uid: number, name: string, value: string) =>
        putSetting(context, { uid, name, value });
      await put(700, 'favourites', '["BTCUSDT"]');
      await put(700, 'favourites', '["ETHUSDT"]');
      await put(701, 'favourites', '[]');
      expect(await getSetting(context, { uid: 700, name: 'favourites' })).toBe('["ETHUSDT"]');
      expect(await getSetting(context, { uid: 702, name: 'favourites' })).toBeNull();
      await put(700, 'layout', '{"a":1}');
      expect((await listSettings(context, { uid: 700 })).map(({ name }) => name)).toEqual([
        'favourites',
        'layout',
      ]);
      expect(await deleteSetting(context, { uid: 700, name: 'layout' })).toBe(true);
      expect(await deleteSetting(context, { uid: 700, name: 'layout' })).toBe(false);
    });

    test('have a version, and are replaced by who knows it', async () => {
      const { context } = identity;
      const put = (value: string, replaces?: number) =>
        putSetting(context, { uid: 705, name: 'layout', value, replaces });
      const first = await put('1', 0);
      // In the same ms, too.
      const second = await put('2', first);
      expect(second).toBeGreaterThan(first);
      expect(await settingVersions(context, { uid: 705 })).toEqual([
        { name: 'layout', version: second },
      ]);
      for (const other of [0, first, second + 1]) await refused(put('3', other), 'settingChanged');
      const both = await tally([put('4', second), put('5', second)]);
      expect(both).toEqual({ fulfilled: 1, codes: ['settingChanged'] });
      await deleteSetting(context, { uid: 705, name: 'layout' });
      await refused(put('6', second), 'settingChanged');
      const forget = (version: number) =>
        deleteSetting(context, { uid: 705, name: 'layout', version });
      await refused(forget(second), 'settingChanged');
      const seventh = await put('7', 0);
      await refused(forget(second), 'settingChanged');
      expect(await forget(seventh)).toBe(true);
      expect(await forget(0)).toBe(false);
      await put('6');
    });

    test('have limits', async () => {
      const { context } = identity;
      const put = (name: string, value: string) => putSetting(context, { uid: 710, name, value });
      expect((await refused(put('x', '{'), 'badRequest')).field).toBe('value');
      expect((await refused(put('x', `"${'x'.repeat(65_536)}"`), 'badRequest')).field).toBe(
        'value',
      );
      expect((await refused(put('', '1'), 'badRequest')).field).toBe('name');
      for (let i = 0; i < SETTINGS_PER_USER; i++) await put(`s${i}`, '1');
      await refused(put('one more', '1'), 'limitReached');
      await put('s0', '2');
    });

    test('S17: 50 new ones at once do not pass their number', async () => {
      const { context } = identity;
      await identity.user(711);
      const put = (name: string) => putSetting(context, { uid: 711, name, value: '1' });
      for (let i = 3; i < SETTINGS_PER_USER; i++) await put(`s${i}`);
      const result = await tally(Array.from({ length: 50 }, (_, i) => put(`layout-${i}`)));
      expect(result).toEqual({ fulfilled: 3, codes: ['limitReached'] });
    });
  });
});
