/** Borrowing and paying back. */
import { CommandKind, wireId } from '@halcyon/domain';
import { type MarginWord, specs } from '@halcyon/protocol';
import { type Route, signedRoute, submit } from '../../http/context.ts';
import { marginCoin, pairOfRow, placeOf } from '../../translate/margin.ts';
import { unitsOf } from '../../translate/scaled.ts';
import { amountText } from '../../translate/text.ts';

/** The routes of one kind of margin account. */
export function loanRoutes(kind: MarginWord): readonly Route[] {
  return [
    signedRoute(specs[kind].borrow, async (context, request, caller) => {
      const { views } = context;
      const place = placeOf(views, kind, caller, request);
      const asset = marginCoin(views, place, request.coin);
      const amount = unitsOf('borrowAmount', request.borrowAmount, asset);
      const clientId = request.clientOid ?? '';
      const command = { kind: CommandKind.borrow, ...place, asset: asset.id, amount, clientId };
      const { id } = await submit(context, command, { asset });
      return {
        loanId: wireId(id),
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
        repayId: wireId(id),
        ...pairOfRow(views, place.instrument),
        coin: asset.code,
        remainDebtAmount: amountText(asset, principal + interest),
        repayAmount: amountText(asset, amount),
      };
    }),
  ];
}
