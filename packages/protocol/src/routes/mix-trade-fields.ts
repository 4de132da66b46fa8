/** Fields that requests and rows of contracts' orders and plans share. */
import { choice, flag, optional, out } from '../schema/fields.ts';
import { contractSymbol, marginCoin, productType } from './mix-fields.ts';
import { names, page } from './trade-fields.ts';
import {
  HOLD_SIDES,
  MARGIN_MODES,
  ORDER_TRADE_SIDES,
  POS_MODES,
  POS_SIDES,
  SIDES,
} from './words.ts';

/** What a request about a contract says first. */
export const contract = {
  symbol: contractSymbol,
  productType,
  marginCoin: optional(marginCoin),
};

/** Which contracts a list is about. */
export const contracts = { ...contract, symbol: optional(contract.symbol) };

/** The margin mode that an order is meant for. */
export const marginMode = optional(
  choice('margin mode that the contract has; another one is refused where the order may open', [
    'crossed',
    'isolated',
  ]),
);

/** What an order is to do to its position. */
export const direction = {
  side: choice('one-way mode: side; hedge mode: direction of the position, buy = long', SIDES),
  tradeSide: optional(
    choice('hedge mode: opens or closes; absent in one-way mode', ['open', 'close']),
  ),
  reduceOnly: optional(flag('one-way mode: may only make the position smaller, `YES` or `NO`')),
};

/** The direction of a position. */
export const holdSide = choice(
  'direction: long or short in hedge mode, buy or sell in one-way mode',
  HOLD_SIDES,
);

/** Which rows of a list are wanted. */
export const listFields = { ...contracts, ...names, ...page };

/** What rows of orders and plans say about their position. */
export const positionWords = {
  side: out.word(SIDES, 'hedge mode: direction of the position'),
  posSide: out.word(POS_SIDES, 'net in one-way mode'),
  tradeSide: out.word(ORDER_TRADE_SIDES),
  posMode: out.word(POS_MODES),
  marginCoin: out.text(),
  marginMode: out.word(MARGIN_MODES, 'of the contract now'),
  leverage: out.text('of the contract now'),
};
/** Where the next page begins. Rows of orders say it too: some clients read it there. */
export const endId = out.text('last id of the page, for idLessThan');
