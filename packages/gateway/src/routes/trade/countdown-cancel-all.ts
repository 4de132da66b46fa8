import { CommandKind } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { signedRoute, submit } from '../../http/context.ts';

/** Sets or renews the dead man's switch of the spot account. */
export const countdownCancelAll = signedRoute(
  specs.trade.countdownCancelAll,
  async (context, { countdown }, { account }) => {
    const timeoutMs = Number(countdown) * 1000;
    const { time } = await submit(context, { kind: CommandKind.countdown, account, timeoutMs }, {});
    return { countdown, deadline: timeoutMs === 0 ? '0' : String(time + timeoutMs) };
  },
);
