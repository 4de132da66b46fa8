/**
 * Whose margin of contracts is nearly used up: what is above the ratio of the call at the end of a command and
 * was not before is told to its owner. Each target that a command or a price has brought up is asked exactly; of
 * all others their triggers prove that they are not called (risk.ts).
 *
 * What a position adds to the proof is `profit − keeps ÷ ratio of the call`, which is monotone in its price
 * but where a long position would have to keep more than that ratio of its value: such a one, and what is
 * called, is asked with every price.
 */
import { MARGIN_CALL_PPM, NO_PAIR, PPM, ratioCeil } from '@halcyon/domain';
import { Rules } from '../rules.ts';
import { MarginCalls } from '../state/margin-calls.ts';
import type { State } from '../state/state.ts';
import type { Margin } from './margin.ts';

/** What is liquidated as one; see risk.ts. */
type Target = number;

/**
 * By how many margin units a position's part is off at most between two prices: profit, value and what is to
 * be kept are whole units each, and the last counts five quarters.
 */
const ROUNDING = 6;

/** What there must be so that `keeps` is not above the ratio of the call; of margin units or of rates. */
export const callFreeEquity = (keeps: number): number => ratioCeil(keeps, PPM, MARGIN_CALL_PPM);

export class ContractCalls {
  declare private readonly state: State;
  declare private readonly margin: Margin;
  private readonly calls = new MarginCalls();
  /** What was brought up in this command, by key. */
  private readonly looked = new Map<number, Target>();
  /** What is asked with every price, by key. */
  private readonly watched = new Map<number, Target>();
  private pricesMoved = false;

  constructor(state: State, margin: Margin) {
    this.state = state;
    this.margin = margin;
  }

  get active(): boolean {
    return this.state.rules >= Rules.contractCalls;
  }

  /** It may have come above the ratio, or below. */
  look(key: number, target: Target): void {
    if (this.active) this.looked.set(key, target);
  }

  /** It changed, and its triggers prove that it is kept: it is asked where they do not prove that it is not called. */
  lookAgain(key: number, target: Target): void {
    if (this.watched.size > 0 && this.watched.has(key)) this.looked.set(key, target);
  }

  /** The mark of a contract moved. */
  onPrice(): void {
    this.pricesMoved = true;
  }

  /** Whether the call is what comes next: of what is called that is the liquidation. */
  comesNext(key: number): boolean {
    return this.active && !this.calls.has(key);
  }

  /**
   * At the end of a command: tells owners, in the order of accounts.
   * @returns what is not called any more: its triggers were those of its liquidation
   */
  finish(): Target[] {
    const { looked } = this;
    if (this.pricesMoved) for (const [key, target] of this.watched) looked.set(key, target);
    this.pricesMoved = false;
    if (looked.size === 0) return [];
    const recovered: Target[] = [];
    for (const [key, target] of looked) if (this.note(key, target)) recovered.push(target);
    this.calls.tell(this.state, (key) => this.namesOf(looked.get(key)!));
    looked.clear();
    return recovered;
  }

  /** After a snapshot was loaded: nobody is told again. */
  restore(): void {
    for (const [key, target] of this.looked) this.note(key, target);
    this.calls.keepQuiet();
    this.looked.clear();
    this.pricesMoved = false;
  }

  /** What a position adds to the proof at a price in ticks, margin units. */
  slackOf(position: number, price: number): number {
    const profit = this.margin.profitAt(position, price);
    return profit - callFreeEquity(profit - this.margin.exposure(position, price)) - ROUNDING;
  }

  /** What a target may lose until it is called, margin units. @param open how many positions it has */
  room(target: Target, open: number): number {
    const { equity, keeps } = this.margin.sums(target);
    return Math.max(0, equity - callFreeEquity(keeps) - open * (ROUNDING + 1));
  }

  /** @returns whether it was called and is not */
  private note(key: number, target: Target): boolean {
    const was = this.calls.has(key);
    const is = this.calls.note(key, this.margin.sums(target));
    if (is || this.isNotMonotone(target)) this.watched.set(key, target);
    else this.watched.delete(key);
    return was && !is;
  }

  /** Whether it has a position whose part of the proof does not grow with the price; see the head. */
  private isNotMonotone(target: Target): boolean {
    const { margin, state } = this;
    const open = target < 0 ? margin.crossPositions(-1 - target) : [target];
    return open.some((position) => {
      const { bounds, liquidationPpm } = margin.contractOf(position).risk;
      const keepsPpm = bounds.at(-1)!.maintenancePpm + liquidationPpm;
      return state.positions.lots(position) > 0 && keepsPpm > MARGIN_CALL_PPM;
    });
  }

  private namesOf(target: Target) {
    const { positions, riskAccounts } = this.state;
    return target < 0
      ? { account: riskAccounts.account(-1 - target), instrument: NO_PAIR }
      : { account: positions.account(target), instrument: positions.instrument(target) };
  }
}
