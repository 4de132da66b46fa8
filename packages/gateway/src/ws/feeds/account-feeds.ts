/** The private channels by name, of each kind of account. */
import { type AccountId, AccountKind, kindOf } from '@halcyon/domain';
import { BalanceFeed, FillFeed, PlanFeed } from './account.ts';
import type { AccountFeed, AccountFeedParts } from './account-feed.ts';
import { DeleveragingFeed, PositionHistoryFeed } from './contract-events.ts';
import { ContractAccountFeed, EquityFeed, PositionFeed } from './contract-state.ts';
import type { Feed, FeedHost } from './feed.ts';
import { MarginBalanceFeed } from './margin.ts';
import { OrderFeed } from './orders.ts';

type FeedClass = new (parts: AccountFeedParts) => AccountFeed;

const SPOT = {
  account: BalanceFeed,
  fill: FillFeed,
  orders: OrderFeed,
  'orders-algo': PlanFeed,
} as const satisfies Readonly<Record<string, FeedClass>>;

const CONTRACTS = {
  account: ContractAccountFeed,
  equity: EquityFeed,
  positions: PositionFeed,
  'positions-history': PositionHistoryFeed,
  'adl-noti': DeleveragingFeed,
  fill: FillFeed,
  orders: OrderFeed,
  'orders-algo': PlanFeed,
} as const satisfies Readonly<Record<string, FeedClass>>;

const CROSS_MARGIN = {
  'account-crossed': MarginBalanceFeed,
  'orders-crossed': OrderFeed,
} as const satisfies Readonly<Record<string, FeedClass>>;

const ISOLATED_MARGIN = {
  'account-isolated': MarginBalanceFeed,
  'orders-isolated': OrderFeed,
} as const satisfies Readonly<Record<string, FeedClass>>;

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

type Channels = Readonly<Partial<Record<AccountChannel, FeedClass>>>;

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

/** The private channels of accounts of a kind. */
export function accountChannels(kind: AccountKind): AccountChannel[] {
  return Object.keys(channelsOf(kind)) as AccountChannel[];
}

/** The feed of a private channel that its account has. */
export function newAccountFeed(
  host: FeedHost,
  { channel, account, only }: AccountWanted,
  onIdle: (feed: Feed) => void,
): AccountFeed {
  const Made = channelsOf(kindOf(account))[channel];
  if (Made === undefined) throw new Error(`account ${account} has no channel ${channel}`);
  return new Made({ host, account, only, onIdle });
}
