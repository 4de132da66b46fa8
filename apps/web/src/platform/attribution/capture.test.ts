import type { AttributionConfig, AttributionRecord } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { capture } from './capture.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1_000_000_000_000;
const SITE = 'http://halcyon.example';

const OPEN: AttributionConfig = {
  open: true,
  cacheEffectiveTime: 7,
  cacheBeginTime: NOW - 100,
  cacheEndTime: NOW + 100,
  channelCodeList: [],
  activeLinkList: [],
};
const LISTED = {
  channelCode: 'chan',
  cacheEffectiveTime: 3,
  channelCodeBeginTime: NOW - 10,
  channelCodeEndTime: NOW + 10,
};
const LINK = {
  activeLink: '/promo',
  cacheEffectiveTime: 2,
  activeLinkBeginTime: NOW - 10,
  activeLinkEndTime: NOW + 10,
};
const CLOSED: AttributionConfig = {
  ...OPEN,
  open: false,
  channelCodeList: [{ ...LISTED, channelCode: 'other' }, LISTED],
  activeLinkList: [{ ...LINK, activeLink: '/other' }, LINK],
};

function withChannel(change: Partial<typeof LISTED>): AttributionConfig {
  return { ...CLOSED, channelCodeList: [{ ...LISTED, ...change }] };
}

function withLink(change: Partial<typeof LINK>): AttributionConfig {
  return { ...CLOSED, activeLinkList: [{ ...LINK, ...change }] };
}

const PAIR = 'channelCode=chan&vipCode=vip';
const REST = 'clacCode=cl&commonCode=co&groupId=gr&actCode=ac';
const pair = { channelCode: 'chan', vipCode: 'vip' };
const rest = { clacCode: 'cl', commonCode: 'co', groupId: 'gr', actCode: 'ac' };
const EMPTY = {
  channelCode: '',
  vipCode: '',
  clacCode: '',
  commonCode: '',
  groupId: '',
  actCode: '',
};

function stored(path: string): AttributionRecord {
  return { ...EMPTY, actCode: 'old', currentLink: SITE + path, effectiveEndTime: NOW + 1 };
}

type Captured = (Partial<typeof EMPTY> & { days: number }) | null;

/** rule, path, configuration, path of the stored record ('' = none), what is captured */
const RULES: readonly (readonly [string, string, AttributionConfig, string, Captured])[] = [
  ['nothing in the address', '/', OPEN, '', null],
  ['channelCode alone', '/?channelCode=chan', OPEN, '', null],
  ['vipCode alone', '/?vipCode=vip', OPEN, '', null],
  ['channelCode with an empty vipCode', '/?channelCode=chan&vipCode=', OPEN, '', null],
  ['channelCode with vipCode', `/?${PAIR}`, OPEN, '', { ...pair, days: 7 }],
  ['clacCode', '/?clacCode=cl', OPEN, '', { clacCode: 'cl', days: 7 }],
  ['commonCode', '/?commonCode=co', OPEN, '', { commonCode: 'co', days: 7 }],
  ['groupId', '/?groupId=gr', OPEN, '', { groupId: 'gr', days: 7 }],
  ['actCode', '/?actCode=ac', OPEN, '', { actCode: 'ac', days: 7 }],
  ['half a pair beside others', '/?channelCode=c&actCode=ac', OPEN, '', { actCode: 'ac', days: 7 }],
  ['open: all', `/?${PAIR}&${REST}`, OPEN, '', { ...pair, ...rest, days: 7 }],
  ['open: encoded', '/?actCode=a%20b%2Bc', OPEN, '', { actCode: 'a b+c', days: 7 }],
  ['open: same address again', `/?${PAIR}`, OPEN, `/?${PAIR}`, { ...pair, days: 7 }],
  [
    'open: fraction of a day',
    '/?actCode=a',
    { ...OPEN, cacheEffectiveTime: 0.5 },
    '',
    { actCode: 'a', days: 0.5 },
  ],
  ['open: before the window', `/?${PAIR}`, { ...OPEN, cacheBeginTime: NOW + 1 }, '', null],
  ['open: after the window', `/?${PAIR}`, { ...OPEN, cacheEndTime: NOW - 1 }, '', null],
  ['open: first ms', `/?${PAIR}`, { ...OPEN, cacheBeginTime: NOW }, '', { ...pair, days: 7 }],
  ['open: last ms', `/?${PAIR}`, { ...OPEN, cacheEndTime: NOW }, '', { ...pair, days: 7 }],
  ['not open: listed channel', `/?${PAIR}`, CLOSED, '', { ...pair, days: 3 }],
  ['not open: no such channel', '/?channelCode=x&vipCode=vip', CLOSED, '', null],
  ['not open: listed channel without vipCode', '/?channelCode=chan', CLOSED, '', null],
  ['not open: no lists', `/promo?${PAIR}&${REST}`, { ...OPEN, open: false }, '', null],
  [
    'not open: entry not begun',
    `/?${PAIR}`,
    withChannel({ channelCodeBeginTime: NOW + 1 }),
    '',
    null,
  ],
  ['not open: entry over', `/?${PAIR}`, withChannel({ channelCodeEndTime: NOW - 1 }), '', null],
  ['not open: general window over', `/?${PAIR}`, { ...CLOSED, cacheEndTime: NOW - 1 }, '', null],
  ['not open: active link', `/promo/x?${REST}`, CLOSED, '', { ...rest, days: 2 }],
  ['not open: not an active link', `/?${REST}`, CLOSED, '', null],
  [
    'not open: link not begun',
    `/promo?${REST}`,
    withLink({ activeLinkBeginTime: NOW + 1 }),
    '',
    null,
  ],
  ['not open: link over', `/promo?${REST}`, withLink({ activeLinkEndTime: NOW - 1 }), '', null],
  [
    'not open: pair on an active link that lists no channel',
    '/promo?channelCode=x&vipCode=v',
    CLOSED,
    '',
    null,
  ],
  ['not open: each by its own rule', `/?${PAIR}&${REST}`, CLOSED, '', { ...pair, days: 3 }],
  [
    'not open: both, the shorter time',
    `/promo?${PAIR}&${REST}`,
    CLOSED,
    '',
    { ...pair, ...rest, days: 2 },
  ],
  ['not open: pair from the same address', `/?${PAIR}`, CLOSED, `/?${PAIR}`, null],
  ['not open: others from the same address', `/promo?${REST}`, CLOSED, `/promo?${REST}`, null],
  ['not open: another address', `/?${PAIR}`, CLOSED, `/?${PAIR}&again`, { ...pair, days: 3 }],
];

describe('capture', () => {
  it.each(RULES)('%s', (_rule, path, config, before, expected) => {
    const address = SITE + path;
    const record = capture({
      query: new URL(address).searchParams,
      address,
      config,
      stored: before === '' ? null : stored(before),
      now: NOW,
    });
    if (expected === null) expect(record).toBeNull();
    else {
      const { days, ...codes } = expected;
      const effectiveEndTime = NOW + days * DAY;
      expect(record).toEqual({ ...EMPTY, ...codes, currentLink: address, effectiveEndTime });
    }
  });

  it.each([
    ['too long', 'a'.repeat(129)],
    ['with a control character', 'a%00b'],
    ['with a character that turns the direction', 'a%E2%80%AEb'],
  ])('refuses a code %s', (_name, code) => {
    const address = `${SITE}/?actCode=${code}`;
    const query = new URL(address).searchParams;
    const landing = { query, address, config: OPEN, stored: null, now: NOW };
    expect(() => capture(landing)).toThrow('actCode of the address cannot be a code');
  });
});
