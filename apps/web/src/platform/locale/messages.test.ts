/** The message files against the source: complete, well formed, right for each language. */

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { LOCALES, MESSAGE_KEYS, messageKey } from '@halcyon/domain/web';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { compileMessages, MESSAGE_PARTS } from '../../../build/compiled-messages.ts';
import { messageWriter } from './format-message.ts';

type Catalogue = Readonly<Record<string, string>>;

/** Largest compressed size of one language's chunk. */
const GZIP_BYTES_MAX = 25_000;
/** Share of messages that a translation may leave as they are (names, abbreviations). */
const SAME_MAX = 0.15;

const raw = import.meta.glob<string>('./messages/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const files = new Map(
  Object.entries(raw).map(([path, text]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, text]),
);
const source = JSON.parse(files.get('en_US') ?? '{}') as Catalogue;
const ids = Object.keys(source);

/** A placeholder with all that must agree between languages: kind and, for a select, its cases. */
function shape(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.argument:
      return [`${element.value}`];
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      return [`${element.value}:${TYPE[element.type]}`];
    case TYPE.select: {
      const inner = Object.values(element.options).flatMap((option) => option.value.flatMap(shape));
      return [`${element.value}:select(${Object.keys(element.options).sort()})`, ...inner];
    }
    case TYPE.plural: {
      const inner = Object.values(element.options).flatMap((option) => option.value.flatMap(shape));
      return [`${element.value}:${element.pluralType ?? 'cardinal'}`, ...inner];
    }
    case TYPE.tag:
      return [`<${element.value}>`, ...element.children.flatMap(shape)];
    default:
      return [];
  }
}

/** The placeholders of a message, each once. */
function placeholders(text: string): string[] {
  return [...new Set(parse(text).flatMap(shape))].sort();
}

/** Plural cases of a message that its language does not need, or needs and does not have. */
function pluralFaults(elements: readonly MessageFormatElement[], tag: string): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.select) {
      return Object.values(element.options).flatMap((option) => pluralFaults(option.value, tag));
    }
    if (element.type !== TYPE.plural) return [];
    const type = element.pluralType ?? 'cardinal';
    const needed = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories;
    const present = Object.keys(element.options).filter((name) => !name.startsWith('='));
    const missing = needed.filter((name) => !present.includes(name));
    const idle = present.filter((name) => !needed.includes(name as Intl.LDMLPluralRule));
    return [
      ...missing.map((name) => `${element.value} needs ${name}`),
      ...idle.map((name) => `${element.value} never is ${name}`),
      ...Object.values(element.options).flatMap((option) => pluralFaults(option.value, tag)),
    ];
  });
}

/** Any placeholder is this number, so that each plural case can be asked for. */
function valuesOf(number: number): Record<string, number> {
  return new Proxy({} as Record<string, number>, {
    get: () => number,
    has: () => true,
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: number }),
  });
}

async function gzipBytes(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

describe('the message files', () => {
  it('are there for every language key, and for no other', () => {
    expect([...files.keys()].sort()).toEqual([...MESSAGE_KEYS].sort());
  });

  it('carry the texts that the product fixes', () => {
    expect(source['table.empty']).toBe('No data found.');
  });

  it('keep the messages of one group together', () => {
    const groups = ids.map((id) => id.split('.', 1)[0]);
    const starts = groups.filter((group, index) => group !== groups[index - 1]);
    expect(starts.filter((group, index) => starts.indexOf(group) !== index)).toEqual([]);
  });
});

describe.each(MESSAGE_KEYS)('messages %s', (key) => {
  const text = files.get(key) ?? '{}';
  const messages = JSON.parse(text) as Catalogue;
  const tags = LOCALES.filter((entry) => messageKey(entry.code) === key).map((entry) => entry.tag);

  it('has each message once and none besides', () => {
    expect(Object.keys(messages).filter((id) => !(id in source))).toEqual([]);
    expect(ids.filter((id) => !(id in messages))).toEqual([]);
    const written = [...text.matchAll(/^\s*"([\w.]+)":/gm)].map((match) => match[1]);
    expect(written.filter((id, index) => written.indexOf(id) !== index)).toEqual([]);
  });

  it('has the placeholders of the source, and the plural cases that the language needs', () => {
    for (const id of ids) {
      const message = messages[id] ?? '';
      expect([id, placeholders(message)]).toEqual([id, placeholders(source[id] ?? '')]);
      for (const tag of tags) expect([id, pluralFaults(parse(message), tag)]).toEqual([id, []]);
    }
  });

  it('formats every message with every kind of number, as FormatJS does', () => {
    for (const tag of tags) {
      const write = messageWriter(tag);
      for (const id of ids) {
        const message = messages[id] ?? '';
        expect([id, message.trim(), / {2}/.test(message)]).toEqual([id, message, false]);
        const [elements, theirs] = [parse(message), new IntlMessageFormat(message, tag)];
        const values = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000].map(valuesOf);
        const formatted = values.map((each) => write(elements, each));
        expect([id, formatted]).toEqual([id, values.map((each) => String(theirs.format(each)))]);
        expect([id, formatted.filter((one) => one.trim() === '')]).toEqual([id, []]);
      }
    }
  });

  it('is small once compiled', async () => {
    for (const part of MESSAGE_PARTS) {
      const bytes = await gzipBytes(compileMessages(text, part));
      expect(bytes).toBeLessThanOrEqual(GZIP_BYTES_MAX);
    }
  });

  it('is a translation', () => {
    if (key === 'en_US') return;
    const words = ids.filter((id) => /\p{Ll}{3}/u.test(source[id] ?? ''));
    const same = words.filter((id) => messages[id] === source[id]);
    expect([same.length / words.length <= SAME_MAX, same]).toEqual([true, same]);
  });
});
