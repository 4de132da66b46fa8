/**
 * Copy trading as the web app shows it. Amounts are decimals in the portfolio's coin, percentages decimals of
 * percent (`5` = 5 %), ratios of statistics plain numbers (0.1 = 10 %); times are Unix ms. Portfolios are named by
 * the number that their user has on the wire.
 */
import type { PortfolioStatistics } from '../copying/statistics.ts';
import { COPY_TIERS } from '../copying/tiers.ts';
import type { CopyEndWord, CopyExitWord } from './notices.ts';

/** How long a result is looked at. */
export const COPY_RANGES = ['7d', '30d', '90d', '1y'] as const;
export type CopyRange = (typeof COPY_RANGES)[number];

/** What a list of traders is ordered by. The first is by what followers got for the risk that they took. */
export const COPY_SORTS = [
  'followersSharpe',
  'followersReturn',
  'traderSharpe',
  'traderReturn',
  'drawdown',
  'followers',
  'copied',
  'opened',
] as const;
export type CopySort = (typeof COPY_SORTS)[number];

/**
 * Who traded a larger part with accounts of the own root, 0..1 by value, has no place in an order by results: such a
 * result says nothing of a market.
 */
export const COPY_OWN_TRADED_MAX = 0.01;

/** Rows of one page of a list. */
export const COPY_ROWS_MAX = 100;
/** The highest share of a new trader, percent. */
export const COPY_SHARE_FIRST = String(COPY_TIERS[0].sharePpm / 10_000);
/** What of a portfolio can be written to a file: its records are those of a futures account. */
export const COPY_FILES = ['ledger', 'positions', 'funding', 'liquidations'] as const;
export type CopyFile = (typeof COPY_FILES)[number];
/** Contracts that a list of settings may name. */
export const COPY_LISTED_MAX = 100;

/** Words of settings, in the order of their numbers. */
export const COPY_SIZINGS = ['ratio', 'amount', 'multiple'] as const;
export const COPY_LEVERAGES = ['traders', 'own', 'tradersUpTo'] as const;
export const COPY_MARGINS = ['traders', 'crossed', 'isolated'] as const;
/** Margin modes that a trader sets. */
export const CONTRACT_MARGINS = ['crossed', 'isolated'] as const;
export const COPY_EXITS = ['close', 'takeOver'] as const;
/** Why a follower has nothing of an order, in the order of their numbers. */
export const COPY_REASONS = [
  'none',
  'paused',
  'instrument',
  'tooSmall',
  'orderLimit',
  'positionLimit',
  'tooLittleFree',
  'slippage',
  'nothingToClose',
  'gone',
] as const;
export type CopyReason = (typeof COPY_REASONS)[number];

/** Which position an order is for; '' = the portfolio is in one-way mode, and has one in each contract. */
export const COPY_LEGS = ['long', 'short'] as const;
export type CopyLegWord = (typeof COPY_LEGS)[number] | '';
/** Whether a portfolio has one position in each contract, or a long and a short one. */
export const COPY_MODES = ['oneWay', 'hedge'] as const;
export type CopyMode = (typeof COPY_MODES)[number];

/** What a trader offers. */
export interface CopyOffer {
  /** Share of new profit, percent, and the highest that followers' results allow. */
  readonly share: string;
  readonly shareMax: string;
  readonly followersMax: number;
  readonly amountMin: string;
  readonly amountMax: string;
  /** '' = everybody may join. */
  readonly code: string;
}

/** What a follower sets; '0' = none, for every limit and trigger. */
export interface CopyChoices {
  readonly sizing: (typeof COPY_SIZINGS)[number];
  /** Percent of the ratio of the equities, coins of margin, or times the trader's size. */
  readonly sizingValue: string;
  readonly leverageOf: (typeof COPY_LEVERAGES)[number];
  readonly leverage: number;
  readonly margin: (typeof COPY_MARGINS)[number];
  /** Contracts that are copied alone; empty = all. */
  readonly only: readonly string[];
  readonly without: readonly string[];
  readonly orderMax: string;
  readonly positionMax: string;
  /** Percentages. */
  readonly slippage: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly portfolioProfit: string;
  readonly portfolioLoss: string;
  readonly drawdown: string;
  /** What becomes of positions when the trader is gone. */
  readonly exit: (typeof COPY_EXITS)[number];
  readonly paused: boolean;
}

