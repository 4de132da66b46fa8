/** Every operation of the command line by the name it is asked for by. */
import {
  hiddenCharacter,
  hiddenMessage,
  OWN_CHAIN,
  REASON_LENGTH_MAX,
  type UserId,
  UserMode,
} from '@halcyon/domain';
import type { RevocationBus } from '@halcyon/gateway';
import { listAudit } from '../exchange/audit-trail.ts';
import { prepareBackup } from '../exchange/backup.ts';
import { addContract, setContract } from '../exchange/contract-operations.ts';
import type { DepositControl } from '../exchange/deposits.ts';
import { folderDeposits } from '../exchange/folder-chain.ts';
import { addAsset, addInstrument, listAssets } from '../exchange/listing-operations.ts';
import { fundLoans, listLoans, setLoan, setPairLoan } from '../exchange/loan-operations.ts';
import { listMails } from '../exchange/mails.ts';
import type { Runtime } from '../exchange/open-runtime.ts';
import { checkArguments, type OperationArgs, quoted } from '../exchange/operation-args.ts';
import {
  listInstruments,
  setInstrumentLimits,
  setInstrumentState,
} from '../exchange/operations.ts';
import {
  addOperator,
  listOperators,
  removeOperator,
  renewOperator,
} from '../exchange/operators.ts';
import {
  listDeposits,
  listStranded,
  requestPayout,
  retryDeposits,
  setDeposits,
} from '../exchange/payouts.ts';
import {
  closeUser,
  createKey,
  createUser,
  deleteKey,
  listKeys,
  listUsers,
  type PeopleContext,
  resetFactor,
  setUserStatus,
} from '../exchange/people.ts';
import {
  allowAddress,
  approveWithdrawal,
  listWithdrawals,
  refuseWithdrawal,
} from '../exchange/withdrawals.ts';
import { giveCoupon, setLevel, showFees } from '../levels/level-operations.ts';
import {
  paperFollow,
  paperPause,
  paperReplay,
  paperResume,
  paperSpeed,
  paperStatus,
  paperStep,
} from '../paper/paper-operations.ts';
import { auditOf } from './audit.ts';
import { proveOperator } from './operator-proof.ts';

const OPERATIONS: Readonly<
  Record<string, (context: PeopleContext, args: OperationArgs) => unknown>
> = {
  'asset-add': addAsset,
  'asset-list': listAssets,
  'instrument-add': addInstrument,
  'instrument-list': listInstruments,
  'instrument-state': setInstrumentState,
  'instrument-set': setInstrumentLimits,
  'contract-add': addContract,
  'contract-set': setContract,
  'loan-list': listLoans,
  'loan-set': setLoan,
  'loan-pair': setPairLoan,
  'loan-fund': fundLoans,
  'user-create': createUser,
  'user-list': listUsers,
  'user-status': setUserStatus,
  'user-close': closeUser,
  'user-deposits': setDeposits,
  'user-fees': showFees,
  'user-level': setLevel,
  'user-coupon': giveCoupon,
  'user-reset-factor': resetFactor,
  'key-create': createKey,
  'key-list': listKeys,
  'key-delete': deleteKey,
  'mail-list': listMails,
  'audit-list': listAudit,
  'operator-list': listOperators,
  'operator-add': addOperator,
  'operator-renew': renewOperator,
  'operator-remove': removeOperator,
  'withdrawal-list': listWithdrawals,
  'withdrawal-approve': approveWithdrawal,
  'withdrawal-refuse': refuseWithdrawal,
  'withdrawal-allow': allowAddress,
  'deposit-list': listDeposits,
  'deposit-retry': retryDeposits,
  'payout-list': listStranded,
  'payout-request': requestPayout,
  'paper-status': paperStatus,
  'paper-replay': paperReplay,
  'paper-follow': paperFollow,
  'paper-pause': paperPause,
  'paper-resume': paperResume,
  'paper-speed': paperSpeed,
  'paper-step': paperStep,
};

/**
 * Carries out an operation on an open exchange.
 * @param revocations told of keys and users that are no longer good; null when nothing serves them
 * @param given its arguments; with `operator`, the `secret` of that one
 * @param deposits where the server has them; else those of the folder
 * @throws Error for an unknown operation, one that is refused, or an operator that is not who it says
 */
export async function carryOut(
  runtime: Runtime,
  revocations: RevocationBus | null,
  operation: string,
  given: OperationArgs,
  deposits: () => DepositControl = () => folderDeposits(runtime),
): Promise<unknown> {
  checkArguments(given);
  checkReason(given['reason'] ?? '');
  const args = await provedArgs(runtime, operation, given);
  if (operation === 'backup') return prepareBackup(runtime);
  const run = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
  if (run === undefined) throw new Error(`there is no operation ${quoted(operation)}`);
  const { exchange, records, paper } = runtime;
  const { engine, reader } = exchange;
  const { operators } = exchange.core.state;
  const withdrawals = () => exchange.core.state.withdrawals.open.values();
  const venueContext = { engine, views: reader.views, records, paper, revocations };
  const closedRoots = () => closedIn(exchange.core.state.users.modes());
  const asked = { withdrawals, operators, closedRoots, deposits };
  const context = { ...venueContext, ...asked, chainTerms: OWN_CHAIN };
  // First, so that nothing is done that is not noted.
  const detail = JSON.stringify(auditOf(operation, args));
  if (isNoted(operation, args)) await records.identity.noteOperation({ operation, detail });
  return run(context, args);
}

/** Arguments of an operator who proved itself, or of nobody. That one did not is noted. @throws Error */
async function provedArgs(
  { exchange, records }: Runtime,
  operation: string,
  given: OperationArgs,
): Promise<OperationArgs> {
  const { args, fault } = proveOperator(exchange.core.state.operators, given);
  if (fault === '') return args;
  const detail = JSON.stringify({ refused: operation, operator: args['operator'] });
  await records.identity.noteOperation({ operation: 'operator-refused', detail });
  throw new Error(fault);
}

function closedIn(modes: readonly (readonly [root: UserId, mode: UserMode])[]): UserId[] {
  return modes.flatMap(([root, mode]) => (mode === UserMode.closed ? [root] : []));
}

/** Operations that only look. */
const READS =
  /^(?:(?:asset|instrument|loan|user|key|mail|audit|withdrawal|operator|deposit|payout)-list|paper-status)$/;

/** Operations that make sense before the first start; all others are about what there is. */
const BEGINS =
  /^(?:(?:asset|instrument|contract|operator)-add|(?:instrument|contract|loan)-set|instrument-state|loan-pair|loan-fund|user-create)$/;

/** Whether an operation may begin an exchange where there is none: a folder may be mistyped. */
export function beginsExchange(operation: string): boolean {
  return BEGINS.test(operation);
}

/** Whether the log has it: whatever changes something, and who read links that open an account. */
function isNoted(operation: string, args: OperationArgs): boolean {
  return !READS.test(operation) || (operation === 'mail-list' && args['links'] === true);
}

/** Why is kept for ever, in the journal and in the log: not more of it than there is room for. */
function checkReason(reason: unknown): void {
  if (typeof reason !== 'string') throw new Error('--reason must be a text');
  if (reason.length > REASON_LENGTH_MAX) {
    throw new Error(
      `--reason: ${reason.length} characters, at most ${REASON_LENGTH_MAX} are allowed`,
    );
  }
  const hidden = hiddenCharacter(reason);
  if (hidden !== null) throw new Error(hiddenMessage('--reason', hidden));
}
