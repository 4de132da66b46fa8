/** What an API key may be allowed to do, in the order in which it is told. */

/** The permissions that trade. */
export const TRADE_PERMISSIONS = ['spot_trade', 'margin_trade', 'contract_trade'] as const;
/** All of them; `copy` permits nothing where copy trading is not offered (decisions 0097, 0146). */
export const KEY_PERMISSIONS = [
  'read',
  ...TRADE_PERMISSIONS,
  'transfer',
  'withdraw',
  'copy',
] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** What a key of a copy portfolio may be allowed: it reads and trades there, and reaches nothing else. */
export const PORTFOLIO_KEY_PERMISSIONS = ['read', 'copy'] as const satisfies KeyPermission[];

/** What a key may be given: `trade` stands for spot, margin and futures, as keys once had it. */
export const KEY_GRANTS = [...KEY_PERMISSIONS, 'trade'] as const;
export type KeyGrant = (typeof KEY_GRANTS)[number];
