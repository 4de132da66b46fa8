/** The reference of the web app's own API, made from the declarations that check its requests. */
import { pathFields, WEB_ROUTES, type WebSpec } from '../packages/protocol/src/web/index.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** A heading for each area with its routes below. */
export function webRoutesText(): string {
  const areas = [...new Set(WEB_ROUTES.map(({ area }) => area))].toSorted();
  return areas.map(areaText).join('\n');
}

function areaText(area: string): string {
  const routes = WEB_ROUTES.filter((spec) => spec.area === area);
  const head = '| route | who | fields | answer |\n| --- | --- | --- | --- |';
  return [`\n### ${area}\n`, head, ...routes.map(routeRow)].join('\n');
}

function routeRow(spec: WebSpec): string {
  const { name, summary, answer } = spec;
  const cells = [`\`${name}\`<br>${summary}`, whoText(spec), fieldsText(spec), answer.type];
  return `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll(/<(?!br>)/g, '\\<')).join(' | ')} |`;
}

function whoText({ need, guests, subs }: WebSpec): string {
  const who = [need, ...(guests ? ['guests'] : []), ...(subs ? ['sub-accounts'] : [])];
  return who.join(', ');
}

function fieldsText({ fields, query, path }: WebSpec): string {
  const inPath = pathFields(path);
  const own = rowsOf(fields).map(([name, text]) =>
    inPath.includes(name) ? text.replace('`', '`:') : text,
  );
  const others = rowsOf(query).map(([, text]) => `${text} (in the query)`);
  return [...own, ...others].join('<br>');
}

function rowsOf({ properties, required }: WebSpec['fields']): [name: string, text: string][] {
  return Object.entries(properties).map(([name, schema]) => {
    const keywords = schema as Keywords;
    const said = [formText(keywords), keywords['description'] ?? ''].filter((one) => one !== '');
    return [
      name,
      `\`${name}\`${(required as readonly string[] | undefined)?.includes(name) === true ? '' : '?'} ${said.join('; ')}`,
    ];
  });
}

/** What a field may hold. */
function formText(keywords: Keywords): string {
  const { type, items, properties, maxItems, maxLength, enum: words } = keywords;
  const empty = keywords['x-clearable'] === true ? ' or null' : '';
  if (type === 'array')
    return `list of at most ${maxItems} × ${formText(items as Keywords)}${empty}`;
  if (type === 'object') return `object of ${Object.keys(properties as object).join(', ')}`;
  switch (keywords['x-form']) {
    case 'choice':
      return (words as readonly string[]).map((word) => `\`${word}\``).join(', ');
    case 'integer':
      return (
        `${keywords['x-minimum']} to ${keywords['x-maximum']} ${keywords['x-unit']}`.trim() + empty
      );
    case 'pattern':
      return String(keywords['x-expected']);
    case 'text':
    case 'verbatim':
      return `text of at most ${maxLength}${empty}`;
    default:
      return String(keywords['x-form']);
  }
}
