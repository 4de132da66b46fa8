/** Errors of copy trading. */
import { type Entry, entry } from './error-entry.ts';

/** See errors.ts, whose table they are part of. */
export const COPY_ERRORS = {
  copyPortfolioNotFound: entry(
    '40017',
    'you have no such copy portfolio, or it may not be followed',
  ),
  copyKeyOnly: entry(
    '40014',
    'a key of a copy portfolio trades and reads contracts there, and does nothing else',
    403,
  ),
  copyKeyOff: entry(
    '40919',
    'copy trading is not open on this exchange yet; this is a key of a copy portfolio',
  ),
  copyPortfoliosMax: entry(
    '40812',
    'this would be copy portfolio {value}, at most {limit} are allowed',
  ),
  copyTooLittle: entry('40020', '{field} {value} is below the smallest {limit}'),
  copyTooMuch: entry('40020', '{field} would make it {value} paid in: the trader allows {limit}'),
  copyOwnPortfolio: entry(
    '40020',
    '{field} is a portfolio of the own account: nobody follows those',
  ),
  copyClosing: entry('40812', 'the trader is leaving: nothing is opened or followed any more'),
  copyFollowedAlready: entry('40812', 'you follow this trader already: with portfolio {value}'),
  copyFollowersMax: entry('40812', 'this would be follower {value}, the trader allows {limit}'),
  copyCircle: entry('40812', '{field} follows you already, directly or by way of others'),
  copyFollowersLeft: entry('40812', 'followers have something open: {value} are to leave first'),
  copyStillOpen: entry('40812', 'positions or orders are open in the portfolio: {value}'),
  copyUnderWay: entry(
    '40812',
    'an order before is being worked out for {value} who follow: ask again',
    400,
    true,
  ),
  copyTakeOverMode: entry(
    '40812',
    'exit takeOver needs the own futures account to have the position mode of the portfolio',
  ),
  copyShareUnpaid: entry(
    '40812',
    'exit takeOver pays the share that is due first: {value}, of which {limit} is free',
  ),
  copyTermsRange: entry('40020', '{field} of the terms is {value}: the limit is {limit}'),
  copySettingsRange: entry('40020', '{field} of the settings is {value}: the limit is {limit}'),
  copyExitRange: entry('40020', 'exit is {value}: the limit is {limit}'),
  copyExitEquity: entry(
    '40020',
    'portfolioProfitPpm or portfolioLossPpm is reached already: equity {value}, measured from {limit}',
  ),
  copyExitPrice: entry(
    '40020',
    'takeProfitPpm or stopLossPpm is reached already: mark price {value}, entry {limit}',
  ),
  copyPriceMoved: entry(
    '40812',
    'the mark price went from {limit} to {value} before all followers had been asked',
  ),
  copyPositionMoved: entry(
    '40812',
    'the position that it closes went from {limit} to {value} before all followers had been asked',
  ),
  copyContractLeftOut: entry(
    '40812',
    'symbol is a contract that the terms of the portfolio leave out: nothing is opened in it',
  ),
  copyTimeInForce: entry('40020', 'force of a copied order is {value}: the limit is {limit}'),
  copyAverageMargin: entry(
    '40712',
    'at the average of all who follow {value} is needed, {limit} is available',
  ),
  copyAverageLoss: entry(
    '43011',
    'at the average of all who follow this would lose {value}, and {limit} backs the position',
  ),
  copyOrdersMax: entry(
    '40812',
    'this would be open copied order {value}, at most {limit} may be open',
  ),
} as const satisfies Readonly<Record<string, Entry>>;
