/** Every channel of the WebSocket; but `notices`, which only the web app has. */
import type { Permission } from '../routes/spec.ts';
import { accountChannels } from './account.ts';
import { marketChannels } from './market.ts';
import type { ChannelSpec, InstType, RowIn } from './spec.ts';

/** Declarations in the order of the reference. */
export const CHANNELS: readonly ChannelSpec[] = [
  ...Object.values(marketChannels),
  ...Object.values(accountChannels),
] as unknown as readonly ChannelSpec[];

type Values<T> = T[keyof T];
type AccountSpec = Values<typeof accountChannels>;
type AnySpec = Values<typeof marketChannels> | AccountSpec;

/** The row of a channel with an instType. */
export type ChannelRow<I extends InstType, C extends string> = RowIn<AnySpec, I, C>;
/** Names of the private channels of an instType. */
export type AccountChannel<I extends InstType = InstType> = NamesIn<AccountSpec, I>;
type NamesIn<S, I> =
  S extends ChannelSpec<infer SI, infer C> ? (Extract<I, SI> extends never ? never : C) : never;

const BY_NAME = new Map(
  CHANNELS.flatMap((spec) =>
    spec.instTypes.flatMap((instType) =>
      spec.names.map((name): [string, ChannelSpec] => [`${instType} ${name}`, spec]),
    ),
  ),
);

/** The declaration of a channel; undefined where the instType has none of this name. */
export function channelSpec(instType: string, name: string): ChannelSpec | undefined {
  return BY_NAME.get(`${instType} ${name}`);
}

/** A private channel by an instType that it is asked for with, and what a log-in needs for it. */
export interface PrivateChannel {
  readonly instType: InstType;
  readonly channel: string;
  readonly needs: Permission;
}

/** Every private channel with each of its instTypes. */
export const PRIVATE_CHANNELS: readonly PrivateChannel[] = CHANNELS.flatMap(
  ({ needs, instTypes, names }) =>
    needs === null
      ? []
      : instTypes.flatMap((instType) => names.map((channel) => ({ instType, channel, needs }))),
);
