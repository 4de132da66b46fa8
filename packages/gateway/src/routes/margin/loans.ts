/** Borrowing and paying back. */
import {
  type AssetId,
  type CommandInput,
  CommandKind,
  EVERY_COIN,
  type InstrumentId,
  LoanCause,
  parseWireLoanId,
  wireLoanId,
} from '@halcyon/domain';
import { type MarginWord, specs, WireError } from '@halcyon/protocol';
import {
  knownAsset,
  type RestContext,
  type Route,
  signedRoute,
  submit,
} from '../../http/context.ts';
import {
  type MarginAccountRef,
  marginAccount,
  marginCoin,
  marginPair,
  pairOfRow,
  placeOf,
} from '../../translate/margin.ts';
import { unitsOf } from '../../translate/scaled.ts';
import { amountText } from '../../translate/text.ts';

/** Pays back all that is owed of a coin, or of every one, with what the place has; the id of it. */
async function flashRepay(
  context: RestContext,
  place: MarginAccountRef,
  asset: number,
): Promise<string> {
  const command = { kind: CommandKind.flashRepay, ...place, asset } as const;
  const { id } = await submit(context, command, { asset: context.views.asset(asset) });
  return wireLoanId(LoanCause.repaid, id);
}

const crossFlash = signedRoute(specs.crossed.flashRepay, async (context, { coin }, caller) => {
  const { views } = context;
  const place = placeOf(views, 'crossed', caller, {});
  const asset = coin === undefined ? undefined : marginCoin(views, place, coin);
  const repayId = await flashRepay(context, place, asset?.id ?? EVERY_COIN);
  return { repayId, coin: asset?.code ?? '' };
});

/** Each pair by itself: one that owes nothing, or is refused, stops no other. */
const isolatedFlash = signedRoute(specs.isolated.flashRepay, async (context, request, caller) => {
  const { views } = context;
  const account = marginAccount('isolated', caller);
  const pairs =
    request.symbolList === undefined
      ? views.loans.places(account).map((id) => views.instrument(id)!)
      : request.symbolList.map((symbol) => marginPair(views, symbol));
  const owing = pairs.filter(({ id }) =>
    views.loans.debts(account).some(({ instrument }) => instrument === id),
  );
  return Promise.all(
    owing.map(async ({ id, symbol }) => {
      const place = { account, instrument: id };
      const repayId = await flashRepay(context, place, EVERY_COIN).catch(() => '');
      return { repayId, symbol, result: repayId === '' ? 'failure' : 'success' };
    }),
  );
});

/** A repayment is over when it answers; what it is asked by are the debts that it paid. */
function flashStatus(kind: MarginWord): Route {
  return signedRoute(specs[kind].flashRepayStatus, async (context, { idList }, caller) => {
    const { views, history } = context;
    const account = marginAccount(kind, caller);
    const wait = { minSeq: views.lastAckSeq(account) };
    const causes = [LoanCause.repaid];
    const known = await Promise.all(
      idList.map(async (repayId) => {
        const named = parseWireLoanId(repayId);
        if (!named?.causes.includes(LoanCause.repaid)) return [];
        const { reference } = named;
        const paid = await history.loans({ account, reference, causes, limit: 1 }, wait);
        return paid.map(() => ({ repayId, status: 'finish' as const }));
      }),
    );
    return known.flat();
  });
}

type LoanInput = Extract<
  CommandInput,
  { kind: typeof CommandKind.borrow | typeof CommandKind.repay }
>;

/** A loan or repayment that was made, amounts in units of the coin. */
interface Made {
  readonly id: number;
  readonly instrument: InstrumentId;
  readonly asset: AssetId;
  readonly amount: number;
  /** What is owed of the coin since. */
  readonly owed: number;
}

/**
 * Borrows or pays back. A repeated client id makes nothing: the answer is what was made the first time.
 * @throws WireError when the core refuses it, or the records cannot tell what was made
 */
async function make(context: RestContext, command: LoanInput): Promise<Made> {
  const { views, history } = context;
  const { kind, account, instrument, asset, amount } = command;
  const { id, otherId } = await submit(context, command, { asset: views.asset(asset) });
  if (otherId === 0) {
    const { principal, interest } = views.loans.debt(account, asset, instrument);
    return { id, instrument, asset, amount, owed: principal + interest };
  }
  const causes = [kind === CommandKind.borrow ? LoanCause.borrowed : LoanCause.repaid];
  const wait = { minSeq: views.lastAckSeq(account) };
  const [first] = await history.loans({ account, reference: id, causes, limit: 1 }, wait);
  if (first === undefined) throw new WireError('readTimeout');
  const { principal, interest, principalDelta, interestDelta } = first;
  const changed = Math.abs(principalDelta + interestDelta);
  return { ...first, id, amount: changed, owed: principal + interest };
}

/** The routes of one kind of margin account. */
export function loanRoutes(kind: MarginWord): readonly Route[] {
  return [
    kind === 'crossed' ? crossFlash : isolatedFlash,
    flashStatus(kind),
    signedRoute(specs[kind].borrow, async (context, request, caller) => {
      const { views } = context;
      const place = placeOf(views, kind, caller, request);
      const asset = marginCoin(views, place, request.coin);
      const amount = unitsOf('borrowAmount', request.borrowAmount, asset);
      const clientId = request.clientOid ?? '';
      const command = { kind: CommandKind.borrow, ...place, asset: asset.id, amount, clientId };
      const made = await make(context, command);
      const lent = knownAsset(views, made.asset);
      return {
        loanId: wireLoanId(LoanCause.borrowed, made.id),
        ...pairOfRow(views, made.instrument),
        coin: lent.code,
        borrowAmount: amountText(lent, made.amount),
      };
    }),
    signedRoute(specs[kind].repay, async (context, request, caller) => {
      const { views } = context;
      const place = placeOf(views, kind, caller, request);
      const asset = marginCoin(views, place, request.coin);
      const amount = unitsOf('repayAmount', request.repayAmount, asset);
      const clientId = request.clientOid ?? '';
      const command = { kind: CommandKind.repay, ...place, asset: asset.id, amount, clientId };
      const made = await make(context, command);
      const paid = knownAsset(views, made.asset);
      return {
        repayId: wireLoanId(LoanCause.repaid, made.id),
        ...pairOfRow(views, made.instrument),
        coin: paid.code,
        remainDebtAmount: amountText(paid, made.owed),
        repayAmount: amountText(paid, made.amount),
      };
    }),
  ];
}
