/**
 * The trading API: a route is called by its path, and its declaration gives the types of what goes there
 * and comes back. They are erased: nothing of it is downloaded.
 */
import type { AnsweredAt, AskedAt, RoutePath } from '@halcyon/protocol/web';
import { get, post as send } from './http.ts';
import type { OptionalFields } from './web.ts';

type PathOf<M extends string> = RoutePath extends infer R
  ? R extends `${M} ${infer P}`
    ? P
    : never
  : never;
type GetPath = PathOf<'GET'>;
type PostPath = PathOf<'POST'>;

/** What stands in a query as text may be given as a number. */
type Numbers<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] };

/** A flag may be said as rows say it. */
type Flags<T> = { [K in keyof T]: 'true' extends T[K] ? T[K] | 'YES' | 'NO' : T[K] };

/** What the GET of a path answers with. */
export type RouteAnswer<P extends GetPath> = AnsweredAt<`GET ${P}`>;
/** What the POST of a path is asked with. */
export type Body<P extends PostPath> = OptionalFields<Flags<AskedAt<`POST ${P}`>>>;

/** What it answers with. */
export type PostAnswer<P extends PostPath> = AnsweredAt<`POST ${P}`>;

/** Reads; rejects with an ApiError. */
export const read: <P extends GetPath>(
  path: P,
  query: OptionalFields<Numbers<AskedAt<`GET ${P}`>>>,
  signal?: AbortSignal,
) => Promise<RouteAnswer<P>> = get;

/** Has something done; rejects with an ApiError. */
export const post: <P extends PostPath>(path: P, body: Body<P>) => Promise<PostAnswer<P>> = send;

/** A client order id that nobody else makes: the same order is never placed twice by a retry. */
export function newClientOid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `web-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
