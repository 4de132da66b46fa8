/** Routes of traders: opening a portfolio and ending it. On paper there is no profit share. */
import { CommandKind, PositionMode, wireUserId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { openPortfolio, settleCoin } from '../../copying/portfolios.ts';
import { knownAsset, signedRoute, submit } from '../../http/context.ts';
import { OFFER_NAMES, termsOf, widestTerms } from '../../translate/copy-choices.ts';
import { rootUser, traderOf } from './who.ts';

const PAPER_SHARE = '0';

export const openTrader = signedRoute(
  specs.copy.openPortfolio,
  async (context, request, caller) => {
    const root = rootUser(context, caller);
    const coin = settleCoin(context);
    const { copyAmount, posMode, maxFollowers, minCopyAmount, maxCopyAmount, code } = request;
    const share = caller.venue === 'paper' ? paperShare(request.profitShare) : request.profitShare;
    const offer = {
      ...(share !== undefined && { share }),
      ...(maxFollowers !== undefined && { followersMax: Number(maxFollowers) }),
      ...(minCopyAmount !== undefined && { amountMin: minCopyAmount }),
      ...(maxCopyAmount !== undefined && { amountMax: maxCopyAmount }),
      ...(code !== undefined && { code }),
    };
    const terms = termsOf(offer, widestTerms(coin), coin, OFFER_NAMES);
    const mode = posMode === 'hedge_mode' ? PositionMode.hedge : PositionMode.oneWay;
    const id = await openPortfolio(
      context,
      root,
      { amount: copyAmount, terms, mode },
      'copyAmount',
    );
    return { traderId: wireUserId(id) };
  },
);

/** @throws WireError fieldValue for one that is not 0 */
function paperShare(asked = PAPER_SHARE): string {
  if (/^[0.]+$/.test(asked)) return PAPER_SHARE;
  throw new WireError('fieldValue', {
    field: 'profitShare',
    expected: '0: on paper there is no profit share',
    value: asked,
  });
}

export const endTrader = signedRoute(specs.copy.endPortfolio, async (context, request, caller) => {
  // A key of a portfolio trades in it, and does not end it.
  const user = rootUser(context, caller);
  const { id: portfolio, asset } = await traderOf(context, caller, request);
  const command = { kind: CommandKind.endCopyPortfolio, user, portfolio } as const;
  await submit(context, command, { asset: knownAsset(context.views, asset) });
  return 'success' as const;
});
