export { Core, RULES_VERSION } from './core.ts';
export { PositionFlag, PositionLane, PositionWord } from './futures/positions.ts';
export { UserOwners } from './ghost/user-owners.ts';
export { Ledger } from './ledger/ledger.ts';
export { AUDIT_SLOTS_MAX, LedgerAudit } from './ledger/ledger-audit.ts';
export { Book, type MatchSink, newTaker, type Reach, type Taker } from './matching/book.ts';
export { LevelPool } from './matching/level-pool.ts';
export { OrderPool } from './matching/order-pool.ts';
export {
  NONE,
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from './matching/order-record.ts';
export { CommandOutcome } from './outcome.ts';
export { PREFETCH_MAX } from './prefetch.ts';
export {
  type AssetLiabilities,
  liabilitiesOf,
  type OwnerUnits,
  type OwnUnits,
} from './reserves/liabilities.ts';
export { NEWEST_RULES, Rules } from './rules.ts';
export { type RestingOrder, restingOrders } from './snapshot/resting-orders.ts';
export { type CoreParts, restoreCore, snapshotCore, stateHash } from './snapshot/snapshot.ts';
export { isPersons } from './state/persons.ts';
export { State } from './state/state.ts';
