/** Every route of the web app's own API. Its page imports the types alone. */
import type { Static } from 'typebox';
import * as alerts from './alerts.ts';
import * as copying from './copying.ts';
import * as fund from './fund.ts';
import * as identity from './identity.ts';
import * as money from './money.ts';
import * as person from './person.ts';
import * as site from './site.ts';
import type { WebData, WebFields, WebSpec } from './spec.ts';
import * as trading from './trading.ts';

export type { ChannelRow } from '../channels/registry.ts';
export type { InstType } from '../channels/spec.ts';
export type { AnsweredAt, AskedAt, RoutePath } from '../routes/registry.ts';
export type { PageErrorName } from './page-errors.ts';
export type * from './rows.ts';
export * from './spec.ts';

/** Declarations by file, for handlers to name theirs. */
export const webSpecs = {
  ...{ identity, person, trading, money, alerts, fund, site, copying },
} as const;

type Values<T> = T[keyof T];
type Files = typeof webSpecs;
type AnySpec = Values<{ [F in keyof Files]: Values<Files[F]> }>;

/** All of them, by path. */
export const WEB_ROUTES: readonly WebSpec[] = Object.values(webSpecs)
  .flatMap((file): WebSpec[] => Object.values(file) as unknown as WebSpec[])
  .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

function keyOf({ path, method }: WebSpec): string {
  return `${path} ${method}`;
}

/** Name of a route. */
export type WebName = AnySpec['name'];
/** A route by its name. */
export type WebSpecOf<N extends WebName> = Extract<AnySpec, { readonly name: N }>;
/** What the route of a name is asked with, and of that what stands in the query of one that is no GET. */
export type WebAsked<N extends WebName> = WebFields<WebSpecOf<N>>;
export type WebQuery<N extends WebName> = Static<WebSpecOf<N>['query']>;
/** What it answers with. */
export type WebAnswered<N extends WebName> = WebData<WebSpecOf<N>>;
