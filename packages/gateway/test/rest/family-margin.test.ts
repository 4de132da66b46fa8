/** Isolated margin accounts of a root and its sub-accounts on the wire: money goes there and back. */
import { type CommandInput, parseWireUserId, wireUserId } from '@halcyon/domain';
import { lendingCommands } from '@halcyon/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_PEOPLE } from '../../src/http/context.ts';
import { moneyOf } from '../../src/translate/family-money.ts';
import { ALICE, type TestRest } from './harness.ts';
import { prices } from './margin-fixture.ts';
import { SubAccountsFixture, transferOf } from './sub-accounts-fixture.ts';

let desk: SubAccountsFixture;
let rest: TestRest;

beforeAll(async () => {
  desk = await SubAccountsFixture.open();
  ({ rest } = desk);
  const done = (command: CommandInput) => expect(rest.engine.apply(command).code).toBe(0);
  for (const command of lendingCommands(rest.views)) done(command);
  prices(rest, 60_000, 3_000);
});

afterAll(() => desk.close());

const path = '/spot/wallet/subaccount-transfer';
const pair = { toType: 'isolated_margin', symbol: 'BTCUSDT' };
const move = async (fields: object) => {
  const { body } = await rest.alice('POST', path, fields as Record<string, unknown>);
  return `${body.code} ${body.msg}`;
};
const spareOf = (uid: string) =>
  moneyOf({ views: rest.views, people: LIVE_PEOPLE }, parseWireUserId(uid) ?? 0).spare;

it('isolated margin of a pair goes to a sub-account, between two, and back', async () => {
  const [one, two] = [await desk.made('isolatea'), await desk.made('isolateb')];
  const own = wireUserId(ALICE);
  expect(await move(transferOf(own, one, pair))).toBe('00000 success');
  const there = { account: 'isolated_margin', symbol: 'BTCUSDT', coin: 'USDT' };
  expect(spareOf(one)).toEqual([{ ...there, amount: '1000' }]);
  const across = { ...pair, fromType: 'isolated_margin', amount: '400' };
  expect(await move(transferOf(one, two, across))).toBe('00000 success');
  expect([spareOf(one), spareOf(two)]).toEqual([
    [{ ...there, amount: '600' }],
    [{ ...there, amount: '400' }],
  ]);
  const home = { fromType: 'isolated_margin', symbol: 'BTCUSDT', amount: '400' };
  expect(await move(transferOf(two, own, home))).toBe('00000 success');
  expect(spareOf(two)).toEqual([]);
  expect(await move(transferOf(two, own, home))).toMatch(/^43012 /);
  const records = await rest.alice('GET', '/spot/account/sub-main-trans-record', { subUid: two });
  expect(records.body.data).toMatchObject([
    { fromType: 'isolated_margin', toType: 'spot', fromUserId: two, toUserId: own, size: '400' },
  ]);
});

it.each([
  [{ symbol: undefined }, /^40019 .*symbol/],
  [{ symbol: 'ETHUSDT' }, /^\d+ .*ETHUSDT/],
  [{ coin: 'ETH' }, /^\d+ .*BTC, USDT/],
  [{ fromType: 'crossed_margin', amount: '1' }, /^43012 /],
])('%j: refused', async (fields, refusal) => {
  const sub = wireUserId((await rest.family.all(ALICE))[0]?.uid ?? 0);
  const before = spareOf(sub);
  expect(await move(transferOf(wireUserId(ALICE), sub, { ...pair, ...fields }))).toMatch(refusal);
  expect(spareOf(sub)).toEqual(before);
});
