/** Referral attribution: the names and limits that the web app and the server share. */
import { hiddenCharacter } from '../text.ts';

/** The codes of a landing query, under the same names in the record and in a registration. */
export const ATTRIBUTION_CODES = [
  'channelCode',
  'vipCode',
  'clacCode',
  'commonCode',
  'groupId',
  'actCode',
] as const;

/** Name of a code. */
export type AttributionCode = (typeof ATTRIBUTION_CODES)[number];

/** Longest code, in characters. Longer ones are not captured. */
export const ATTRIBUTION_CODE_LENGTH_MAX = 128;
/** Whether a text may be a code. */
export function isAttributionCode(text: string): boolean {
  return text.length <= ATTRIBUTION_CODE_LENGTH_MAX && hiddenCharacter(text) === null;
}

/** Longest landing address that a registration carries, in characters; longer ones are cut. */
export const ATTRIBUTION_LINK_LENGTH_MAX = 1_000;
/** Days that a captured record may be kept at most. */
export const ATTRIBUTION_DAYS_MAX = 36_500;

/** What a browser remembers of a landing; a code that was not captured is ''. */
export interface AttributionRecord extends Readonly<Record<AttributionCode, string>> {
  /** The whole address of the landing. */
  readonly currentLink: string;
  /** Unix ms from which the record counts no more. */
  readonly effectiveEndTime: number;
}

/** A channel code that may be captured while the configuration is not open. */
export interface ChannelCodeEntry {
  readonly channelCode: string;
  /** Days. */
  readonly cacheEffectiveTime: number;
  /** Unix ms, both inside the window. */
  readonly channelCodeBeginTime: number;
  readonly channelCodeEndTime: number;
}

/** A part of an address on which the other codes may be captured while it is not open. */
export interface ActiveLinkEntry {
  readonly activeLink: string;
  /** Days. */
  readonly cacheEffectiveTime: number;
  /** Unix ms, both inside the window. */
  readonly activeLinkBeginTime: number;
  readonly activeLinkEndTime: number;
}

/** The configuration as it is served; an entry without times of its own has the general ones. */
export interface AttributionConfig {
  readonly open: boolean;
  /** Days that a captured record is kept; may be a fraction. */
  readonly cacheEffectiveTime: number;
  /** Unix ms, both inside the window. */
  readonly cacheBeginTime: number;
  readonly cacheEndTime: number;
  readonly channelCodeList: readonly ChannelCodeEntry[];
  readonly activeLinkList: readonly ActiveLinkEntry[];
}
