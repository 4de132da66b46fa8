/**
 * Makes texts of the browser and settings of an account the same. Each side may have changed since they were: by
 * version that of the account, by a digest that of the browser. What changed on one side goes to the other, what
 * changed on both is merged.
 */
import { merged } from './merge.ts';
import { keyOf, settingOf } from './synced-keys.ts';

/** Texts of the browser. */
export interface Texts {
  keys(): string[];
  read(key: string): string | null;
  /** Stores or removes what came from the account. */
  adopt(key: string, text: string | null): void;
}

/** Settings of the account. */
export interface AccountSettings {
  /** By name. */
  versions(): Promise<Readonly<Record<string, number>>>;
  /** The JSON text of one. */
  read(name: string): Promise<string>;
  /** @returns its version; null = it has another than the one to replace, 0 = none */
  put(name: string, text: string, replaces: number): Promise<number | null>;
  /** @returns false = it has another version than the one to remove */
  drop(name: string, version: number): Promise<boolean>;
}

/** What was the same on both sides when they were last looked at. */
export interface Agreed {
  readonly version: number;
  readonly digest: string;
}

/** Of an account, by key of the text. */
export interface Base {
  readonly uid: string;
  readonly agreed: Readonly<Record<string, Agreed>>;
}

/** A short text that is another where a text is another; '' of none. */
export function digestOf(text: string | null): string {
  if (text === null) return '';
  // FNV-1a, 32 bits: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return `${text.length}.${(hash >>> 0).toString(36)}`;
}

/** Texts that belong to another account go: it has them. Those of a visitor become those of who signs in. */
function dropForeign(base: Base, uid: string, texts: Texts): Base {
  if (base.uid === uid) return base;
  if (base.uid !== '') {
    for (const key of texts.keys()) {
      if (settingOf(key, base.uid) !== null) texts.adopt(key, null);
    }
  }
  return { uid, agreed: {} };
}

/**
 * One round. @returns what both sides agree on now, and whether it is complete: else another round is needed,
 * because an account was changed meanwhile
 */
export async function syncRound(
  before: Base,
  uid: string,
  texts: Texts,
  account: AccountSettings,
): Promise<{ base: Base; complete: boolean }> {
  const base = dropForeign(before, uid, texts);
  const versions = await account.versions();
  const keys = new Set([
    ...texts.keys().filter((key) => settingOf(key, uid) !== null),
    ...Object.keys(versions).flatMap((name) => keyOf(name, uid) ?? []),
    ...Object.keys(base.agreed),
  ]);
  const agreed: Record<string, Agreed> = {};
  let complete = true;
  for (const key of keys) {
    const name = settingOf(key, uid);
    if (name === null) continue;
    const known = base.agreed[key];
    const pair = { key, name, known, version: versions[name] ?? 0 };
    // One that is refused, because it is too long or damaged, does not hold the others up.
    const result = await syncOne(pair, texts, account).catch(() => known ?? null);
    if (result === 'changed') {
      complete = false;
      if (known !== undefined) agreed[key] = known;
    } else if (result !== null) agreed[key] = result;
  }
  return { base: { uid, agreed }, complete };
}

interface Pair {
  readonly key: string;
  readonly name: string;
  readonly known: Agreed | undefined;
  /** That of the account now, 0 = it has none. */
  readonly version: number;
}

/** What both sides agree on; null = on nothing, neither has it. */
async function syncOne(
  { key, name, known, version }: Pair,
  texts: Texts,
  account: AccountSettings,
): Promise<Agreed | null | 'changed'> {
  const own = texts.read(key);
  const changedHere = digestOf(own) !== (known?.digest ?? '');
  const changedThere = version !== (known?.version ?? 0);
  if (!changedHere && !changedThere) return known ?? null;
  if (changedHere && !changedThere) return give({ name, own, version }, account);
  const theirs = version === 0 ? null : await account.read(name);
  // Meanwhile somebody may have gone on here.
  if (texts.read(key) !== own) return 'changed';
  if (!changedHere || own === null || own === theirs) {
    texts.adopt(key, theirs);
    return theirs === null ? null : { version, digest: digestOf(theirs) };
  }
  // What was removed there and changed here stays.
  const both = theirs === null ? own : merged(key, own, theirs, known !== undefined);
  // Then each side keeps its own, until one of them has less.
  if (both === null) return known ?? null;
  texts.adopt(key, both);
  return give({ name, own: both, version }, account);
}

async function give(
  { name, own, version }: { name: string; own: string | null; version: number },
  account: AccountSettings,
): Promise<Agreed | null | 'changed'> {
  if (own === null) {
    return (await account.drop(name, version)) ? null : 'changed';
  }
  const next = await account.put(name, own, version);
  return next === null ? 'changed' : { version: next, digest: digestOf(own) };
}
