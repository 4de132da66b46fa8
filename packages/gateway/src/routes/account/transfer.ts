import { AccountKind, accountOf, CommandKind, wireId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { assetOf, signedRoute, submit } from '../../http/context.ts';
import { kindOfWord, movableAssets } from '../../translate/accounts.ts';
import { marginPair } from '../../translate/margin.ts';
import { bigUnitsOf } from '../../translate/scaled.ts';

/** Moves money between two own accounts. */
export const transfer = signedRoute(specs.account.transfer, async (context, request, { user }) => {
  const { from, to } = kindOfWord(request);
  const asset = assetOf(context.views, request.coin);
  const isolated = from === AccountKind.isolatedMargin || to === AccountKind.isolatedMargin;
  const pair = isolated ? marginPair(context.views, request.symbol) : undefined;
  const movable = movableAssets(context.views, { from, to }, pair);
  if (movable.length === 0) throw new WireError('transferKinds', request);
  if (!movable.includes(asset)) {
    const limit = movable.map(({ code }) => code).join(', ');
    const { fromType, toType } = request;
    throw new WireError('transferCoin', { fromType, toType, value: asset.code, limit });
  }
  const clientOid = request.clientOid ?? '';
  const { id } = await submit(
    context,
    {
      kind: CommandKind.transfer,
      from: accountOf(user, from),
      to: accountOf(user, to),
      asset: asset.id,
      amount: bigUnitsOf('amount', request.amount, asset),
      clientId: clientOid,
      ...(pair === undefined ? {} : { instrument: pair.id }),
    },
    { asset },
  );
  return { transferId: wireId(id), clientOid };
});
