import { wireUserId } from '@halcyon/domain';
import { type AuthorityWord, type Permission, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';

/** Which of the contract's authority names a permission stands for. */
const AUTHORITIES: Readonly<Record<Permission, readonly AuthorityWord[]>> = {
  read: ['coor', 'cpor', 'stor', 'smor', 'ttor', 'wtor'],
  spot_trade: ['stow'],
  margin_trade: ['smow'],
  contract_trade: ['coow', 'cpow'],
  transfer: ['ttow'],
  withdraw: ['wwow'],
  copy: ['chow'],
};

/** Who the caller is and what the key may do. */
export const accountInfo = signedRoute(
  specs.account.accountInfo,
  async ({ users, family }, _request, { person, permissions, ipList }) => {
    const root = family.rootOf(person);
    const profile = await users.userByUid({ uid: person });
    return {
      userId: wireUserId(person),
      inviterId: '',
      ips: ipList.join(','),
      authorities: Array.from(permissions, (one) => AUTHORITIES[one]).flat(),
      parentId: root === person ? 0 : Number(wireUserId(root)),
      traderType: 'not_trader' as const,
      channelCode: '',
      channel: '',
      regisTime: String(profile?.createdAt ?? 0),
    };
  },
);
