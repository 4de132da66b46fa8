/** Take profit and stop loss of a trader's position. */
import { legOf, type PlanType } from '@halcyon/domain';
import type { PositionView, Views } from '@halcyon/views';

/** The plan of a kind that a position has; undefined = it has none. */
export function stopOf(
  views: Views,
  { account, instrument, leg }: Pick<PositionView, 'account' | 'instrument' | 'leg'>,
  planType: PlanType,
) {
  return views
    .plans(account, { instrument })
    .find((plan) => plan.planType === planType && legOf(plan.options ?? 0) === leg);
}
