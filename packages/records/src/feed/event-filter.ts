/**
 * What of the event stream the records need. It runs on the engine's thread, once an event: most
 * events are the simulator's or say how a level changed, and must cost next to nothing.
 */
import type { Event } from '@halcyon/domain';
import { assertNever, EventKind, SystemAccount } from '@halcyon/domain';
import { People } from '../projection/people.ts';

/** Keeps what concerns people or is public of contracts; learns from the stream who is simulated. */
export class EventFilter {
  readonly people = new People();

  /** Whether the projection needs this event. Events must be shown in order, each at least once. */
  wants(event: Event): boolean {
    switch (event.kind) {
      case EventKind.level:
      case EventKind.orderRested:
      case EventKind.feeTierSet:
      case EventKind.feeScheduleSet:
      case EventKind.countdownSet:
      case EventKind.lastPriceSeeded:
      case EventKind.flowSet:
      case EventKind.marks:
      case EventKind.contractAccountSet:
      case EventKind.coinIndex:
      case EventKind.loanTermsSet:
      case EventKind.pairTermsSet:
      case EventKind.interestHour:
      case EventKind.flashRepaid:
      case EventKind.marginCall:
        return false;
      case EventKind.trade:
      case EventKind.contractTrade:
        return (
          this.people.ownsAccount(event.makerAccount) || this.people.ownsAccount(event.takerAccount)
        );
      case EventKind.posting:
        return (
          event.availableDelta + event.heldDelta !== 0n &&
          (this.people.ownsAccount(event.account) || event.account === SystemAccount.insurance)
        );
      case EventKind.orderOpened:
      case EventKind.orderDone:
      case EventKind.orderAmended:
      case EventKind.planOpened:
      case EventKind.planAmended:
      case EventKind.planEnded:
      case EventKind.position:
      case EventKind.liquidation:
      case EventKind.loan:
      case EventKind.marginLiquidation:
        return this.people.ownsAccount(event.account);
      case EventKind.moved:
        return this.people.ownsAccount(event.from) || this.people.ownsAccount(event.to);
      case EventKind.withdrawal: {
        const { account, to } = event.withdrawal;
        return this.people.ownsAccount(account) || this.people.ownsAccount(to);
      }
      case EventKind.userOpened:
        this.people.learn(event.user, event.simulated);
        return true;
      // It names no account; the projection keeps it when it knows the order. It is rare.
      case EventKind.levelsEarned:
      case EventKind.feeGrantGiven:
      case EventKind.feeGrantEnded:
      case EventKind.selfTradePrevented:
      case EventKind.assetListed:
      case EventKind.instrumentSet:
      case EventKind.fundingSet:
        return true;
      default:
        return assertNever(event);
    }
  }
}
