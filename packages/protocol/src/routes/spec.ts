/** What a route of the API is: one description from which validation, types and the reference are made. */
import { KEY_PERMISSIONS, type KeyPermission } from '@halcyon/domain';
import type { Static, TObject, TSchema } from 'typebox';

/** What an API key may be allowed to do. */
export const PERMISSIONS = KEY_PERMISSIONS;
export type Permission = KeyPermission;

/** Who may call a route. */
export type Access =
  | { readonly auth: 'public' }
  | {
      readonly auth: 'signed';
      readonly permission: Permission;
      /** Of a web session it needs a fresh proof of who that is. */
      readonly proved?: true;
    };

/** Requests a second of the `normal` tier, counted by user or by address. */
export interface Rate {
  readonly perSecond: number;
  readonly by: 'uid' | 'ip';
}

type Method = 'GET' | 'POST';

/** One route. `request` is the query of a GET and the body of a POST. */
export interface RouteSpec<
  Q extends TObject = TObject,
  D extends TSchema = TSchema,
  M extends Method = Method,
  P extends string = string,
> {
  /** Unique, `spot.trade.placeOrder`. */
  readonly name: string;
  readonly method: M;
  readonly path: P;
  readonly access: Access;
  readonly rate: Rate;
  readonly area: string;
  readonly summary: string;
  readonly request: Q;
  readonly data: D;
  /**
   * For POSTs: whether the request is idempotent, so that repeating it changes nothing more, because it
   * carries the caller's own id (given to orders and transfers) that the core knows again. Absent: never.
   */
  readonly idempotent?: (request: Static<Q>) => boolean;
  /** The field that the body itself is: it comes as a bare list, or as one item of it. */
  readonly bareList?: string;
}

/** A route of the same request and answer, whatever its path. */
export type Like<S extends RouteSpec> = RouteSpec<S['request'], S['data'], S['method']>;

/** The normal form of a route's request. */
export type RequestOf<S extends RouteSpec> = Static<S['request']>;
/** The data that a route answers with. */
export type DataOf<S extends RouteSpec> = Static<S['data']>;

interface Parts<P extends string, Q extends TObject, D extends TSchema> {
  readonly name: string;
  readonly path: P;
  readonly perSecond: number;
  readonly summary: string;
  readonly request: Q;
  readonly data: D;
  readonly idempotent?: (request: Static<Q>) => boolean;
  readonly bareList?: string;
  /** See `Access`. */
  readonly proved?: true;
}

/** Which permission trading needs, by how paths begin; that of others is for spot. */
const TRADES: readonly (readonly [prefix: string, permission: Permission])[] = [
  ['/api/v2/margin', 'margin_trade'],
  ['/api/v2/mix', 'contract_trade'],
];

/** Makes the specs of one area: `area` is the heading, `prefix` starts every path. */
export function areaSpecs<const A extends string>(area: string, prefix: A) {
  const trade = TRADES.find(([head]) => prefix.startsWith(head))?.[1] ?? 'spot_trade';
  const at = <const P extends string>(path: P) => `${prefix}${path}` as const;
  return {
    publicGet<const P extends string, Q extends TObject, D extends TSchema>(
      parts: Parts<P, Q, D>,
    ): RouteSpec<Q, D, 'GET', `${A}${P}`> {
      const { perSecond, path, ...rest } = parts;
      const rate: Rate = { perSecond, by: 'ip' };
      return { ...rest, area, method: 'GET', path: at(path), access: { auth: 'public' }, rate };
    },
    get<const P extends string, Q extends TObject, D extends TSchema>(
      parts: Parts<P, Q, D>,
    ): RouteSpec<Q, D, 'GET', `${A}${P}`> {
      const { perSecond, path, ...rest } = parts;
      const rate: Rate = { perSecond, by: 'uid' };
      const access: Access = { auth: 'signed', permission: 'read' };
      return { ...rest, area, method: 'GET', path: at(path), access, rate };
    },
    /** @param needed `trade` = what trading in this area needs */
    post<const P extends string, Q extends TObject, D extends TSchema>(
      needed: Permission | 'trade',
      parts: Parts<P, Q, D>,
    ): RouteSpec<Q, D, 'POST', `${A}${P}`> {
      const { perSecond, path, proved, ...rest } = parts;
      const rate: Rate = { perSecond, by: 'uid' };
      const permission = needed === 'trade' ? trade : needed;
      const access: Access = { auth: 'signed', permission, ...(proved && { proved }) };
      return { ...rest, area, method: 'POST', path: at(path), access, rate };
    },
  };
}
