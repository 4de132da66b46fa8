/** API keys of traders' portfolios. */
import { PORTFOLIO_KEY_PERMISSIONS } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { checkPassphrase } from '../family/keys.ts';
import { keyOf, rootOf } from '../family/who.ts';
import { traderOf } from './who.ts';

/** A key that ends with the one that makes it, is bound as that is and may no more; keys of portfolios make none. */
export const createKey = signedRoute(specs.copy.createCopyKey, async (context, request, caller) => {
  const uid = rootOf(context, caller);
  const { passphrase } = request;
  checkPassphrase(passphrase);
  const { id: portfolio, endedAt } = await traderOf(context, caller, request);
  if (endedAt !== 0) throw new WireError('copyPortfolioNotFound');
  const { record, secretKey } = await context.family.createPortfolioKey({
    ...{ uid, portfolio, type: 'hmac', passphrase, label: 'copy trading' },
    ...{ permissions: PORTFOLIO_KEY_PERMISSIONS.filter((one) => caller.permissions.has(one)) },
    ...{ ipList: caller.ipList, venue: caller.venue, tier: 'normal' },
    ...{ expiresAt: caller.expiresAt, madeBy: keyOf(caller) },
  });
  return [{ apikey: record.apiKey, secret: secretKey, permissions: [...record.permissions] }];
});
