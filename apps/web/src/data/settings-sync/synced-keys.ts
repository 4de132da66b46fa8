/** Which texts of localStorage are settings of the account, and what they are called there. */

/** A text and its setting have the same name but for the separator, which names of settings may not have. */
const SAME = /^(drawings|terminal-view)[:.]([A-Za-z0-9._-]{1,48})$/;
const STYLES = 'drawing-styles';
const KEYS = 'desk-keys';

/** The setting of a text; null = it stays in the browser. @param uid of the account */
export function settingOf(key: string, uid: string): string | null {
  if (key === STYLES) return key;
  if (key === `${KEYS}:${uid}`) return KEYS;
  const [, kind, rest] = key.includes(':') ? (SAME.exec(key) ?? []) : [];
  return kind === undefined ? null : `${kind}.${rest}`;
}

/** The text of a setting; null = it is none of these. */
export function keyOf(setting: string, uid: string): string | null {
  if (setting === STYLES) return setting;
  if (setting === KEYS) return `${KEYS}:${uid}`;
  const [, kind, rest] = setting.includes(':') ? [] : (SAME.exec(setting) ?? []);
  return kind === undefined ? null : `${kind}:${rest}`;
}
