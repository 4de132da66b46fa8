/**
 * Kinds of order that forms place, out of the domain's table. The build replaces this module by its values
 * (build/evaluated-modules.ts): it exports nothing that is no JSON.
 */

import {
  type FormKindName,
  formKinds,
  type OrderFormName,
  type OrderKindField,
  type SpotPlanRequestType,
  spotPlanRequestOf,
} from '@halcyon/domain';

type OfKinds<V> = Readonly<Record<FormKindName, V>>;

function byKind<V>(of: (kind: FormKindName) => V | undefined): Partial<OfKinds<V>> {
  const values = formKinds().map(([kind]) => [kind, of(kind)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<
    OfKinds<V>
  >;
}

const ROWS = new Map(formKinds());

function kindsOf(form: OrderFormName): readonly FormKindName[] {
  return [...ROWS].filter(([, { forms }]) => forms.includes(form)).map(([kind]) => kind);
}

/** Kinds of each form, in the order of their tabs. */
export const FORM_KINDS: Readonly<Record<OrderFormName, readonly FormKindName[]>> = {
  spot: kindsOf('spot'),
  margin: kindsOf('margin'),
  futures: kindsOf('futures'),
};

/** What each has beside its size. */
export const KIND_FIELDS = byKind((kind) => ROWS.get(kind)?.fields) as OfKinds<
  readonly OrderKindField[]
>;

/** `planType` of requests that place a plan of a pair. Contracts have none that pairs have not. */
export const SPOT_PLANS: Partial<OfKinds<SpotPlanRequestType>> = byKind(spotPlanRequestOf);
