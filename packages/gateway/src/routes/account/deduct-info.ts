import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';

/** Fees are never paid in a platform coin: there is none. */
export const deductInfo = signedRoute(specs.account.deductInfo, () => ({ deduct: 'off' }));
