/** The words of mails, in the language of the request that they are about. */
import { readFileSync } from 'node:fs';
import { messageKey } from '@halcyon/domain/web';
import type { MailKind, MailRecord } from '@halcyon/records';

/** A mail as it is read. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

type Words = Readonly<
  Record<'antiPhishing' | 'time' | 'address' | `${MailKind}.${'subject' | 'text'}`, string>
>;

const known = new Map<string, Words>();

/** The words of a language; each file is read once, when it is first needed. */
function wordsOf(language: string): Words {
  const key = messageKey(language);
  const found = known.get(key);
  if (found !== undefined) return found;
  const file = new URL(`./words/${key}.json`, import.meta.url);
  const words = JSON.parse(readFileSync(file, 'utf8')) as Words;
  known.set(key, words);
  return words;
}

/** Subject and text of a mail. */
export function mailText(mail: Omit<MailRecord, 'id' | 'recipient' | 'tries' | 'fault'>): MailText {
  const words = wordsOf(mail.language);
  const { antiPhishing, kind, link, detail, address } = mail;
  const time = new Date(mail.createdAt).toISOString().replace('T', ' ').slice(0, 19);
  const facts = [fill(words.time, 'time', time)];
  if (address !== '') facts.push(fill(words.address, 'address', address));
  const parts = [
    fill(fill(words[`${kind}.text`], 'link', link), 'detail', detail),
    facts.join('\n'),
  ];
  // First, so that a reader who misses it does not go on.
  if (antiPhishing !== '') parts.unshift(fill(words.antiPhishing, 'code', antiPhishing));
  return { subject: words[`${kind}.subject`], text: `${parts.join('\n\n')}\n` };
}

function fill(words: string, name: string, value: string): string {
  return words.split(`{${name}}`).join(value);
}
