import { CommandKind } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { instrumentOf, signedRoute, submit } from '../../http/context.ts';

/** Cancels every open order of an instrument. */
export const cancelSymbolOrder = signedRoute(
  specs.trade.cancelSymbolOrder,
  async (context, { symbol }, { account }) => {
    const instrument = instrumentOf(context.views, symbol);
    const command = { kind: CommandKind.cancelAll, account, instrument: instrument.id };
    await submit(context, command, { instrument });
    return { symbol };
  },
);
