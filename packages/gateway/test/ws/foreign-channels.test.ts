/**
 * S8, S14: whatever happens to a person is told to that person alone. Another person, and the person's own
 * sub-account, listen to every private channel that there is while one of everything is made; over order
 * entry they name what the person has. The person's own channels are the proof that there was something
 * to be told.
 */
import { createHmac } from 'node:crypto';
import { wireId } from '@halcyon/domain';
import { CHANNELS, channelSpec, PRIVATE_CHANNELS } from '@halcyon/protocol';
import type { TObject } from 'typebox';
import { Errors } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerMessage, TestClient } from '../../src/ws/testing/client.ts';
import { Estate } from '../estate.ts';
import { type Key, PASSPHRASE } from '../matrix.ts';
import { thingsOf } from '../things.ts';

let estate: Estate;
const clients: TestClient[] = [];

beforeAll(async () => {
  estate = await Estate.open();
});

afterAll(async () => {
  for (const client of clients) client.end();
  await estate.close();
});

/** Channels that tell of what these things do not make: deleveraging, and contracts that are not listed. */
const SILENT = /adl-noti|^(?:COIN|USDC)-FUTURES/;

async function loggedIn({ apiKey, secret }: Key): Promise<TestClient> {
  const url = `${estate.server.url.replace('http', 'ws')}/v2/ws/private`;
  const client = await new TestClient(url).opened();
  clients.push(client);
  const at = Date.now();
  const sign = createHmac('sha256', secret).update(`${at}GET/user/verify`).digest('base64');
  const login = { apiKey, passphrase: PASSPHRASE, timestamp: String(at), sign };
  client.send({ op: 'login', args: [login] });
  await client.answer('login');
  return client;
}

const nameOf = ({ instType, channel }: { instType?: unknown; channel?: unknown }) =>
  `${String(instType)} ${String(channel)}`;
const pushes = (client: TestClient): ServerMessage[] =>
  client.told.filter(({ data }) => data !== undefined);

/** Somebody who has subscribed to every private channel and was told how it stands. */
async function listener(key: Key): Promise<TestClient> {
  const client = await loggedIn(key);
  for (const { instType, channel } of PRIVATE_CHANNELS) {
    client.subscribe({ instType, channel, instId: 'default', coin: 'default' });
    await client.answer('subscribe');
  }
  expect(client.told.filter(({ event }) => event === 'error')).toEqual([]);
  return client;
}

/** Subscribes to every public channel of the instruments that there are. */
async function watchMarkets(client: TestClient): Promise<string[]> {
  const watched: string[] = [];
  for (const { needs, instTypes, names } of CHANNELS) {
    if (needs !== null) continue;
    for (const instType of instTypes) {
      if (/^(?:COIN|USDC)-/.test(instType)) continue;
      for (const channel of names) {
        client.subscribe({ instType, channel, instId: 'BTCUSDT' });
        await client.answer('subscribe');
        watched.push(nameOf({ instType, channel }));
      }
    }
  }
  return watched;
}

/** What of the rows of pushes is not as their channels are declared, fields too many among them. */
function undeclared(told: readonly ServerMessage[]): string[] {
  return told.flatMap(({ arg, data }) => {
    const name = nameOf(arg ?? {});
    const row = channelSpec(String(arg?.['instType']), String(arg?.['channel']))?.row;
    if (row === undefined) return [`${name} is not declared`];
    const known = Object.keys((row as TObject).properties ?? {});
    return (data ?? []).flatMap((one) => {
      const wrong = Errors(row, one).map(
        ({ instancePath, message }) => `${instancePath} ${message}`,
      );
      const more = Array.isArray(one) ? [] : Object.keys(one as object);
      return [...wrong, ...more.filter((key) => !known.includes(key))].map(
        (what) => `${name}: ${what} of ${JSON.stringify(one)}`,
      );
    });
  });
}

/** Whatever was to be told has been. */
async function settled(client: TestClient): Promise<void> {
  const before = client.texts.length;
  client.send('ping');
  await client.until(() => client.texts.slice(before).includes('pong'));
}

describe('S8 S14 private channels', () => {
  it('tell a person what is theirs, and nobody else, their sub-account neither', async () => {
    const { owner, other } = estate;
    estate.prices();
    const own = await listener(owner.key);
    const watched = await watchMarkets(own);
    const others = [await listener(other.key), await listener(owner.subKey)];
    for (const client of others) await settled(client);
    const [ownBefore, ...before] = [own, ...others].map((client) => pushes(client).length);
    // Whom a follower follows is the other person, whose own account is told of it.
    const things = Object.entries(thingsOf(estate)).filter(
      ([name]) => !/sub-account|who is followed|that follows/.test(name),
    );
    for (const [, make] of things) {
      estate.prices();
      await make();
    }
    await closePosition();

    const expected = PRIVATE_CHANNELS.map(nameOf).filter((name) => !SILENT.test(name));
    const told = () =>
      new Set(
        pushes(own)
          .slice(ownBefore)
          .map(({ arg }) => nameOf(arg ?? {})),
      );
    await own.until(() => expected.every((name) => told().has(name)));
    // Rows are what is declared, of the markets too.
    expect([...new Set(pushes(own).map(({ arg }) => nameOf(arg ?? {})))]).toEqual(
      expect.arrayContaining(watched),
    );
    expect(undeclared(pushes(own))).toEqual([]);
    for (const [i, client] of others.entries()) {
      await settled(client);
      expect(pushes(client).slice(before[i])).toEqual([]);
    }
  });

  it('S8 order entry knows no order of another', async () => {
    const { other, owner } = estate;
    const things = thingsOf(estate);
    for (const [instType, thing] of [
      ['SPOT', 'spot order'],
      ['USDT-FUTURES', 'contract order'],
    ] as const) {
      estate.prices();
      const { id } = await things[thing]!();
      const before = await estate.belongings(owner);
      for (const key of [other.key, owner.subKey]) {
        const client = await loggedIn(key);
        for (const channel of ['cancel-order', 'modify-order']) {
          const [foreign, none] = await Promise.all(
            [id, wireId(899_999)].map((orderId) => refused(client, instType, channel, orderId)),
          );
          expect([channel, foreign]).toEqual([channel, none]);
        }
      }
      expect(await estate.belongings(owner)).toBe(before);
    }
  });
});

async function closePosition(): Promise<void> {
  estate.bid();
  const fields = { symbol: 'BTCUSDT', productType: 'USDT-FUTURES' };
  await estate.asked('/mix/order/close-positions', fields);
}

let asked = 0;

/** Code and text of the refusal of an order that is changed. */
async function refused(
  client: TestClient,
  instType: string,
  channel: string,
  orderId: string,
): Promise<string> {
  const id = String(++asked);
  const params = { orderId, newPrice: '58000', newSize: '0.02', marginCoin: 'USDT' };
  client.send({ op: 'trade', args: [{ id, instType, instId: 'BTCUSDT', channel, params }] });
  const answer = () =>
    client.texts.find((text) => text.includes('"event":"error"') && text.includes(`"id":"${id}"`));
  await client.until(() => answer() !== undefined);
  const { code, msg } = JSON.parse(answer()!) as ServerMessage;
  return `${code} ${msg}`.replaceAll(orderId, '#');
}
