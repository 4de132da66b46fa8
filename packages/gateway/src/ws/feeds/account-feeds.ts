/** The private channels by name, of each kind of account. */
import { type AccountId, AccountKind, kindOf } from '@halcyon/domain';
import type { Permission } from '@halcyon/protocol';
import { BalanceFeed, FillFeed, PlanFeed } from './account.ts';
import type { AccountFeed, AccountFeedParts } from './account-feed.ts';
import { DeleveragingFeed, PositionHistoryFeed } from './contract-events.ts';
import { ContractAccountFeed, EquityFeed, PositionFeed } from './contract-state.ts';
import type { Feed, FeedHost } from './feed.ts';
import { MarginBalanceFeed } from './margin.ts';
import { OrderFeed } from './orders.ts';

type FeedClass = new (parts: AccountFeedParts) => AccountFeed;

/** A private channel: what shows it, and what a log-in needs to be allowed for it. */
interface Channel {
  readonly feed: FeedClass;
  readonly needs: Permission;
}

/** A channel that shows and changes nothing. */
function shown(feed: FeedClass): Channel {
  return { feed, needs: 'read' };
}

const SPOT = {
  account: shown(BalanceFeed),
  fill: shown(FillFeed),
  orders: shown(OrderFeed),
  'orders-algo': shown(PlanFeed),
} as const satisfies Readonly<Record<string, Channel>>;

const CONTRACTS = {
  account: shown(ContractAccountFeed),
  equity: shown(EquityFeed),
  positions: shown(PositionFeed),
  'positions-history': shown(PositionHistoryFeed),
  'adl-noti': shown(DeleveragingFeed),
  fill: shown(FillFeed),
  orders: shown(OrderFeed),
  'orders-algo': shown(PlanFeed),
} as const satisfies Readonly<Record<string, Channel>>;

const CROSS_MARGIN = {
  'account-crossed': shown(MarginBalanceFeed),
  'orders-crossed': shown(OrderFeed),
} as const satisfies Readonly<Record<string, Channel>>;

const ISOLATED_MARGIN = {
  'account-isolated': shown(MarginBalanceFeed),
  'orders-isolated': shown(OrderFeed),
} as const satisfies Readonly<Record<string, Channel>>;

/** Names of the private channels. */
export type AccountChannel =
  | keyof typeof SPOT
  | keyof typeof CONTRACTS
  | keyof typeof CROSS_MARGIN
  | keyof typeof ISOLATED_MARGIN;

/** What a private subscription asks for. */
export interface AccountWanted {
  readonly channel: AccountChannel;
  /** Of the kind that instType and channel name: events of two kinds never meet. */
  readonly account: AccountId;
  /** The one instrument (or, of balances, asset) that is wanted; null = all. */
  readonly only: number | null;
}

type Channels = Readonly<Partial<Record<AccountChannel, Channel>>>;

function channelsOf(kind: AccountKind): Channels {
  switch (kind) {
    case AccountKind.spot:
      return SPOT;
    case AccountKind.crossMargin:
      return CROSS_MARGIN;
    case AccountKind.isolatedMargin:
      return ISOLATED_MARGIN;
    default:
      return CONTRACTS;
  }
}

/** Whether accounts of a kind have a private channel of this name. */
export function isAccountChannel(channel: string, kind: AccountKind): channel is AccountChannel {
  return Object.hasOwn(channelsOf(kind), channel);
}

/** The private channels of accounts of a kind, and what each needs. */
export function accountChannels(
  kind: AccountKind,
): { readonly channel: AccountChannel; readonly needs: Permission }[] {
  const channels = Object.entries(channelsOf(kind)) as [AccountChannel, Channel][];
  return channels.map(([channel, { needs }]) => ({ channel, needs }));
}

/** What a log-in needs for a private channel of accounts of a kind, which has it. */
export function channelNeeds(channel: AccountChannel, kind: AccountKind): Permission {
  return channelIn(channel, kind).needs;
}

function channelIn(channel: AccountChannel, kind: AccountKind): Channel {
  const found = channelsOf(kind)[channel];
  if (found === undefined) throw new Error(`accounts of kind ${kind} have no channel ${channel}`);
  return found;
}

/** The feed of a private channel that its account has. */
export function newAccountFeed(
  host: FeedHost,
  { channel, account, only }: AccountWanted,
  onIdle: (feed: Feed) => void,
): AccountFeed {
  const { feed: Made } = channelIn(channel, kindOf(account));
  return new Made({ host, account, only, onIdle });
}
