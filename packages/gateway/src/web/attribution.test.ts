import { describe, expect, it } from 'vitest';
import { checkAttribution } from './attribution.ts';

const CHANNEL = { channelCode: 'abc' };
const LINK = { activeLink: '/promo' };

describe('attribution.json', () => {
  it('gives entries the general days and times where they have none of their own', () => {
    const checked = checkAttribution({
      open: false,
      cacheEffectiveTime: 7,
      cacheBeginTime: 100,
      cacheEndTime: 200,
      channelCodeList: [CHANNEL, { ...CHANNEL, cacheEffectiveTime: 0.5, channelCodeEndTime: 150 }],
      activeLinkList: [{ ...LINK, activeLinkBeginTime: 120 }],
    });
    expect(checked.channelCodeList).toEqual([
      { ...CHANNEL, cacheEffectiveTime: 7, channelCodeBeginTime: 100, channelCodeEndTime: 200 },
      { ...CHANNEL, cacheEffectiveTime: 0.5, channelCodeBeginTime: 100, channelCodeEndTime: 150 },
    ]);
    expect(checked.activeLinkList).toEqual([
      { ...LINK, cacheEffectiveTime: 7, activeLinkBeginTime: 120, activeLinkEndTime: 200 },
    ]);
  });

  it('is not open unless it says so', () => {
    expect(checkAttribution({}).open).toBe(false);
  });

  const refused: readonly (readonly [string, unknown])[] = [
    ['the file must be an object', []],
    ['open must be true or false', { open: 'yes' }],
    ['cacheEffectiveTime must be a number of days from 0', { cacheEffectiveTime: -1 }],
    ['cacheEffectiveTime must be a number of days', { cacheEffectiveTime: '7' }],
    ['cacheBeginTime must be a time in ms', { cacheBeginTime: '2026-01-01' }],
    [
      'cacheEndTime must be a time not before cacheBeginTime',
      { cacheBeginTime: 2, cacheEndTime: 1 },
    ],
    ['channelCodeList must be a list', { channelCodeList: {} }],
    ['channelCodeList[1] must be an object', { channelCodeList: [CHANNEL, 'abc'] }],
    ['channelCodeList[0].channelCode must be a text', { channelCodeList: [{ channelCode: '' }] }],
    [
      'channelCodeList[0].cacheEffectiveTime must be',
      { channelCodeList: [{ ...CHANNEL, cacheEffectiveTime: 1e9 }] },
    ],
    [
      'channelCodeList[0].channelCodeEndTime must be a time not before channelCodeBeginTime',
      { channelCodeList: [{ ...CHANNEL, channelCodeBeginTime: 9, channelCodeEndTime: 8 }] },
    ],
    ['activeLinkList[0].activeLink must be a text', { activeLinkList: [{}] }],
    [
      'activeLinkList[0].activeLinkBeginTime must be a time',
      { activeLinkList: [{ ...LINK, activeLinkBeginTime: 1.5 }] },
    ],
  ];
  it.each(refused)('is refused by name: %s', (message, value) => {
    expect(() => checkAttribution(value)).toThrow(message);
  });
});