/** How a portfolio did, or all that follow one together; null = there was nothing in that time. */
export interface CopyResult {
  readonly statistics: PortfolioStatistics | null;
  /** What the money brought over the whole time; null = nothing can be said. */
  readonly moneyWeighted: number | null;
}

/** A trader in the list. */
export interface CopyTrader {
  readonly id: string;
  readonly coin: string;
  readonly openedAt: number;
  readonly endedAt: number | null;
  /** Takes no followers any more. */
  readonly closing: boolean;
  /** Percent. */
  readonly share: string;
  /** It is an account of the simulator, as are so many of its followers. */
  readonly simulated: boolean;
  readonly simulatedFollowers: number;
  readonly followers: number;
  readonly followersMax: number;
  readonly amountMin: string;
  readonly amountMax: string;
  /** What followers have paid in, less what was given back. */
  readonly copied: string;
  readonly equity: string;
  /** Shares paid to it in all. */
  readonly shares: string;
  readonly own: CopyResult;
  readonly ofFollowers: CopyResult;
  /** Part of what was traded in that time that was traded with accounts of the trader's root, 0..1 by value. */
  readonly ownTraded: number;
}

/** A page of the list. */
export interface CopyTraders {
  readonly rows: readonly CopyTrader[];
  /** Traders that the filters leave. */
  readonly total: number;
}

/** A moment of the two lines of a trader's chart: what one coin of the first moment has become. */
export interface CopyPoint {
  readonly time: number;
  readonly value: number;
}

/** An open position. */
export interface CopyPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly size: string;
  readonly entry: string;
  readonly mark: string;
  readonly leverage: number;
  readonly margin: 'crossed' | 'isolated';
  readonly profit: string;
  /** '0' = no price liquidates it. */
  readonly liquidation: string;
  readonly openedAt: number;
}

/** A trader's order that is in the book. */
export interface CopyOrder {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly leg: CopyLegWord;
  readonly price: string;
  /** Of the trader, and of all together. */
  readonly size: string;
  readonly filled: string;
  readonly allSize: string;
  readonly allFilled: string;
  readonly owners: number;
  readonly leftOut: number;
  readonly time: number;
}

/** One trader. */
export interface CopyTraderDetail extends CopyTrader {
  /** Whether only those find it who know a code. */
  readonly hidden: boolean;
  readonly curve: { readonly own: readonly CopyPoint[]; readonly followers: readonly CopyPoint[] };
  readonly positions: readonly CopyPosition[];
  readonly orders: readonly CopyOrder[];
  /** Whether it is the asker's own one, and the asker's portfolio that follows it. */
  readonly isOwn: boolean;
  readonly following: string | null;
}

/** A trader's order with those of all who followed. */
export interface CopyBatchRow {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly leg: CopyLegWord;
  readonly size: string;
  readonly filled: string;
  /** The one price of all; '' = nothing was traded. */
  readonly price: string;
  /** What of it was traded with accounts of the trader's root. */
  readonly own: string;
  readonly owners: number;
  readonly leftOut: number;
  readonly time: number;
}

/** What an owner had of a batch. */
export interface CopyOutcome {
  readonly batch: string;
  readonly portfolio: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly leg: CopyLegWord;
  readonly size: string;
  readonly filled: string;
  readonly price: string;
  readonly fee: string;
  readonly reason: CopyReason;
  readonly time: number;
}

/** A follower of a trader, as everybody may see it: nobody's name. */
export interface CopyFollowerRow {
  readonly portfolio: string;
  /** It is of an account of the simulator. */
  readonly simulated: boolean;
  readonly openedAt: number;
  readonly endedAt: number | null;
  /** What was paid in, less what was given back, and what it has now. */
  readonly paidIn: string;
  readonly equity: string;
  /** Their difference, after shares, and the shares. */
  readonly profit: string;
  readonly shares: string;
}

/** A settled share with its arithmetic: `fresh` = profit − mark, `due` = its share, `paid` of what is due and owed. */
export interface CopyShareRow {
  readonly portfolio: string;
  readonly trader: string;
  /** Percent. */
  readonly share: string;
  readonly realised: string;
  readonly unrealised: string;
  readonly profit: string;
  readonly mark: string;
  readonly fresh: string;
  readonly due: string;
  readonly paid: string;
  readonly owed: string;
  readonly time: number;
  /** Its place in the journal. */
  readonly command: string;
}

