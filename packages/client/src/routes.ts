/** Names and types of the API's routes, all taken from the protocol's own specs. */
import { type DataOf, type RequestOf, type RouteSpec, specs } from '@halcyon/protocol';

type Specs = typeof specs;
type Area = keyof Specs & string;

/** A route's name: its area and its key there, `trade.placeOrder`. */
export type RouteName = { [A in Area]: `${A}.${keyof Specs[A] & string}` }[Area];

type SpecOf<N extends RouteName> = N extends `${infer A extends Area}.${infer K}`
  ? K extends keyof Specs[A]
    ? Specs[A][K]
    : never
  : never;

/** A spec without its function, whose parameter type would keep it from being a RouteSpec. */
type Plain<S> = Omit<S, 'idempotent'> extends infer P extends RouteSpec ? P : never;

/** What a route is asked with. */
export type RouteRequest<N extends RouteName> = RequestOf<Plain<SpecOf<N>>>;

/** What a route answers with. */
export type RouteData<N extends RouteName> = DataOf<Plain<SpecOf<N>>>;

const BY_NAME = new Map<string, RouteSpec>();
for (const [area, group] of Object.entries(specs)) {
  for (const [key, spec] of Object.entries(group)) {
    BY_NAME.set(`${area}.${key}`, spec as unknown as RouteSpec);
  }
}

/** The spec of a route. Throws RangeError for a name that is none. */
export function routeSpec(name: RouteName): RouteSpec {
  const spec = BY_NAME.get(name);
  if (spec === undefined) throw new RangeError(`there is no route ${name}`);
  return spec;
}

/** All route names. */
export const ROUTE_NAMES: readonly RouteName[] = [...BY_NAME.keys()] as RouteName[];
