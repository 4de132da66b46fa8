/** Which program a request comes from. */

/** Request header that carries the number. */
export const CLIENT_TYPE_HEADER = 'x-client-type';

/** The numbers on the wire. */
export const CLIENT_TYPES = {
  WEB: 1,
  ANDROID: 2,
  IOS: 3,
  API: 4,
  H5: 5,
  SYSTEM: 6,
  INNER: 7,
  APP_BROWSER: 8,
  TG_PC: 9,
  TG_WEB: 10,
  TG_IOS: 11,
  TG_ANDROID: 12,
  WINDOWS: 13,
  MACOS: 14,
} as const;

/** Name of a client type. */
export type ClientTypeName = keyof typeof CLIENT_TYPES;

/** Number of a client type. */
export type ClientType = (typeof CLIENT_TYPES)[ClientTypeName];

const NAMES = new Map(
  Object.entries(CLIENT_TYPES).map(([name, number]) => [String(number), name as ClientTypeName]),
);

/** The client type that a header names; undefined for anything that is not in the table. */
export function clientTypeName(header: string): ClientTypeName | undefined {
  return NAMES.get(header);
}
