import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../packages/testkit/src/core/properties.ts';
import { backoffMs } from './backoff.ts';
import { batchArgs, type ChannelArg, channelKey, parseFrame } from './messages.ts';

describe('parseFrame', () => {
  it('tells pushes, events and pongs apart', () => {
    expect(parseFrame('pong').kind).toBe('pong');
    expect(parseFrame('{"event":"login","code":0,"msg":""}')).toMatchObject({
      kind: 'event',
      event: 'login',
      code: 0,
    });
    const push = parseFrame(
      '{"action":"update","arg":{"instType":"SPOT","channel":"books","instId":"X"},"data":[1],"ts":5}',
    );
    expect(push).toMatchObject({ kind: 'push', action: 'update', data: [1], ts: 5 });
    if (push.kind === 'push') expect(channelKey(push.arg)).toBe('SPOT:books:X');
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof parseFrame(text).kind).toBe('string');
      }),
    );
  });
});

describe('batchArgs', () => {
  it('keeps every argument, in order, and every message below the limit', () => {
    const args: ChannelArg[] = Array.from({ length: 300 }, (_, index) => ({
      instType: 'SPOT',
      channel: 'ticker',
      instId: `COIN${index}USDT`,
    }));
    const batches = batchArgs(args, 4_096);
    expect(batches.flat()).toEqual(args);
    expect(batches.length).toBeGreaterThan(1);
    for (const batch of batches) {
      expect(JSON.stringify({ op: 'unsubscribe', args: batch }).length).toBeLessThanOrEqual(4_096);
    }
  });
});

describe('backoffMs', () => {
  it('grows to a ceiling and never leaves its half', () => {
    expect(backoffMs(0, 0)).toBe(250);
    expect(backoffMs(0, 1)).toBe(500);
    expect(backoffMs(3, 1)).toBe(4_000);
    for (const attempt of [6, 20, 1_000]) {
      expect(backoffMs(attempt, 0)).toBe(7_500);
      expect(backoffMs(attempt, 1)).toBe(15_000);
    }
  });
});
