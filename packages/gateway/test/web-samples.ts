/** A request that fits what a route of the web app declares. */
import { wireId } from '@halcyon/domain';
import { pathFields, WEB_PREFIX, type WebSpec } from '@halcyon/protocol/web';

/** What fits a form; a choice is the first of its words. */
const BY_FORM: Readonly<Record<string, unknown>> = {
  boolean: true,
  coin: 'USDT',
  decimal: '1',
  id: wireId(1),
  integer: 1,
  json: 1,
  pattern: '0-0',
  symbol: 'BTCUSDT',
  text: 'x',
  verbatim: 'x',
};

type Keywords = Readonly<Record<string, unknown>>;

/** Sample of one field. */
export function sampleOf(schema: object): unknown {
  const { 'x-form': form, enum: words, items, type, properties } = schema as Keywords;
  if (type === 'array') return [sampleOf(items as object)];
  if (type === 'object') return samplesOf(schema as WebSpec['fields'], properties !== undefined);
  return form === 'choice' ? (words as string[])[0] : BY_FORM[String(form)];
}

/** Samples of the fields that have to be there, or of all. */
export function samplesOf({ properties, required }: WebSpec['fields'], all = false): object {
  const names = all ? Object.keys(properties) : (required ?? []);
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name]!)]));
}

/** Address and body of a request with what has to be there. */
export function sampleAsked(spec: WebSpec): { readonly url: string; readonly body: Keywords } {
  return askedWith(spec, samplesOf(spec.fields) as Keywords);
}

/** The same of a request with these fields. @param query of a route that is no GET */
export function askedWith(
  { method, path }: WebSpec,
  fields: Keywords,
  query: Keywords = {},
): { readonly url: string; readonly body: Keywords } {
  const inPath = pathFields(path);
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(fields[name])),
  );
  const rest = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !inPath.includes(name)),
  );
  const inQuery = Object.entries(method === 'GET' ? rest : query);
  const search = new URLSearchParams(inQuery.map(([name, value]) => [name, textOf(value)]));
  const suffix = search.size === 0 ? '' : `?${search.toString()}`;
  return { url: WEB_PREFIX + filled + suffix, body: method === 'GET' ? {} : rest };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
