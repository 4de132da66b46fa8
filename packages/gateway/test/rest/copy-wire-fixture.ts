/** Copy trading by the trading API over an estate: its owner is the trader, the other one follows. */
import { AccountKind, accountOf, CommandKind, parseWireUserId } from '@halcyon/domain';
import { expect } from 'vitest';
import { Estate, type Fields, type Holder } from '../estate.ts';
import type { Key } from '../matrix.ts';

export const TRADER = '/api/v2/copy/mix-trader';
export const FOLLOWER = '/api/v2/copy/mix-follower';
export const MIX = { productType: 'USDT-FUTURES' };
export const CONTRACT = { ...MIX, symbol: 'BTCUSDT' };
export const ORDER = {
  ...CONTRACT,
  marginMode: 'crossed',
  marginCoin: 'USDT',
  orderType: 'market',
};

export let estate: Estate;
export let trader: Holder;
export let follower: Holder;

export async function openEstate(): Promise<void> {
  estate = await Estate.open();
  [trader, follower] = [estate.owner, estate.other];
}

// biome-ignore lint/suspicious/noExplicitAny: rows of many routes, whose fields the tests name
export type WireRow = any;

export interface WireSaid {
  readonly code: string;
  readonly msg: string;
  readonly reason?: string;
  readonly data: WireRow;
}

export async function said(key: Key, method: 'GET' | 'POST', path: string, fields: Fields = {}) {
  return JSON.parse((await estate.wire(key, method, path, fields)).text) as WireSaid;
}

export async function got(key: Key, path: string, fields: Fields = {}): Promise<WireRow> {
  const { code, msg, data } = await said(key, 'GET', path, fields);
  expect([path, code, msg]).toEqual([path, '00000', 'success']);
  return data;
}

export async function done(key: Key, path: string, fields: Fields): Promise<WireRow> {
  const { code, msg, data } = await said(key, 'POST', path, fields);
  expect([path, code, msg]).toEqual([path, '00000', 'success']);
  return data;
}

export async function opened(fields: Fields = {}): Promise<string> {
  const body = { amount: '1000', ...fields };
  const { text } = await estate.web(trader, 'POST', '/copy/portfolios', body);
  return (JSON.parse(text) as WireSaid).data.id as string;
}

export async function keyOf(traderId: string): Promise<Key> {
  const [made] = await done(trader.key, `${TRADER}/create-copy-api`, {
    traderId,
    passphrase: 'passphrase1',
  });
  expect(made.permissions).toEqual(['read', 'copy']);
  return { apiKey: made.apikey, secret: made.secret };
}

export const follow = (traderId: string, fields: Fields = {}) =>
  done(follower.key, `${FOLLOWER}/copy-settings`, { traderId, copyAmount: '500', ...fields });

/** The account of the portfolio that follows a trader. */
export function followed(traderId: string): number {
  const { state } = estate.server.engine.core;
  const [user] = [...state.copies.followersOf(parseWireUserId(traderId)!)].slice(-1);
  return accountOf(user!, AccountKind.usdtFutures);
}

/** Portions of a batch are worked out with the next commands. */
export const settle = () => {
  for (let i = 0; i < 3; i++) estate.server.engine.apply({ kind: CommandKind.tick });
};
