import { describe, expect, it } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { backoffMs } from './stream-client.ts';
import { batches, type ChannelArg, channelKey, readFrame } from './stream-messages.ts';

describe('readFrame', () => {
  it('tells pushes and events apart', () => {
    expect(readFrame('{"event":"login","code":0,"msg":""}')).toEqual({
      event: 'login',
      code: '0',
      msg: '',
      arg: undefined,
    });
    const push = readFrame(
      '{"action":"update","arg":{"instType":"SPOT","channel":"books","instId":"X"},"data":[1],"ts":5}',
    );
    expect(push).toMatchObject({ action: 'update', data: [1], ts: 5 });
    expect(channelKey(push!.arg as ChannelArg)).toBe('SPOT:books:X');
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof readFrame(text)).toBe('object');
      }),
    );
  });
});

describe('batches', () => {
  it('keeps every argument, in order, and every message below the limit', () => {
    const args: ChannelArg[] = Array.from({ length: 300 }, (_, index) => ({
      instType: 'SPOT',
      channel: 'ticker',
      instId: `COIN${index}USDT`,
    }));
    const made = batches(args, 4_096);
    expect(made.flat()).toEqual(args);
    expect(made.length).toBeGreaterThan(1);
    for (const batch of made) {
      expect(JSON.stringify({ op: 'unsubscribe', args: batch }).length).toBeLessThanOrEqual(4_096);
    }
    expect(batches([], 4_096)).toEqual([]);
  });
});

describe('backoffMs', () => {
  it('grows to a ceiling and never leaves its half', () => {
    expect(backoffMs(500, 0, 0)).toBe(250);
    expect(backoffMs(500, 0, 1)).toBe(500);
    expect(backoffMs(500, 3, 1)).toBe(4_000);
    for (const attempt of [5, 20, 1_000]) {
      expect(backoffMs(500, attempt, 0)).toBe(8_000);
      expect(backoffMs(500, attempt, 1)).toBe(16_000);
    }
  });
});
