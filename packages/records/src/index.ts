export { backUp, databaseBytes, restoreInto } from './backup.ts';
export type { RecordsErrorCode, RecordsFacts, RecordsFailure } from './errors.ts';
export { RecordsError } from './errors.ts';
export type { ExportPlace, ExportPortion, ExportQuery } from './export/portions.ts';
export { EXPORT_START } from './export/portions.ts';
export type { FeedMode, Refill } from './feed/feed.ts';
export type { CopiedOrderRecord } from './history/copied-orders.ts';
export type {
  CopyDayName,
  CopyDayRecord,
  CopyEndRecord,
  CopyExitRecord,
  CopyGatheredRecord,
} from './history/copy-activity.ts';
export type { CopyCurve, CopyCurves } from './history/copy-curve.ts';
export { type CopyDryRunRecord, DRY_RUN_MS_MAX } from './history/copy-dry-run.ts';
export type { CopyShareDay, CopyTrackRecord } from './history/copy-tracks.ts';
export type {
  CopyBatchRecord,
  CopyFillRecord,
  CopyFollowerRecord,
  CopyShareRecord,
  CopyTraderRecord,
} from './history/copying.ts';
export { COPY_TRADERS_LISTED_MAX } from './history/copying.ts';
export type {
  FeeChangesQuery,
  FeeTermsRecord,
  KeptTerms,
  VolumeRecord,
  VolumesQuery,
} from './history/fees.ts';
export type {
  DeleveragingRecord,
  FundCurveQuery,
  FundPoint,
  FundSubject,
  FundTotal,
} from './history/fund.ts';
export type { MovementRecord, MovementsQuery } from './history/movements.ts';
export type { NoticesQuery } from './history/notices.ts';
export type { StatementQuery, StatementRecord } from './history/statement.ts';
export type { CurvePoint, ValueCurve, ValueCurveQuery, Worths } from './history/value-curve.ts';
export type {
  AlertOwner,
  AlertRecord,
  AlertSetting,
  AlertsQuery,
  Firing,
} from './identity/alerts.ts';
export { ALERTS_AT_ONCE } from './identity/alerts.ts';
export type {
  ApiKeySettings,
  ApiKeyType,
  Grant,
  NewApiKeyInput,
  Permission,
  Tier,
  VenueName,
} from './identity/api-key-rules.ts';
export { GRANTS } from './identity/api-key-rules.ts';
export type {
  ApiKeyRecord,
  ApiKeySecrets,
  NewApiKey,
} from './identity/api-keys.ts';
export type { NoticesChange } from './identity/context.ts';
export type { FaucetClaim, FaucetResult } from './identity/faucet.ts';
export * from './identity/limits.ts';
export type { LoginResult } from './identity/login.ts';
export type { LoginEntry } from './identity/logins.ts';
export type {
  MailContents,
  MailDetail,
  MailKind,
  MailLine,
  MailOrigin,
  MailPart,
  MailRecord,
  MailWord,
} from './identity/mails.ts';
export { MAIL_KINDS, plainLine } from './identity/mails.ts';
export type {
  NoticeMark,
  NoticesRead,
  ReadSource,
  RiskMail,
  SecurityNotice,
} from './identity/notices.ts';
export type { ShownPasskey } from './identity/passkey-check.ts';
export type { PasskeyRecord, WebAuthnOptions } from './identity/passkeys.ts';
export type { HashCost } from './identity/password-hasher.ts';
export { HASH_COST } from './identity/password-hasher.ts';
export { checkPassword } from './identity/password-rules.ts';
export type { AuthenticatorSetup, SecondFactor } from './identity/second-factor.ts';
export type { SessionRecord } from './identity/session-record.ts';
export type { NewSession, SessionEntry } from './identity/sessions.ts';
export type { SubAccountChange, SubAccountRecord, SubPermission } from './identity/sub-accounts.ts';
export { isSubAccountName, SUB_PERMISSIONS } from './identity/sub-accounts.ts';
export type { ThawRequirements } from './identity/thaw.ts';
export type { UserRecord, UserStatus } from './identity/users.ts';
export { normaliseEmail } from './identity/users.ts';
export type { BillRecord, BillsQuery } from './kinds/bills.ts';
export type { FamilyNames } from './kinds/cells.ts';
export { FeeChange, type FeeChangeRecord } from './kinds/fee-changes.ts';
export { type FillRecord, type FillsQuery, Liquidity, type PlacedFill } from './kinds/fills.ts';
export type { FundEntryRecord } from './kinds/fund-entries.ts';
export type { FundingRecord, FundingRoundRecord, FundingsQuery } from './kinds/fundings.ts';
export type {
  LiquidationRecord,
  LiquidationsQuery,
  MarginLiquidationRecord,
  MarginLiquidationsQuery,
} from './kinds/liquidations.ts';
export type { LoanRecord, LoansQuery } from './kinds/loans.ts';
export { MovementKind } from './kinds/movements.ts';
export type { NoticeRecord } from './kinds/notices.ts';
export { type OrderHistoryQuery, type OrderRecord, StoredOrderStatus } from './kinds/orders.ts';
export type { ParentHistoryQuery, ParentRecord } from './kinds/parents.ts';
export { type PlanHistoryQuery, type PlanRecord, StoredPlanStatus } from './kinds/plans.ts';
export type { PositionRecord, PositionsQuery } from './kinds/positions.ts';
export type { PreventedRecord } from './kinds/prevented.ts';
export type { RefusalRecord, RefusalsQuery } from './kinds/refusals.ts';
export { PAGE_LIMIT_MAX, type PageRequest } from './kinds/window.ts';
export type { DatabaseFacts, DatabaseName } from './parts.ts';
export { databaseFacts, keyFileId, renameSchema } from './parts.ts';
export type { Dump, TableDump } from './projection/dump.ts';
export { FundMeasure } from './projection/fund-tables.ts';
export type { HistoryApi, IdentityApi, Wait } from './protocol.ts';
export type { RecordsHealth, RecordsOptions, RecordsStatus } from './records-client.ts';
export { CALLS_WAITING_MAX, RecordsClient } from './records-client.ts';
export { passphraseMatches } from './secrets/secret-box.ts';
export { awaitDatabase } from './sql/await-database.ts';
export type { DatabasePlace } from './sql/place.ts';
export { RECORDS_NICE, yieldTo } from './thread-priority.ts';
