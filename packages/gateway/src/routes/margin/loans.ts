/** Borrowing and paying back. */
import { CommandKind, EVERY_COIN, LoanCause, parseWireLoanId, wireLoanId } from '@halcyon/domain';
import { type MarginWord, specs } from '@halcyon/protocol';
import { type RestContext, type Route, signedRoute, submit } from '../../http/context.ts';
import {
  type MarginPlace,
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
  place: MarginPlace,
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
        return paid.map(() => ({ repayId, status: 'finish' }));
      }),
    );
    return known.flat();
  });
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
      const { id } = await submit(context, command, { asset });
      return {
        loanId: wireLoanId(LoanCause.borrowed, id),
        ...pairOfRow(views, place.instrument),
        coin: asset.code,
        borrowAmount: amountText(asset, amount),
      };
    }),
    signedRoute(specs[kind].repay, async (context, request, caller) => {
      const { views } = context;
      const place = placeOf(views, kind, caller, request);
      const asset = marginCoin(views, place, request.coin);
      const amount = unitsOf('repayAmount', request.repayAmount, asset);
      const clientId = request.clientOid ?? '';
      const command = { kind: CommandKind.repay, ...place, asset: asset.id, amount, clientId };
      const { id } = await submit(context, command, { asset });
      const { principal, interest } = views.loans.debt(place.account, asset.id, place.instrument);
      return {
        repayId: wireLoanId(LoanCause.repaid, id),
        ...pairOfRow(views, place.instrument),
        coin: asset.code,
        remainDebtAmount: amountText(asset, principal + interest),
        repayAmount: amountText(asset, amount),
      };
    }),
  ];
}
