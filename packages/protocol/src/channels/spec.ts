/**
 * What a channel of the WebSocket is: one declaration from which come who may subscribe, the types of
 * those who make rows and of those who read them, the reference, and the tests of access.
 */
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../routes/spec.ts';

/** Kinds of instrument, as subscriptions call them. */
export const INST_TYPES = [
  'SPOT',
  'USDT-FUTURES',
  'COIN-FUTURES',
  'USDC-FUTURES',
  'MARGIN',
] as const;
export type InstType = (typeof INST_TYPES)[number];

/** What a subscription names: one instrument; one or `default`, for all; a coin or `default`; nothing. */
export type ChannelScope = 'instrument' | 'instruments' | 'coins' | 'account';

/** One channel, or several whose rows are alike. */
export interface ChannelSpec<
  I extends InstType = InstType,
  C extends string = string,
  R extends TSchema = TSchema,
> {
  readonly instTypes: readonly I[];
  readonly names: readonly C[];
  readonly scope: ChannelScope;
  /** What a log-in must be allowed; null = none is needed. */
  readonly needs: Permission | null;
  readonly row: R;
  /** What is pushed at first, and after that. */
  readonly first: string;
  readonly next: string;
}

/** Declares a channel. */
export function channel<const I extends InstType, const C extends string, R extends TSchema>(
  spec: ChannelSpec<I, C, R>,
): ChannelSpec<I, C, R> {
  return spec;
}

/** The row that the channel of a name has with an instType. */
export type RowIn<S, I, C> =
  S extends ChannelSpec<infer SI, infer SC, infer R>
    ? I extends SI
      ? C extends SC
        ? Static<R>
        : never
      : never
    : never;
