/** The private channels by name, of each kind of account. */
import { type AccountId, AccountKind, kindOf } from '@halcyon/domain';
import type { AccountChannel } from '@halcyon/protocol';
import { BalanceFeed, FillFeed, PlanFeed } from './account.ts';
import type { AccountFeed, AccountFeedParts } from './account-feed.ts';
import { DeleveragingFeed, PositionHistoryFeed } from './contract-events.ts';
import { ContractAccountFeed, EquityFeed, PositionFeed } from './contract-state.ts';
import { ContractFillFeed } from './copied-fills.ts';
import { ContractOrderFeed } from './copied-orders.ts';
import type { Feed, FeedHost } from './feed.ts';
import { MarginBalanceFeed } from './margin.ts';
import { OrderFeed } from './orders.ts';
import { ParentFeed } from './parents.ts';

type FeedClass = new (parts: AccountFeedParts) => AccountFeed;
/** Whatever is declared has a feed. */
type Feeds<C extends AccountChannel> = Readonly<Record<C, FeedClass>>;
type OfMargin<Kind extends string> = Extract<AccountChannel<'MARGIN'>, `${string}-${Kind}`>;

const SPOT: Feeds<AccountChannel<'SPOT'>> = {
  account: BalanceFeed,
  fill: FillFeed,
  orders: OrderFeed,
  'orders-algo': PlanFeed,
  'orders-parent': ParentFeed,
};

const CONTRACTS: Feeds<AccountChannel<'USDT-FUTURES'>> = {
  account: ContractAccountFeed,
  equity: EquityFeed,
  positions: PositionFeed,
  'positions-history': PositionHistoryFeed,
  'adl-noti': DeleveragingFeed,
  fill: ContractFillFeed,
  orders: ContractOrderFeed,
  'orders-algo': PlanFeed,
};

const CROSS_MARGIN: Feeds<OfMargin<'crossed'>> = {
  'account-crossed': MarginBalanceFeed,
  'orders-crossed': OrderFeed,
};

const ISOLATED_MARGIN: Feeds<OfMargin<'isolated'>> = {
  'account-isolated': MarginBalanceFeed,
  'orders-isolated': OrderFeed,
};

/** What a private subscription asks for. */
export interface AccountWanted {
  readonly channel: AccountChannel;
  /** Of the kind that instType and channel name: events of two kinds never meet. */
  readonly account: AccountId;
  /** The one instrument (or, of balances, asset) that is wanted; null = all. */
  readonly only: number | null;
}

function feedsOf(kind: AccountKind): Partial<Feeds<AccountChannel>> {
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
  return Object.hasOwn(feedsOf(kind), channel);
}

/** The feed of a private channel that its account has. */
export function newAccountFeed(
  host: FeedHost,
  { channel, account, only }: AccountWanted,
  onIdle: (feed: Feed) => void,
): AccountFeed {
  const kind = kindOf(account);
  const Made = feedsOf(kind)[channel];
  if (Made === undefined) throw new Error(`accounts of kind ${kind} have no channel ${channel}`);
  return new Made({ host, account, only, onIdle });
}
