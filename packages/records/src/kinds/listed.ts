/** Who and what there is: users, assets and instruments. */
import type { AssetId, InstrumentId, Product, UserId } from '@halcyon/domain';
import { flag, int, text } from './columns.ts';
import { recordKind } from './kind.ts';

export const USERS = recordKind({
  table: 'users',
  columns: { id: int<UserId>(), simulated: flag(), seq: int(), time: int() },
  key: ['id'],
  mutable: ['simulated'],
});

export const ASSETS = recordKind({
  table: 'assets',
  columns: { id: int<AssetId>(), code: text(), name: text(), scale: int() },
  key: ['id'],
  mutable: ['code', 'name', 'scale'],
});

export const INSTRUMENTS = recordKind({
  table: 'instruments',
  columns: {
    id: int<InstrumentId>(),
    symbol: text(),
    base: int<AssetId>(),
    quote: int<AssetId>(),
    price_scale: int(),
    quantity_scale: int(),
    quote_factor: int(),
    lot_units: int(),
    product: int<Product>('contracts'),
  },
  key: ['id'],
  mutable: ['symbol', 'price_scale', 'quantity_scale', 'quote_factor', 'lot_units'],
});
