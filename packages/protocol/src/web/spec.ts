/**
 * What a route of the web app's own API is: one declaration from which come its validation, the types
 * of handlers and page, the reference, and the tests of access, foreign ids and hostile input.
 */
import { type Static, type TObject, type TProperties, Type } from 'typebox';

/** All paths of the web app's own API are below it. */
export const WEB_PREFIX = '/api/web/v1';

/** The heading of the routes of copy trading, which are served where the exchange offers it. */
export const COPY_AREA = 'Copy trading';

export type WebMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Whose session a route needs. `public` is for anybody; what changes something must not come from a
 * page of another origin. Else signed in; what changes something needs the CSRF token as well. What
 * moves money is for those who are `present`: they acted within the last 15 minutes. Keys, withdrawals
 * and security are for those who `proved` within the last five who they are, by the second factor of
 * who has one.
 */
export const WEB_NEEDS = ['public', 'session', 'present', 'proved'] as const;
export type WebNeed = (typeof WEB_NEEDS)[number];

/** What a route answers with: a type, by the name that the reference calls it. */
export interface WebAnswer<D = unknown> {
  readonly type: string;
  /** Never there: it carries the type. */
  readonly data?: D;
}

/** An answer of a type of `@halcyon/domain/web`, `null`, or words for what is no JSON. */
export function answer<D>(type: string): WebAnswer<D> {
  return { type };
}

/** One route. */
export interface WebSpec<
  N extends string = string,
  A extends WebNeed = WebNeed,
  F extends TObject = TObject,
  Q extends TObject = TObject,
  D = unknown,
> {
  /** Method and path below the prefix, `GET /orders/open`: what page, tests and reference call it. */
  readonly name: N;
  readonly method: WebMethod;
  readonly path: string;
  readonly area: string;
  readonly summary: string;
  readonly need: A;
  /** Whether the session may be that of a guest of the paper venue. */
  readonly guests: boolean;
  /** Whether it may be called while acting as a sub-account; others are for the person alone. */
  readonly subs: boolean;
  /** What stands in the path, and in the query of a GET or the body of others. */
  readonly fields: F;
  /** What stands in the query of a route that is no GET. */
  readonly query: Q;
  readonly answer: WebAnswer<D>;
}

type Nothing = TObject<Record<never, never>>;

interface Parts<A extends WebNeed, F extends TObject, Q extends TObject, D> {
  readonly need: A;
  readonly summary: string;
  readonly guests?: true;
  readonly subs?: true;
  readonly fields?: F;
  readonly query?: Q;
  readonly answer: WebAnswer<D>;
}

/** Makes the declarations of one area, which is their heading in the reference. */
export function webArea(area: string) {
  return <
    const N extends `${WebMethod} /${string}`,
    A extends WebNeed,
    D,
    F extends TObject = Nothing,
    Q extends TObject = Nothing,
  >(
    name: N,
    parts: Parts<A, F, Q, D>,
  ): WebSpec<N, A, F, Q, D> => {
    const [method, path] = name.split(' ') as [WebMethod, string];
    const { fields = nothing<F>(), query = nothing<Q>(), guests = false, subs = false } = parts;
    const spec = { ...parts, name, method, path, area, guests, subs, fields, query };
    check(spec);
    return spec;
  };
}

function nothing<T extends TObject>(): T {
  return Type.Object({}) as unknown as T;
}

/** Names of the fields in a path: `/keys/:id` has `id`. */
export function pathFields(path: string): string[] {
  return (path.match(/:\w+/g) ?? []).map((part) => part.slice(1));
}

/** @throws Error at start where a declaration contradicts itself */
function check({ name, path, method, fields, query }: WebSpec): void {
  const known = Object.keys(fields.properties);
  const missing = pathFields(path).find((field) => !known.includes(field));
  if (missing !== undefined) throw new Error(`${name}: ${missing} of the path is no field`);
  const others = Object.keys(query.properties);
  if (others.length > 0 && method === 'GET') throw new Error(`${name}: a GET has one query`);
  if (others.some((field) => known.includes(field))) throw new Error(`${name}: a field twice`);
}

/** What a route is asked with, in normal form. */
export type WebFields<S> =
  S extends WebSpec<string, WebNeed, infer F, infer Q> ? Static<F> & Static<Q> : never;

/** What a route answers with. */
export type WebData<S> = S extends WebSpec<string, WebNeed, TObject, TObject, infer D> ? D : never;

/** Fields of a route that name something of somebody's. */
export function ownedFields({ fields, query }: WebSpec): string[] {
  const all: TProperties = { ...fields.properties, ...query.properties };
  return Object.entries(all).flatMap(([name, schema]) => ('x-owned' in schema ? [name] : []));
}
