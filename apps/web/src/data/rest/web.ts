/**
 * The web app's own API: a route is called by its name, which is its method and path, and its declaration
 * gives the types of what goes there and comes back. They are erased: nothing of it is downloaded.
 */
import type { WebAnswered, WebAsked, WebName, WebQuery } from '@halcyon/protocol/web';
import { get, type QueryValues, searchOf, send } from './http.ts';

/** Where the API is. */
export const PREFIX = '/api/web/v1';

type Listed<T> = T extends readonly (infer One)[] ? readonly One[] : T;
type OptionalKeys<T> = {
  [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? K : never;
}[keyof T];
/** What may be left out may be undefined or an empty text as well: either counts as not given. */
export type OptionalFields<T> = {
  readonly [K in Exclude<keyof T, OptionalKeys<T>>]: Listed<T[K]>;
} & { readonly [K in OptionalKeys<T>]?: Listed<T[K]> | undefined | '' };

/** The fields that a route is called with. */
export type WebRequestFields<N extends WebName> = OptionalFields<
  Omit<WebAsked<N>, keyof WebQuery<N>>
>;

interface More<N extends WebName> {
  /** What stands in the query of a route that is no GET. */
  readonly query?: OptionalFields<WebQuery<N>>;
  readonly signal?: AbortSignal;
  /** Whether it goes on after the page is gone; of what is no GET. */
  readonly keepalive?: boolean;
}

type Arguments<N extends WebName> =
  Partial<WebRequestFields<N>> extends WebRequestFields<N>
    ? [fields?: WebRequestFields<N>, more?: More<N>]
    : [fields: WebRequestFields<N>, more?: More<N>];

/**
 * Calls a route; rejects with an ApiError. Fields stand in its path, else in the query of a GET or in the
 * body of others.
 */
export function web<N extends WebName>(name: N, ...rest: Arguments<N>): Promise<WebAnswered<N>>;
export function web(
  name: WebName,
  fields?: QueryValues,
  {
    query,
    signal,
    keepalive,
  }: Omit<More<WebName>, 'query'> & { readonly query?: QueryValues } = {},
): Promise<unknown> {
  const left: Record<string, QueryValues[string]> = { ...fields };
  const [method, path = ''] = name.split(' ');
  const url = path.replace(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(String(left[field]));
    delete left[field];
    return value;
  });
  if (method === 'GET') return get(PREFIX + url, left, signal);
  const body = method === 'DELETE' ? undefined : left;
  return send(method as 'POST', PREFIX + url + searchOf(query), body, keepalive);
}
