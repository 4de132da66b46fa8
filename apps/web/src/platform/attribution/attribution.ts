/** Referral attribution in the browser: captured at the landing, sent along with a registration. */

import {
  ATTRIBUTION_CODES,
  ATTRIBUTION_LINK_LENGTH_MAX,
  type AttributionCode,
  type AttributionConfig,
  type AttributionRecord,
  isAttributionCode,
} from '@halcyon/domain/web';
import { capture, hasCodes } from './capture.ts';
import { RECORD_KEY } from './record-key.ts';

/** localStorage keys of the single codes, which registration reads. */
export const REGISTRATION_KEYS: Readonly<Record<AttributionCode, string>> = {
  channelCode: 'register-channel-code',
  vipCode: 'register-vip-code',
  clacCode: 'register-clac-code',
  commonCode: 'register-common-code',
  groupId: 'register-group-id',
  actCode: 'register-act-code',
};

/** What a registration carries. */
export type RegistrationCodes = Readonly<Partial<Record<AttributionCode | 'currentLink', string>>>;

/**
 * Drops what has expired, then captures what the landing address carries. Never throws: a fault is
 * logged to the console and ignored.
 * @param loadConfig is asked only when the address carries a code
 */
export async function captureAddress(
  address: string,
  loadConfig: () => Promise<AttributionConfig>,
  clock: () => number = Date.now,
): Promise<void> {
  try {
    dropExpired(clock());
    const query = new URL(address).searchParams;
    if (!hasCodes(query)) return;
    const config = await loadConfig();
    const now = clock();
    const record = capture({ query, address, config, stored: readRecord(), now });
    if (record !== null) store(record);
  } catch (error) {
    report(error);
  }
}

/** The codes that a registration now sends along; undefined when there are none. */
export function registrationCodes(now: number): RegistrationCodes | undefined {
  try {
    dropExpired(now);
    const codes: Partial<Record<AttributionCode | 'currentLink', string>> = {};
    for (const name of ATTRIBUTION_CODES) {
      const code = localStorage.getItem(REGISTRATION_KEYS[name]);
      if (code !== null && code !== '' && isAttributionCode(code)) codes[name] = code;
    }
    if (Object.keys(codes).length === 0) return undefined;
    const link = readRecord()?.currentLink.slice(0, ATTRIBUTION_LINK_LENGTH_MAX);
    return link === undefined ? codes : { ...codes, currentLink: link };
  } catch (error) {
    report(error);
    return undefined;
  }
}

function report(error: unknown): void {
  console.error('referral attribution:', error);
}

/** The stored record; one that cannot be read is dropped, and null. */
function readRecord(): AttributionRecord | null {
  const text = localStorage.getItem(RECORD_KEY);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
    throw new Error('the stored record is not one');
  } catch (error) {
    report(error);
    drop();
    return null;
  }
}

function isRecord(value: unknown): value is AttributionRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<Record<string, unknown>>;
  return (
    typeof record['currentLink'] === 'string' && typeof record['effectiveEndTime'] === 'number'
  );
}

function dropExpired(now: number): void {
  const record = readRecord();
  if (record !== null && now >= record.effectiveEndTime) drop();
}

function drop(): void {
  localStorage.removeItem(RECORD_KEY);
  for (const key of Object.values(REGISTRATION_KEYS)) localStorage.removeItem(key);
}

/** One landing counts, whole: the codes of an earlier one go. */
function store(record: AttributionRecord): void {
  drop();
  localStorage.setItem(RECORD_KEY, JSON.stringify(record));
  for (const name of ATTRIBUTION_CODES) {
    if (record[name] !== '') localStorage.setItem(REGISTRATION_KEYS[name], record[name]);
  }
}
