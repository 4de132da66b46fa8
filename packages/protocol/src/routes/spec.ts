/** What a route of the API is: one description from which validation, types and the reference are made. */
import { KEY_PERMISSIONS, type KeyPermission } from '@halcyon/domain';
import type { Static, TObject, TSchema } from 'typebox';

/** What an API key may be allowed to do; no route needs `copy` before copy trading is open. */
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

/** One route. `request` is the query of a GET and the body of a POST. */
export interface RouteSpec<Q extends TObject = TObject, D extends TSchema = TSchema> {
  /** Unique, `spot.trade.placeOrder`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  readonly rate: Rate;
  readonly area: string;
  readonly summary: string;
  readonly request: Q;
  readonly data: D;
  /**
   * For POSTs: whether repeating this very request is harmless, because it carries the caller's own id
   * (given to orders and transfers) that the core knows again. Absent: never.
   */
  readonly harmless?: (request: Static<Q>) => boolean;
  /** The field that the body itself is: it comes as a bare list, or as one item of it. */
  readonly bareList?: string;
}

/** The normal form of a route's request. */
export type RequestOf<S extends RouteSpec> = Static<S['request']>;
/** The data that a route answers with. */
export type DataOf<S extends RouteSpec> = Static<S['data']>;

interface Parts<Q extends TObject, D extends TSchema> {
  readonly name: string;
  readonly path: string;
  readonly perSecond: number;
  readonly summary: string;
  readonly request: Q;
  readonly data: D;
  readonly harmless?: (request: Static<Q>) => boolean;
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
export function areaSpecs(area: string, prefix: string) {
  const trade = TRADES.find(([head]) => prefix.startsWith(head))?.[1] ?? 'spot_trade';
  return {
    publicGet<Q extends TObject, D extends TSchema>(parts: Parts<Q, D>): RouteSpec<Q, D> {
      const { perSecond, path, ...rest } = parts;
      const rate: Rate = { perSecond, by: 'ip' };
      return {
        ...rest,
        area,
        method: 'GET',
        path: prefix + path,
        access: { auth: 'public' },
        rate,
      };
    },
    get<Q extends TObject, D extends TSchema>(parts: Parts<Q, D>): RouteSpec<Q, D> {
      const { perSecond, path, ...rest } = parts;
      const rate: Rate = { perSecond, by: 'uid' };
      const access: Access = { auth: 'signed', permission: 'read' };
      return { ...rest, area, method: 'GET', path: prefix + path, access, rate };
    },
    /** @param needed `trade` = what trading in this area needs */
    post<Q extends TObject, D extends TSchema>(
      needed: Permission | 'trade',
      parts: Parts<Q, D>,
    ): RouteSpec<Q, D> {
      const { perSecond, path, proved, ...rest } = parts;
      const rate: Rate = { perSecond, by: 'uid' };
      const permission = needed === 'trade' ? trade : needed;
      const access: Access = { auth: 'signed', permission, ...(proved && { proved }) };
      return { ...rest, area, method: 'POST', path: prefix + path, access, rate };
    },
  };
}
