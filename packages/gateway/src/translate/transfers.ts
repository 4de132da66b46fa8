/** Moving money between accounts of one root: the same rules for one user and for a family. */
import { AccountKind, accountOf, CommandKind, type UserId, wireId } from '@halcyon/domain';
import { type RequestOf, type specs, WireError } from '@halcyon/protocol';
import { assetOf, type RestContext, submit } from '../http/context.ts';
import { kindOfWord, kindsOf, movableAssets } from './accounts.ts';
import { marginPair } from './margin.ts';
import { bigUnitsOf } from './scaled.ts';

/** Between whom. */
interface Users {
  readonly from: UserId;
  readonly to: UserId;
}

type Request = RequestOf<typeof specs.account.transfer>;

/** Moves money between two accounts. @throws WireError */
export async function moveMoney(context: RestContext, users: Users, request: Request) {
  const { from, to } = users.from === users.to ? kindOfWord(request) : kindsOf(request);
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
      from: accountOf(users.from, from),
      to: accountOf(users.to, to),
      asset: asset.id,
      amount: bigUnitsOf('amount', request.amount, asset),
      clientId: clientOid,
      ...(pair === undefined ? {} : { instrument: pair.id }),
    },
    { asset },
  );
  return { transferId: wireId(id), clientOid };
}
