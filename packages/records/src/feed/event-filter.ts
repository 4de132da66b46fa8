/**
 * What of the event stream the records need. Most events are the simulator's or say how a level changed, and
 * must cost next to nothing.
 */
import type { Event } from '@halcyon/domain';
import { assertNever, EventKind } from '@halcyon/domain';
import { isOfBatch } from '../projection/fold-copying.ts';
import {
  isCostly,
  isDeleveraging,
  isPublicPosting,
  isWrittenOff,
} from '../projection/fold-fund.ts';
import { priceKey } from '../projection/fold-hours.ts';
import { HOUR_MS, hourOf, PriceKind } from '../projection/hour-tables.ts';
import { RecordedUsers } from '../projection/recorded-users.ts';

/** Keeps what concerns people or is public of contracts, the protection fund and pools; learns from the stream who is simulated. */
export class EventFilter {
  readonly people = new RecordedUsers();
  /** When the next hour of a price begins, by `priceKey`: one price an hour is enough. */
  #priceDue: number[] = [];

  /** Events will be shown that may have been shown before. */
  rewind(): void {
    this.#priceDue = [];
  }

  /** Whether the projection needs this event. Events must be shown in order, each at least once. */
  wants(event: Event): boolean {
    switch (event.kind) {
      case EventKind.level:
      case EventKind.orderRested:
      case EventKind.countdownSet:
      case EventKind.flowSet:
      case EventKind.contractAccountSet:
      case EventKind.loanTermsSet:
      case EventKind.pairTermsSet:
      case EventKind.interestHour:
      case EventKind.flashRepaid:
      case EventKind.operatorSet:
      case EventKind.userModeSet:
        return false;
      case EventKind.lastPriceSeeded:
        return this.#isNews(event, PriceKind.last);
      case EventKind.marks:
      case EventKind.coinIndex:
        return this.#isNews(event, PriceKind.index);
      case EventKind.trade:
        if (!event.own && this.#isNews(event, PriceKind.last)) return true;
        return (
          this.people.ownsAccount(event.makerAccount) || this.people.ownsAccount(event.takerAccount)
        );
      case EventKind.contractTrade:
        return (
          this.people.ownsAccount(event.makerAccount) ||
          this.people.ownsAccount(event.takerAccount) ||
          isDeleveraging(event) ||
          // Both may be copied orders, of two portfolios of one root.
          event.own
        );
      case EventKind.posting:
        return (
          event.availableDelta + event.heldDelta !== 0n &&
          (this.people.ownsAccount(event.account) || isPublicPosting(event))
        );
      case EventKind.orderOpened:
      case EventKind.orderDone:
      case EventKind.orderAmended:
        return this.people.ownsAccount(event.account) || isOfBatch(event);
      case EventKind.planOpened:
      case EventKind.planAmended:
      case EventKind.planEnded:
      case EventKind.position:
      case EventKind.marginCall:
      case EventKind.orderRefused:
      case EventKind.parentOrderSet:
        return this.people.ownsAccount(event.account);
      case EventKind.loan:
        return this.people.ownsAccount(event.account) || isWrittenOff(event);
      case EventKind.liquidation:
      case EventKind.marginLiquidation:
        return this.people.ownsAccount(event.account) || isCostly(event);
      case EventKind.moved:
        return this.people.ownsAccount(event.from) || this.people.ownsAccount(event.to);
      case EventKind.withdrawal: {
        const { account, to } = event.withdrawal;
        return this.people.ownsAccount(account) || this.people.ownsAccount(to);
      }
      case EventKind.feeTierSet:
        return this.people.isPerson(event.user);
      case EventKind.userOpened:
        this.people.learn(event.user, event.simulated);
        return true;
      case EventKind.feeScheduleSet:
      case EventKind.levelsEarned:
      case EventKind.feeGrantGiven:
      case EventKind.feeGrantEnded:
      // It names no account; the projection keeps it when it knows the order. It is rare.
      case EventKind.selfTradePrevented:
      case EventKind.assetListed:
      case EventKind.instrumentSet:
      case EventKind.fundingSet:
      // What everybody may see of traders is of simulated ones too.
      case EventKind.copyPortfolioSet:
      case EventKind.copyShareSettled:
      case EventKind.copyBatchTraded:
      case EventKind.copyFilled:
      case EventKind.copyOrderBasis:
      case EventKind.copyExitReached:
      case EventKind.copyOrderGathered:
      case EventKind.copyAmendRefused:
      case EventKind.copyFollowerRemoved:
        return true;
      default:
        return assertNever(event);
    }
  }

  /** Whether a price is the first of its hour; where it is not, that costs one comparison. */
  #isNews(
    { instrument, time }: { readonly instrument: number; readonly time: number },
    source: PriceKind,
  ): boolean {
    const key = priceKey(instrument, source);
    if (time < (this.#priceDue[key] ?? 0)) return false;
    this.#priceDue[key] = (hourOf(time) + 1) * HOUR_MS;
    return true;
  }
}
