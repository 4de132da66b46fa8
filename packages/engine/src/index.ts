export {
  BATCH_MAX,
  CHECKPOINT_EVERY,
  Engine,
  type EngineMetrics,
  type EngineOptions,
  QUEUE_MAX,
} from './engine.ts';
export { type CoreAt, coreAt } from './follow/core-at.ts';
export { FollowedCore, type FollowedResting, type RestingTerms } from './follow/followed-core.ts';
export { lifeReceiptAt } from './follow/life-at.ts';
export { receiptsAt } from './follow/receipts-at.ts';
export {
  type EventFollower,
  EventTail,
  eventsOf,
  type JournalPlace,
  loadStartPoint,
  ORDERS_CAPACITY,
  type Reader,
  Replayer,
  restoreFrom,
  type StartPoint,
} from './replay.ts';
export { reservesFolder, rootSeqs } from './reserves/root-file.ts';
export { Roots } from './reserves/roots.ts';
export type { ReservesReport } from './reserves/verify-roots.ts';
export type { RepairedSeals } from './seals/repair-seals.ts';
export { sealPlaces, sealsFolder, sha256 } from './seals/seal-record.ts';
export { Seals } from './seals/seals.ts';
export { type SealReport, verifySeals } from './seals/verify-seals.ts';
export {
  SNAPSHOTS_KEPT,
  type SnapshotJob,
  type SnapshotReport,
  snapshotParts,
  takeSnapshot,
} from './snapshotting.ts';
export { type VerifyReport, verifyJournal } from './verify.ts';
