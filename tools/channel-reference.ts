/** The reference of the WebSocket's channels, made from their declarations. */
import { CHANNELS } from '../packages/protocol/src/channels/registry.ts';
import type { ChannelScope, ChannelSpec } from '../packages/protocol/src/channels/spec.ts';
import { out } from '../packages/protocol/src/schema/fields.ts';

const NAMED: Readonly<Record<ChannelScope, string>> = {
  instrument: '`instId`: a symbol',
  instruments: '`instId`: a symbol or `default`, for all',
  coins: '`coin`: a coin or `default`, for all',
  account: 'nothing more',
};

const { pattern: MILLIS } = out.millis() as Keywords;

/** All channels in a table, then the rows of each. */
export function channelsText(): string {
  const head = '| channel | instType | names | needs | first push | then |';
  const rows = CHANNELS.map((spec) => {
    const { needs, first, next, instTypes, scope } = spec;
    const cells = [namesOf(spec), codes(instTypes), NAMED[scope], needs ?? '', first, next];
    return `| ${cells.join(' | ')} |`;
  });
  const table = [head, '| --- | --- | --- | --- | --- | --- |', ...rows];
  const alike = Map.groupBy(CHANNELS, ({ row }) => row);
  return [...table, ...[...alike].map(([row, specs]) => rowText(row, specs))].join('\n');
}

function namesOf({ names }: ChannelSpec): string {
  return names.length > 4 ? `\`${names[0]}\` … \`${names.at(-1)}\`` : codes(names);
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

/** @param specs of the channels that have it */
function rowText(row: Schema, specs: readonly ChannelSpec[]): string {
  const instTypes = [...new Set(specs.flatMap((spec) => spec.instTypes))];
  const title = `\n### ${specs.map(namesOf).join(', ')} of ${codes(instTypes)}\n`;
  const { type, properties = {}, required = [] } = row as Keywords;
  if (type === 'array') return `${title}\n${formText(row)}`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { description = '' } = schema as Keywords;
    const mark = required.includes(name) ? '' : '?';
    return `| \`${name}\`${mark} | ${formText(schema)} | ${description} |`;
  });
  return [title, '| field | what it holds | |', '| --- | --- | --- |', ...fields].join('\n');
}

/** A schema, and what of it is said. */
type Schema = ChannelSpec['row'];

interface Keywords {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly items?: Schema | readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** What a field may hold. */
function formText(schema: Schema): string {
  const { type = '', enum: words, pattern, items, properties } = schema as Keywords;
  if (words !== undefined) {
    return words.map((word) => (word === '' ? 'empty' : `\`${word}\``)).join(', ');
  }
  if (type === 'object') return `object of ${codes(Object.keys(properties ?? {}))}`;
  if (type === 'array') return listText(items);
  if (pattern === undefined) return type === 'string' ? 'text' : type;
  return pattern === MILLIS ? 'Unix ms' : 'decimal';
}

/** A list of alike things, or of as many as are named. */
function listText(items: Keywords['items']): string {
  const said = (one: Schema) => (one as Keywords).description ?? formText(one);
  const isTuple = (one: typeof items): one is readonly Schema[] => Array.isArray(one);
  if (isTuple(items)) return `[${items.map(said).join(', ')}]`;
  return items === undefined ? 'list' : `list of ${said(items)}`;
}
