/**
 * Replaces modules that compute constants by their values, so that a page has the few words that it needs of a table
 * and not the table. Everywhere else, in tests and while one develops, they are modules like others.
 */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** They export constants that JSON has, and types. One module for each set of pages that needs its words. */
const EVALUATED = [
  'data/order-kinds.ts',
  'data/rest/exit-words.ts',
  'features/desk/order-form/form-kinds.ts',
  'features/futures/form/plan-words.ts',
  'features/records/listed-kinds.ts',
  'features/terminal/algo/algo-kinds.ts',
];

/** A module of these constants. Throws where JSON does not have one as it is. */
export function moduleOfValues(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const json = JSON.stringify(value, (key, inner: unknown) => {
        if (isJson(inner)) return inner;
        throw new Error(`${name}: ${key || 'it'} is no value of JSON`);
      });
      return `export const ${name} = ${json};\n`;
    })
    .join('');
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value);
  return (
    value === null || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  );
}

/** The Vite plugin. */
export function evaluatedModules(): Plugin {
  return {
    name: 'halcyon:evaluated-modules',
    apply: 'build',
    async load(id) {
      if (!EVALUATED.some((path) => id.endsWith(`/apps/web/src/${path}`))) return null;
      const module = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>;
      return { code: moduleOfValues({ ...module }), moduleType: 'js' };
    },
  };
}
