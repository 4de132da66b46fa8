/** A route of the web app's own API: its declaration, and what carries it out. */
import { compile, type JsonObject } from '@halcyon/protocol';
import {
  pathFields,
  WEB_ROUTES,
  type WebAnswered,
  type WebAsked,
  type WebName,
  type WebSpec,
  type WebSpecOf,
} from '@halcyon/protocol/web';
import type { SignedIn, WebContext, WebRequest } from './context.ts';

/** A request with the fields that its route declares, in normal form. */
export type ParsedRequest<N extends WebName> = (WebSpecOf<N>['need'] extends 'public'
  ? WebRequest
  : SignedIn) & { readonly fields: WebAsked<N> };

/** What is served. Made by `webRoute` alone, so that there is none without a declaration. */
export interface WebRoute {
  readonly spec: WebSpec;
  /**
   * What can stand against a request, said before its person is to prove again who it is. It changes
   * nothing, and says nothing but what the session may read anyway or follows from the request.
   */
  readonly check?: ((context: WebContext, request: never) => Promise<void>) | undefined;
  readonly handle: (context: WebContext, request: never) => unknown;
}

const SPECS = new Map(WEB_ROUTES.map((spec) => [spec.name, spec]));

/** The route of a declaration. @param check see `WebRoute` */
export function webRoute<N extends WebName>(
  name: N,
  handle: (
    context: WebContext,
    request: ParsedRequest<N>,
  ) => WebAnswered<N> | Promise<WebAnswered<N>>,
  check?: (context: WebContext, request: ParsedRequest<N>) => Promise<void>,
): WebRoute {
  return { spec: SPECS.get(name)!, check, handle };
}

/** Where the fields of a request come from. */
export interface GivenFields {
  readonly params: JsonObject;
  readonly query: JsonObject;
  readonly body: JsonObject;
}

/** Reads and checks the fields of a route's requests. */
export function fieldReader(spec: WebSpec): (given: GivenFields) => object {
  const fields = compile(spec.fields);
  const others = compile(spec.query);
  const inPath = pathFields(spec.path);
  return ({ params, query, body }) => {
    const given = { ...(spec.method === 'GET' ? query : body) };
    // A field of the path is the path's, whatever a body says.
    for (const name of inPath) given[name] = params[name] ?? '';
    return { ...fields(given), ...others(query) };
  };
}
