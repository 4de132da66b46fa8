/** The operator's attribution configuration: `attribution.json` in the data folder. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A channel code that may be captured while the configuration is not open. */
export interface ChannelCodeEntry {
  readonly channelCode: string;
  readonly cacheEffectiveTime: number;
  readonly channelCodeBeginTime: number;
  readonly channelCodeEndTime: number;
}

/** An address on which the other codes may be captured while the configuration is not open. */
export interface ActiveLinkEntry {
  readonly activeLink: string;
  readonly cacheEffectiveTime: number;
  readonly activeLinkBeginTime: number;
  readonly activeLinkEndTime: number;
}

/** The configuration as it is served. */
export interface AttributionConfig {
  readonly open: boolean;
  /** Days that a captured record is kept. */
  readonly cacheEffectiveTime: number;
  /** Unix ms. */
  readonly cacheBeginTime: number;
  readonly cacheEndTime: number;
  readonly channelCodeList: readonly ChannelCodeEntry[];
  readonly activeLinkList: readonly ActiveLinkEntry[];
}

const FILE = 'attribution.json';
const FILE_BYTES_MAX = 1_000_000;
const ENTRIES_MAX = 10_000;
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

/** Reads the file again whenever it changed. */
export class AttributionFile {
  readonly #path: string;
  readonly #onProblem: (message: string) => void;
  #readMtime = -1;
  #config: AttributionConfig = OPEN;

  constructor(dataFolder: string, onProblem: (message: string) => void) {
    this.#path = join(dataFolder, FILE);
    this.#onProblem = onProblem;
  }

  /** The configuration now. */
  async current(): Promise<AttributionConfig> {
    const found = await stat(this.#path).catch(() => null);
    if (found === null) {
      this.#readMtime = -1;
      this.#config = OPEN;
    } else if (found.mtimeMs !== this.#readMtime) {
      this.#readMtime = found.mtimeMs;
      this.#config = await this.#read(found.size);
    }
    return this.#config;
  }

  async #read(size: number): Promise<AttributionConfig> {
    try {
      if (size > FILE_BYTES_MAX) throw new Error(`it has more than ${FILE_BYTES_MAX} bytes`);
      return checkAttribution(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#onProblem(`${FILE} cannot be used, nothing is captured: ${reason}`);
      return CLOSED;
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, name: string): Fields {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Fields;
  throw new Error(`${name} must be an object`);
}

function number(fields: Fields, name: string, fallback: number): number {
  const value = fields[name] ?? fallback;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`${name} must be an integer of at least 0`);
}

function required(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '' && value.length <= 2_000) return value;
  throw new Error(`${name} must be a text of 1 to 2000 characters`);
}

function list<T>(fields: Fields, name: string, read: (entry: Fields) => T): T[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw new Error(`${name} must be a list`);
  if (value.length > ENTRIES_MAX) throw new Error(`${name} has more than ${ENTRIES_MAX} entries`);
  return value.map((entry, index) => read(fieldsOf(entry, `${name}[${index}]`)));
}

/** The checked configuration; throws an Error that names the field at fault. */
export function checkAttribution(value: unknown): AttributionConfig {
  const fields = fieldsOf(value, 'the file');
  const open = fields['open'] ?? false;
  if (typeof open !== 'boolean') throw new Error('open must be true or false');
  const days = number(fields, 'cacheEffectiveTime', DEFAULT_DAYS);
  const begin = number(fields, 'cacheBeginTime', 0);
  const end = number(fields, 'cacheEndTime', FAR_AHEAD);
  return {
    open,
    cacheEffectiveTime: days,
    cacheBeginTime: begin,
    cacheEndTime: end,
    channelCodeList: list(fields, 'channelCodeList', (entry) => ({
      channelCode: required(entry, 'channelCode'),
      cacheEffectiveTime: number(entry, 'cacheEffectiveTime', days),
      channelCodeBeginTime: number(entry, 'channelCodeBeginTime', begin),
      channelCodeEndTime: number(entry, 'channelCodeEndTime', end),
    })),
    activeLinkList: list(fields, 'activeLinkList', (entry) => ({
      activeLink: required(entry, 'activeLink'),
      cacheEffectiveTime: number(entry, 'cacheEffectiveTime', days),
      activeLinkBeginTime: number(entry, 'activeLinkBeginTime', begin),
      activeLinkEndTime: number(entry, 'activeLinkEndTime', end),
    })),
  };
}
