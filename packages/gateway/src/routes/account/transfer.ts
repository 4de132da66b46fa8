import { specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { moveMoney } from '../../translate/transfers.ts';

/** Moves money between two own accounts. */
export const transfer = signedRoute(specs.account.transfer, (context, request, { user }) =>
  moveMoney(context, { from: user, to: user }, request),
);
