import {
  AccountKind,
  type Asset,
  accountOf,
  CommandKind,
  FIRST_USER_ID,
  parseWireUserId,
  type UserId,
  wireId,
} from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { assetOf, type RestContext, signedRoute, submit } from '../../http/context.ts';
import { readAddress } from '../../translate/addresses.ts';
import { bigUnitsOf } from '../../translate/scaled.ts';
import { withdrawalsFrozenUntil } from '../../translate/security.ts';
import { amountText } from '../../translate/text.ts';
import { checkChain, withdrawUnits } from '../../translate/wallet.ts';

type Request = RequestOf<typeof specs.account.withdrawal>;

/** Sends money to an address of the internal chain, or to a user by uid; it settles at once. */
export const withdrawal = signedRoute(
  specs.account.withdrawal,
  async (context, request, { user, person, account }) => {
    if (context.views.rootOf(user) !== user) throw new WireError('subAccountCannot');
    await checkFreeze(context, person);
    const asset = assetOf(context.views, request.coin);
    const byAddress = request.transferType === 'on_chain';
    if (byAddress) checkChain(request.chain);
    const to = byAddress ? addressee(context, request, asset) : receiver(context, request);
    if (to === user) throw new WireError('withdrawSelf');
    const amount = bigUnitsOf('size', request.size, asset);
    const rule = withdrawUnits(context.wallet, asset);
    if (amount < rule.min) {
      const write = (units: bigint) => `${amountText(asset, units)} ${asset.code}`;
      throw new WireError('withdrawTooSmall', { value: write(amount), limit: write(rule.min) });
    }
    const clientOid = request.clientOid ?? '';
    const { id } = await submit(
      context,
      {
        kind: CommandKind.withdraw,
        account,
        to: accountOf(to, AccountKind.spot),
        asset: asset.id,
        amount,
        fee: byAddress ? rule.fee : 0n,
        address: byAddress ? request.address : '',
        clientId: clientOid,
      },
      { asset },
    );
    return { orderId: wireId(id), clientOid };
  },
);

/** Nothing leaves in the first day after a change of what the person proves itself with. */
async function checkFreeze({ users, clock }: RestContext, person: UserId): Promise<void> {
  const until = withdrawalsFrozenUntil(await users.userByUid({ uid: person }), clock());
  if (until === null) return;
  throw new WireError('withdrawFrozen', { limit: new Date(until).toISOString() });
}

/** The user whose address it is. */
function addressee({ views, people }: RestContext, request: Request, asset: Asset): UserId {
  const read = readAddress(request.address);
  if ('problem' in read) throw new WireError('withdrawAddress', { detail: read.problem });
  if (read.asset !== asset.id) {
    const code = views.asset(read.asset)?.code ?? 'another coin';
    throw new WireError('withdrawAddress', { detail: `it takes ${code}, not ${asset.code}` });
  }
  const user = people.userOf(read.user);
  if (user === undefined || user < FIRST_USER_ID || !views.hasUser(user)) {
    throw new WireError('withdrawAddress', { detail: 'it belongs to nobody' });
  }
  return user;
}

/** The user named by uid. */
function receiver({ views, people }: RestContext, request: Request): UserId {
  const { address, innerToType } = request;
  if (innerToType !== undefined && innerToType !== 'uid') {
    throw new WireError('fieldValue', {
      field: 'innerToType',
      expected: 'uid',
      value: innerToType,
    });
  }
  const person = parseWireUserId(address);
  const user = person === null ? undefined : people.userOf(person);
  if (user === undefined || user < FIRST_USER_ID || !views.hasUser(user)) {
    throw new WireError('withdrawAddress', { detail: 'there is no user with this uid' });
  }
  return user;
}
