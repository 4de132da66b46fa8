/**
 * What of a landing is captured: a pure function of the query, the address, the operator's
 * configuration, what is stored already, and the time. See docs/decisions for how each rule is read.
 */

import {
  ATTRIBUTION_CODES,
  type AttributionCode,
  type AttributionConfig,
  type AttributionRecord,
  isAttributionCode,
} from '@halcyon/domain/web';

/** Everything that decides. */
export interface Landing {
  readonly query: URLSearchParams;
  /** The whole address, query included. */
  readonly address: string;
  readonly config: AttributionConfig;
  readonly stored: AttributionRecord | null;
  /** Unix ms. */
  readonly now: number;
}

/** Codes that may be stored, and for how many days. */
interface Grant {
  readonly codes: Codes;
  readonly days: number;
}

type Codes = Readonly<Partial<Record<AttributionCode, string>>>;

const PAIR: readonly AttributionCode[] = ['channelCode', 'vipCode'];
const OTHERS = ATTRIBUTION_CODES.filter((name) => !PAIR.includes(name));

/** True when the query names any code at all. */
export function hasCodes(query: URLSearchParams): boolean {
  return ATTRIBUTION_CODES.some((name) => query.has(name));
}

/**
 * The record to store; null leaves what is stored as it is.
 * @throws Error when a code is too long or holds control characters
 */
export function capture(landing: Landing): AttributionRecord | null {
  const { config, stored, address, now } = landing;
  if (!inside(now, config.cacheBeginTime, config.cacheEndTime)) return null;
  const pair = channelPair(landing.query);
  const others = codesOf(landing.query, OTHERS);
  const grants = config.open
    ? [{ codes: { ...pair, ...others }, days: config.cacheEffectiveTime }]
    : [...listedChannel(pair, landing), ...onActiveLink(others, landing)];
  const given = grants.filter(({ codes }) => Object.keys(codes).length > 0);
  if (given.length === 0) return null;
  if (!config.open && stored?.currentLink === address) return null;
  const codes: Codes = Object.assign({}, ...given.map((grant) => grant.codes));
  // No code is kept longer than its own entry says.
  const days = Math.min(...given.map((grant) => grant.days));
  return {
    channelCode: codes.channelCode ?? '',
    vipCode: codes.vipCode ?? '',
    clacCode: codes.clacCode ?? '',
    commonCode: codes.commonCode ?? '',
    groupId: codes.groupId ?? '',
    actCode: codes.actCode ?? '',
    currentLink: address,
    effectiveEndTime: now + Math.round(days * 24 * 60 * 60 * 1000),
  };
}

function inside(now: number, begin: number, end: number): boolean {
  return now >= begin && now <= end;
}

function codesOf(query: URLSearchParams, names: readonly AttributionCode[]): Codes {
  const codes: Partial<Record<AttributionCode, string>> = {};
  for (const name of names) {
    const code = query.get(name) ?? '';
    if (code === '') continue;
    if (!isAttributionCode(code)) throw new Error(`${name} of the address cannot be a code`);
    codes[name] = code;
  }
  return codes;
}

/** channelCode counts only together with vipCode. */
function channelPair(query: URLSearchParams): Codes {
  const pair = codesOf(query, PAIR);
  return pair.channelCode === undefined || pair.vipCode === undefined ? {} : pair;
}

function listedChannel(pair: Codes, { config, now }: Landing): readonly Grant[] {
  const entry = config.channelCodeList.find(
    (item) =>
      item.channelCode === pair.channelCode &&
      inside(now, item.channelCodeBeginTime, item.channelCodeEndTime),
  );
  return entry === undefined ? [] : [{ codes: pair, days: entry.cacheEffectiveTime }];
}

function onActiveLink(others: Codes, { config, address, now }: Landing): readonly Grant[] {
  const entry = config.activeLinkList.find(
    (item) =>
      address.includes(item.activeLink) &&
      inside(now, item.activeLinkBeginTime, item.activeLinkEndTime),
  );
  return entry === undefined ? [] : [{ codes: others, days: entry.cacheEffectiveTime }];
}
