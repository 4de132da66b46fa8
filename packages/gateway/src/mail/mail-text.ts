/** The words of mails, in the language of the request that they are about. */
import { readFileSync } from 'node:fs';
import { messageKey, shownLocale } from '@halcyon/domain/web';
import type { MailDetail, MailKind, MailPart, MailRecord, MailWord } from '@halcyon/records';

/** A mail as it is read. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

type Words = Readonly<
  Record<
    'antiPhishing' | 'time' | 'address' | MailWord | `${MailKind}.${'subject' | 'text'}`,
    string
  >
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
    fill(fill(words[`${kind}.text`], 'link', link), 'detail', detailText(detail, mail.language)),
    facts.join('\n'),
  ];
  // First, so that a reader who misses it does not go on.
  if (antiPhishing !== '') parts.unshift(fill(words.antiPhishing, 'code', antiPhishing));
  return { subject: words[`${kind}.subject`], text: `${parts.join('\n\n')}\n` };
}

/** What a mail is about, in a language. */
export function detailText(detail: MailDetail, language: string): string {
  if (typeof detail === 'string') return detail;
  return detail.map((line) => line.map((part) => partText(part, language)).join('')).join('\n');
}

function partText(part: MailPart, language: string): string {
  if (typeof part === 'string') return part;
  if ('word' in part) return wordsOf(language)[part.word];
  const { tag } = shownLocale(language);
  return 'number' in part ? numberText(part.number, tag) : percentText(part.percent, tag);
}

/** Of what a tag says, all but the digits: the pages, too, have Latin ones in every language. */
const LATIN = '-u-nu-latn';
/** Decimals of a percentage, as the pages have it. */
const PERCENT_DIGITS = 2;

/** A decimal with all of its digits. */
function numberText(decimal: string, tag: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(tag + LATIN, form).format(decimal as `${number}`);
}

function percentText(percent: string, tag: string): string {
  const form = { style: 'percent', maximumFractionDigits: PERCENT_DIGITS } as const;
  return new Intl.NumberFormat(tag + LATIN, form).format(`${percent}e-2` as `${number}`);
}

function fill(words: string, name: string, value: string): string {
  return words.split(`{${name}}`).join(value);
}
