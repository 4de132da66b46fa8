/** The slow exchange's deposits, withdrawals and transfers. */
import {
  AccountKind,
  type Command,
  EventKind,
  isMargin,
  PostingReason,
  Reject,
  SystemAccount,
} from '@halcyon/domain';
import { modeRefusal } from './naive-modes.ts';
import { type NaiveRefusal, refusal } from './naive-rules.ts';
import type { NaiveState } from './naive-state.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const TOP = 2n ** 62n;
const OWING: readonly number[] = [
  SystemAccount.external,
  SystemAccount.faucet,
  SystemAccount.simulator,
];

type MoveCommand = Extract<Command, { kind: 35 | 36 | 37 }>;
type Movement = 'deposit' | 'withdrawal' | 'transfer';

interface Terms {
  readonly movement: Movement;
  readonly from: number;
  readonly to: number;
  /** The account whose reference it is. */
  readonly keeper: number;
  readonly reference: string;
  readonly fee: bigint;
}

/** Carries out a movement of money or says why not. */
export function move(x: NaiveState, c: MoveCommand): NaiveRefusal | null {
  const terms = termsOf(c);
  const key = `${terms.movement}|${terms.keeper}|${terms.reference}`;
  const earlier = terms.reference === '' ? undefined : x.movementIds.get(key);
  if (earlier !== undefined) {
    x.outcome.id = earlier;
    x.outcome.otherId = earlier;
    return null;
  }
  const bad =
    generalRefusal(x, c, terms) ?? outsideRefusal(c, terms) ?? specialRefusal(x, c, terms);
  if (bad !== null) return bad;
  const id = x.nextMovement;
  x.nextMovement += 1;
  if (terms.reference !== '') x.movementIds.set(key, id);
  x.outcome.id = id;
  pay(x, c, terms, id);
  return null;
}

function termsOf(c: MoveCommand): Terms {
  if (c.kind === 35) {
    const { from, account: to, reference } = c;
    return { movement: 'deposit', from, to, keeper: to, reference, fee: 0n };
  }
  if (c.kind === 36) {
    const { account: from, to, clientId: reference, fee } = c;
    return { movement: 'withdrawal', from, to, keeper: from, reference, fee };
  }
  const { from, to, clientId: reference } = c;
  return { movement: 'transfer', from, to, keeper: from, reference, fee: 0n };
}

function generalRefusal(x: NaiveState, c: MoveCommand, terms: Terms): NaiveRefusal | null {
  const { from, to, fee } = terms;
  const pair = pairOf(c);
  const amount = c.amount + fee;
  for (const account of [from, to]) {
    if (!x.exists(account)) return refusal(Reject.unknownAccount, 0, account);
  }
  if (x.assets[c.asset] === undefined) return refusal(Reject.unknownAsset, 0, c.asset);
  if (from === to) return refusal(Reject.sameAccount, 0, to);
  if (amount <= 0n || amount > BigInt(MOST)) {
    return refusal(Reject.amountRange, MOST, Number(amount));
  }
  const missing = x.pocketRefusal(from, pair) ?? x.pocketRefusal(to, pair);
  if (missing !== null) return missing;
  const source = x.ledger.of(from, x.numberOf(from, c.asset, pair)).available;
  if (!OWING.includes(from) && source < amount) {
    return refusal(Reject.insufficientBalance, Number(source), Number(amount));
  }
  const target = x.ledger.of(to, x.numberOf(to, c.asset, pair)).available;
  const fits = target + amount < TOP && source - amount > -TOP;
  return fits ? null : refusal(Reject.balanceRange, MOST, Number(amount));
}

/** Margin accounts take and give by transfer only. */
function outsideRefusal(c: MoveCommand, { from, to }: Terms): NaiveRefusal | null {
  const margin = [from, to].find((account) => account >= 128 && [2, 3].includes(account % 8));
  if (c.kind === 37 || margin === undefined) return null;
  return refusal(Reject.unknownAccount, 0, margin);
}

function specialRefusal(x: NaiveState, c: MoveCommand, terms: Terms): NaiveRefusal | null {
  const { from, to } = terms;
  if (c.kind === 35) {
    if (from >= 128) return refusal(Reject.unknownAccount, 0, from);
    return modeRefusal(x, { from, to, toClosed: c.toClosed === true });
  }
  if (c.kind === 36) {
    if (from < 128) return refusal(Reject.unknownAccount, 0, from);
    const sound = c.fee >= 0n && c.amount > 0n;
    if (!sound) return refusal(Reject.amountRange, MOST, Number(c.amount));
    return modeRefusal(x, { from, to, toClosed: false });
  }
  if (!x.sameRoot(from, to)) return refusal(Reject.unknownAccount, 0, to);
  return x.transferRefusal(c);
}

/** Whether an account has a pocket for each pair. */
function isIsolated(account: number): boolean {
  return account % 8 === AccountKind.isolatedMargin && isMargin(account);
}

/** The pair whose pocket a transfer names, -1 = none. */
function pairOf(c: MoveCommand): number {
  return c.kind === 37 ? (c.instrument ?? -1) : -1;
}

function pay(x: NaiveState, c: MoveCommand, terms: Terms, id: number): void {
  const { movement, from, to, fee } = terms;
  const { deposit, withdraw, withdrawFee, transferIn, transferOut, feeIn } = PostingReason;
  const out = { deposit, withdrawal: withdraw, transfer: transferOut }[movement];
  const into = { deposit, withdrawal: deposit, transfer: transferIn }[movement];
  const pair = pairOf(c);
  x.post(from, c.asset, out, id, -c.amount, 0n, 0n, pair);
  x.post(to, c.asset, into, id, c.amount, 0n, 0n, pair);
  for (const account of [from, to]) x.moved(account, x.numberOf(account, c.asset, pair));
  if (fee > 0n) {
    x.post(from, c.asset, withdrawFee, id, -fee, 0n, 0n, -1);
    x.post(SystemAccount.fees, c.asset, feeIn, id, fee, 0n, 0n, -1);
  }
  x.emit({
    kind: EventKind.moved,
    seq: x.seq,
    time: x.time,
    movement,
    id,
    from,
    to,
    asset: c.asset,
    amount: c.amount,
    fee,
    ...([from, to].some(isIsolated) ? { instrument: pair } : {}),
    clientId: terms.reference,
    address: c.kind === 36 ? c.address : '',
    actor: c.kind === 35 ? c.actor : '',
    reason: c.kind === 35 ? c.reason : '',
  });
}
