/** Fee levels as the pages are told of them. */
import { EventKind, FeeGrantKind, levelSums, parseWireUserId, rowsOf } from '@halcyon/domain';
import type { FeeChanges, FeeScheduleInfo, OwnFees } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1/fees';
const TIERS = [
  { makerPpm: 1_000, takerPpm: 1_500, volumeFrom: 0, contractVolumeFrom: 0, assetsFrom: 0 },
  {
    ...{ makerPpm: 500, takerPpm: 1_000, marginTakerPpm: 900, contractTakerPpm: 400 },
    ...{ volumeFrom: 9_000, withdrawalDay: 70_000 },
  },
  { makerPpm: 0, takerPpm: 0 },
];
let server: TestGateway;
let browser: Browser;
let user: number;

beforeAll(async () => {
  server = await startTestGateway({ requestFactors: [1, 2] });
  const { seq } = server.engine;
  server.records.push(rowsOf({ firstSeq: 1, lastSeq: seq, time: 1, events: [] }));
  server.engine.onCommit((batch) => server.records.push(rowsOf(batch)));
  server.engine.commit([{ kind: EventKind.instrumentSet, instrument: CONTRACT }]);
  server.engine.commit([{ kind: EventKind.feeScheduleSet, tiers: TIERS, discounts: [10] }]);
  browser = new Browser(server.url);
  user = parseWireUserId(await browser.register('fees@example.com')) ?? 0;
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function read<T>(path = ''): Promise<T> {
  const answer = await browser.call<T>('GET', API + path);
  expect([answer.status, answer.msg]).toEqual([200, 'success']);
  return answer.data;
}

describe('fees', () => {
  it('of all levels are public; the tier of the simulated traders is no level', async () => {
    const { data } = await new Browser(server.url).call<FeeScheduleInfo>('GET', API);
    expect(data.levels).toEqual([
      {
        ...{ level: 0, spotVolume: 0, futuresVolume: 0, assets: 0, requests: 1 },
        spot: { maker: '0.001', taker: '0.0015' },
        margin: { maker: '0.001', taker: '0.0015' },
        futures: { maker: '0.0002', taker: '0.0006' },
        withdrawalDay: null,
      },
      {
        ...{ level: 1, spotVolume: 9_000, futuresVolume: null, assets: null, requests: 2 },
        spot: { maker: '0.0005', taker: '0.001' },
        margin: { maker: '0.0005', taker: '0.0009' },
        futures: { maker: '0.0002', taker: '0.0004' },
        withdrawalDay: 70_000,
      },
    ]);
  });

  it('of oneself are for who is signed in', async () => {
    for (const path of ['/own', '/changes']) {
      expect((await new Browser(server.url).call('GET', API + path)).status).toBe(401);
    }
    const own = await read<OwnFees>('/own');
    expect(own).toMatchObject({ level: 0, discount: 0, earned: 0, grants: [] });
    expect(levelSums(own.now)).toEqual({ spotVolume: 0n, futuresVolume: 0n, assets: 0n, level: 0 });
    expect(await read<FeeChanges>('/changes')).toEqual({ rows: [], next: null });
  });

  it('follow what was earned and given, each with what it follows from', async () => {
    const receipt = { ...(await read<OwnFees>('/own')).now, day: 20_000 };
    const grant = { id: 1, kind: FeeGrantKind.discount, value: 10, until: 5 };
    const by = { actor: 'test', reason: 'thanks' };
    const users = [{ user, level: 1, receipt: JSON.stringify(receipt) }];
    const { engine } = server;
    engine.commit([
      { kind: EventKind.levelsEarned, day: 20_000, upTo: user, done: true, users },
      { kind: EventKind.feeTierSet, user, tier: 1 },
    ]);
    engine.commit([
      { kind: EventKind.feeGrantGiven, user, grant, ...by },
      { kind: EventKind.feeTierSet, user, tier: 17 },
    ]);
    await server.records.reached(engine.seq);
    expect(await read<OwnFees>('/own')).toMatchObject({
      ...{ level: 1, discount: 10, earned: 1, earnedDay: 20_000 },
      rates: {
        spot: { maker: '0.00045', taker: '0.0009' },
        margin: { maker: '0.00045', taker: '0.00081' },
        futures: { maker: '0.00018', taker: '0.00036' },
      },
      grants: [{ id: 1, kind: 'discount', value: 10, until: 5 }],
    });
    const { rows, next } = await read<FeeChanges>('/changes');
    expect(next).toBeNull();
    expect(rows).toMatchObject([
      { change: 'given', grant: { kind: 'discount', value: 10 }, receipt: null, reason: 'thanks' },
      { change: 'earned', grant: null, level: 1, receipt },
    ]);
    expect((await browser.call('GET', `${API}/changes?limit=0`)).status).toBe(400);
    expect((await read<FeeChanges>(`/changes?before=${rows[0]!.id}`)).rows).toEqual([rows[1]]);
    const stranger = new Browser(server.url);
    await stranger.register('stranger@example.com');
    const other = await stranger.call<FeeChanges>('GET', `${API}/changes`);
    expect(other.data).toEqual({ rows: [], next: null });
  });
});