/** An exit of a follower that was reached, and for which something was closed. */
export interface CopyExitRow {
  /** '' = of the portfolio: copying has stopped. */
  readonly symbol: string;
  readonly exit: CopyExitWord;
  /** Of the portfolio then, what was paid in and its highest equity, all moved with what came and went. */
  readonly equity: string;
  readonly base: string;
  readonly peak: string;
  /** Of the position then; '' = it is of the portfolio. */
  readonly side: 'long' | 'short' | '';
  readonly size: string;
  readonly entry: string;
  readonly mark: string;
  /** What of the position is still open; of a portfolio how many positions, parts of orders and plans. */
  readonly left: string;
  readonly time: number;
  /** Its place in the journal. */
  readonly command: string;
}

/** An order of a trader for which many followers were asked before it traded. */
export interface CopyGatheredRow {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly leg: CopyLegWord;
  /** The trader's. */
  readonly size: string;
  readonly followers: number;
  /** It has ended, and traded nothing. */
  readonly ended: boolean;
  readonly time: number;
}

/** A list, and the cursor of what follows; null = that is all. */
export interface CopyPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** A portfolio of the asker's. */
export interface CopyPortfolioRow {
  readonly id: string;
  /** The portfolio that it follows; null = it is a trader's. */
  readonly trader: string | null;
  readonly positionMode: CopyMode;
  readonly coin: string;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly closing: boolean;
  readonly equity: string;
  /** What may be taken out, before the share of it that is due. */
  readonly free: string;
  readonly paidIn: string;
  readonly profit: string;
  readonly unrealised: string;
  /** Of a follower: what was paid and is owed, and the profit above which a share is due; of a trader what it was paid. */
  readonly shares: string;
  readonly owed: string;
  readonly mark: string;
  readonly offer: CopyOffer | null;
  readonly followers: number;
  /** Of a follower's that ended: how; '' = it has not, or is a trader's. */
  readonly end: CopyEndWord | '';
  /** Of one whose positions were taken over: their profit then, of which the share was settled; '' = it is not known. */
  readonly endUnrealised: string;
  /** Of a follower: the agreed share, percent, and what it set. */
  readonly share: string;
  readonly choices: CopyChoices | null;
}

/** All of them. */
export interface CopyPortfolios {
  /** What may be put in: the coin and what of it is in the spot account; '' = there are no contracts. */
  readonly coin: string;
  readonly available: string;
  readonly rows: readonly CopyPortfolioRow[];
}

/** One of them. */
export interface CopyPortfolioDetail extends CopyPortfolioRow {
  readonly positions: readonly CopyPosition[];
  readonly orders: readonly CopyOrder[];
  /** What a trader's positions are opened with, by contract; of a follower empty: its choices decide. */
  readonly contracts: readonly CopyContractTerms[];
}

/** What a trader's positions of a contract are opened with. */
export interface CopyContractTerms {
  readonly symbol: string;
  readonly leverage: number;
  readonly leverageMax: number;
  readonly margin: (typeof CONTRACT_MARGINS)[number];
}

/** What a portfolio would have had of an order. */
export interface CopyDryRow extends Omit<CopyOutcome, 'portfolio'> {
  /** It is more than all together traded: the book may not have given it. */
  readonly beyond: boolean;
}

/** What settings and an amount would have brought. */
export interface CopyDryRun {
  readonly coin: string;
  readonly from: number;
  readonly to: number;
  readonly amount: string;
  readonly equity: string;
  /** Their difference, after the shares that were paid. */
  readonly profit: string;
  readonly fees: string;
  readonly funding: string;
  readonly shares: string;
  /** Share that would be due were it left now. */
  readonly due: string;
  readonly result: CopyResult;
  readonly curve: readonly CopyPoint[];
  /** Orders of the trader, those that it would have had a part of, and those with more than all traded. */
  readonly orders: number;
  readonly copied: number;
  readonly beyond: number;
  readonly leftOut: readonly { readonly reason: CopyReason; readonly count: number }[];
  /** Positions that own exits closed, and that were liquidated. */
  readonly exits: number;
  readonly liquidations: number;
  /** When copying would have stopped; null = it goes on. */
  readonly endedAt: number | null;
  /** The newest orders. */
  readonly rows: readonly CopyDryRow[];
}

/** What was made. */
export interface CopyMade {
  readonly id: string;
}
