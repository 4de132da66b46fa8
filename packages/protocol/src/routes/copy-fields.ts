/** Fields that requests and rows of traders and followers share. */
import { id, list, object, optional, out, rows, time, whole } from '../schema/fields.ts';
import { contractSymbol, PRODUCT_TYPES, productType } from './mix-fields.ts';
import { endId } from './mix-trade-fields.ts';
import { page } from './trade-fields.ts';
import { POSITION_SIDES } from './words.ts';

/** A trader's portfolio, as followers name it. */
export const traderId = id('the number of a trader’s portfolio');

/** Pages by number. */
export const numbered = {
  pageNo: optional(whole('page, from 1', 1, 10_000)),
  pageSize: optional(rows()),
};
export const since = {
  startTime: optional(time('from, ms')),
  endTime: optional(time('until, ms')),
};

/** Which tracked positions are wanted, newest first. */
export const tracks = {
  productType,
  symbol: optional(contractSymbol),
  ...page,
  idGreaterThan: optional(id('only rows after this one')),
};

/** A position of a trader, and of followers the one that follows it: both have its number. */
export const trackingNo = out.text('number of the trader’s position, in rows of followers too');

/** What rows of positions have, open or closed. */
export const trackRow = {
  trackingNo,
  symbol: out.text(),
  posSide: out.word(POSITION_SIDES),
  openOrderId: out.text('newest order of the trader that opened of it'),
  openLeverage: out.text(),
  openPriceAvg: out.amount(),
  openTime: out.millis(),
  openFee: out.amount('negative when paid'),
};

/** What rows of closed ones have besides. */
export const closedTrackRow = {
  ...trackRow,
  productType: out.word(PRODUCT_TYPES),
  closeOrderId: out.text('last order of the trader that closed of it; empty: none did'),
  openSize: out.amount(),
  closeSize: out.amount(),
  closeTime: out.millis(),
  closePriceAvg: out.amount(),
  achievedPL: out.amount('realised, before fees and fundings'),
  closeFee: out.amount('negative when paid'),
};

/** A list of rows and where the next page begins. */
export const trackingList = <F extends Parameters<typeof object>[0]>(row: F) =>
  object({ trackingList: list(object(row)), endId });
