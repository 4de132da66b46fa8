export * from './channels/registry.ts';
export * from './channels/spec.ts';
export * from './checksum.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './intervals.ts';
export * from './json.ts';
export * from './limits.ts';
export * from './openapi.ts';
export * from './pagination.ts';
export * from './reject-errors.ts';
export {
  type AuthorityWord,
  MARGIN_ENTRIES,
  type MarginEntryWord,
  OTHER_ENTRY,
  type RepayTypeWord,
  SPOT_ENTRIES,
  type SpotEntryWord,
  type SpotGroupWord,
  type SubAccountStateWord,
  type WithdrawalStateWord,
} from './routes/account-words.ts';
export type { MarginWord } from './routes/margin-account.ts';
export * from './routes/mix-fields.ts';
export * from './routes/registry.ts';
export * from './routes/spec.ts';
export type {
  CancelReasonWord,
  ForceWord,
  HoldSideWord,
  MarginModeWord,
  OrderTypeWord,
  PosModeWord,
  PosSideWord,
  SideWord,
  StpWord,
  TriggerWord,
} from './routes/words.ts';
export * from './schema/compile.ts';
export * from './schema/query.ts';
export * from './schema/refused-item.ts';
export * from './signing.ts';
