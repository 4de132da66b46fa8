/** The operator's attribution configuration: `attribution.json` in the data folder. */
import { hiddenCharacter } from '@halcyon/domain';
import {
  ATTRIBUTION_CODE_LENGTH_MAX,
  ATTRIBUTION_DAYS_MAX,
  type AttributionConfig,
} from '@halcyon/domain/web';
import type { OperatorFileRules } from './operator-file.ts';

const ENTRIES_MAX = 10_000;
const LINK_LENGTH_MAX = 2_000;
const DEFAULT_DAYS = 30;
/** 2100-01-01, Unix ms. */
const FAR_AHEAD = 4_102_444_800_000;

/** Without a file: open, no lists. */
const OPEN: AttributionConfig = {
  open: true,
  cacheEffectiveTime: DEFAULT_DAYS,
  cacheBeginTime: 0,
  cacheEndTime: FAR_AHEAD,
  channelCodeList: [],
  activeLinkList: [],
};

/** With a file that cannot be used: nothing is captured. */
const CLOSED: AttributionConfig = { ...OPEN, open: false, cacheEndTime: 0 };

/** The fields of one object of the file; errors name the field with its place in the file. */
class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(value: unknown, place: string) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new Error(`${place === '' ? 'the file' : place} must be an object`);
    }
    this.#values = value as Readonly<Record<string, unknown>>;
    this.#place = place;
  }

  fail(name: string, rule: string): never {
    throw new Error(`${this.#place === '' ? '' : `${this.#place}.`}${name} must be ${rule}`);
  }

  flag(name: string): boolean {
    const value = this.#values[name] ?? false;
    return typeof value === 'boolean' ? value : this.fail(name, 'true or false');
  }

  days(fallback: number): number {
    const name = 'cacheEffectiveTime';
    const value = this.#values[name] ?? fallback;
    if (typeof value === 'number' && value >= 0 && value <= ATTRIBUTION_DAYS_MAX) return value;
    return this.fail(name, `a number of days from 0 to ${ATTRIBUTION_DAYS_MAX}`);
  }

  #time(name: string, fallback: number): number {
    const value = this.#values[name] ?? fallback;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    return this.fail(name, 'a time in ms since 1970');
  }

  window(begin: string, end: string, fallback: Window): Window {
    const window = [this.#time(begin, fallback[0]), this.#time(end, fallback[1])] as const;
    return window[1] >= window[0] ? window : this.fail(end, `a time not before ${begin}`);
  }

  text(name: string, max: number): string {
    const value = this.#values[name];
    const fits = typeof value === 'string' && value !== '' && value.length <= max;
    if (fits && hiddenCharacter(value) === null) return value;
    return this.fail(name, `a text of 1 to ${max} characters, none of them hidden`);
  }

  list(name: string): Fields[] {
    const value = this.#values[name] ?? [];
    if (!Array.isArray(value)) return this.fail(name, 'a list');
    if (value.length > ENTRIES_MAX) this.fail(name, `a list of at most ${ENTRIES_MAX} entries`);
    return value.map((entry, index) => new Fields(entry, `${name}[${index}]`));
  }
}

/** First and last ms of a window. */
type Window = readonly [begin: number, end: number];

/** The checked configuration; throws an Error that names the field at fault. */
export function checkAttribution(value: unknown): AttributionConfig {
  const file = new Fields(value, '');
  const days = file.days(DEFAULT_DAYS);
  const window = file.window('cacheBeginTime', 'cacheEndTime', [0, FAR_AHEAD]);
  return {
    open: file.flag('open'),
    cacheEffectiveTime: days,
    cacheBeginTime: window[0],
    cacheEndTime: window[1],
    channelCodeList: file.list('channelCodeList').map((entry) => {
      const own = entry.window('channelCodeBeginTime', 'channelCodeEndTime', window);
      return {
        channelCode: entry.text('channelCode', ATTRIBUTION_CODE_LENGTH_MAX),
        cacheEffectiveTime: entry.days(days),
        channelCodeBeginTime: own[0],
        channelCodeEndTime: own[1],
      };
    }),
    activeLinkList: file.list('activeLinkList').map((entry) => {
      const own = entry.window('activeLinkBeginTime', 'activeLinkEndTime', window);
      return {
        activeLink: entry.text('activeLink', LINK_LENGTH_MAX),
        cacheEffectiveTime: entry.days(days),
        activeLinkBeginTime: own[0],
        activeLinkEndTime: own[1],
      };
    }),
  };
}

/** The file's meaning. */
export const ATTRIBUTION_FILE: OperatorFileRules<AttributionConfig> = {
  name: 'attribution.json',
  absent: OPEN,
  unusable: CLOSED,
  consequence: 'nothing is captured',
  check: checkAttribution,
};
