/** Every operation of the command line by the name it is asked for by. */
import { hiddenCharacter, hiddenMessage, OWN_CHAIN, REASON_LENGTH_MAX } from '@halcyon/domain';
import type { RevocationHub } from '@halcyon/gateway';
import { listAudit } from '../exchange/audit-trail.ts';
import { prepareBackup } from '../exchange/backup.ts';
import { addContract, setContract } from '../exchange/contract-operations.ts';
import { addAsset, addInstrument, listAssets } from '../exchange/listing-operations.ts';
import { fundLoans, listLoans, setLoan, setPairLoan } from '../exchange/loan-operations.ts';
import { listMails } from '../exchange/mails.ts';
import type { Runtime } from '../exchange/open-runtime.ts';
import type { OperationArgs } from '../exchange/operation-args.ts';
import {
  listInstruments,
  setInstrumentLimits,
  setInstrumentState,
} from '../exchange/operations.ts';
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
  'user-fees': showFees,
  'user-level': setLevel,
  'user-coupon': giveCoupon,
  'user-reset-factor': resetFactor,
  'key-create': createKey,
  'key-list': listKeys,
  'key-delete': deleteKey,
  'mail-list': listMails,
  'audit-list': listAudit,
  'withdrawal-list': listWithdrawals,
  'withdrawal-approve': approveWithdrawal,
  'withdrawal-refuse': refuseWithdrawal,
  'withdrawal-allow': allowAddress,
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
 * @throws Error for an unknown operation, or one that is refused
 */
export async function carryOut(
  runtime: Runtime,
  revocations: RevocationHub | null,
  operation: string,
  args: OperationArgs,
): Promise<unknown> {
  checkReason(args['reason'] ?? '');
  if (operation === 'backup') return prepareBackup(runtime);
  const run = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
  if (run === undefined) throw new Error(`there is no operation "${operation}"`);
  const { exchange, records, paper } = runtime;
  const { engine, reader } = exchange;
  const withdrawals = () => exchange.core.state.withdrawals.open.values();
  const rooms = { engine, views: reader.views, records, paper, revocations };
  const context = { ...rooms, withdrawals, chainTerms: OWN_CHAIN };
  // First, so that nothing is done that is not noted.
  const detail = JSON.stringify(auditOf(operation, args));
  if (!READS.test(operation)) await records.identity.noteOperation({ operation, detail });
  return run(context, args);
}

/** Operations that only look. */
const READS = /^(?:(?:asset|instrument|loan|user|key|mail|audit|withdrawal)-list|paper-status)$/;

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
