/**
 * Scenario tables of a paper venue that follows a public feed. Lines are as in scenario.ts; those of
 * the feed begin with `feed`:
 *
 *   feed book 100x5 99x3 | 101x4      -> rests g1 5, …         the whole book
 *   feed depth 100x7 | 101x0          -> rests g4 2, …         levels with their new totals
 *   feed sells 2 @ 100                -> …                     a print, by the side of its taker
 *   feed late sells 2 @ 100           -> …                     one that is older than the book
 *   queue                             -> g1:5 g4:2
 *   follows recorded                  -> ok, …                 another source
 *
 * `gN` is the feed's N-th order as it was supposed.
 */
import { restingOrders } from '@halcyon/core';
import { CommandKind, GhostSteps, isGhostOrder, liveOrderId, Side } from '@halcyon/domain';
import {
  type FeedEvent,
  ghostCommands,
  L2Translator,
  OrderNumbers,
  type PriceLevel,
} from '@halcyon/flow';
import { Scenario } from '../core/scenario.ts';

export class L2Scenario extends Scenario {
  private readonly translator = new L2Translator(0, new OrderNumbers(0));
  private feedMs = 10;
  private fed = 0;

  override nameOf(id: number): string {
    return isGhostOrder(id) ? `g${liveOrderId(id)}` : super.nameOf(id);
  }

  protected override execute(line: string): string {
    const [actor = '', ...words] = line.split(' ');
    if (actor === 'queue') {
      const rows = [...restingOrders(this.core.state)];
      return rows.map(({ id, remaining }) => `${this.nameOf(id)}:${remaining}`).join(' ') || '-';
    }
    if (actor === 'state') return String(this.core.state.markets[0]!.instrument.state);
    if (actor === 'follows') {
      const source = words[0] === 'live' ? 'live' : 'recorded';
      const by = { actor: 'test', reason: 'table' };
      return this.send({ kind: CommandKind.follow, source, detail: '', ...by });
    }
    if (actor === 'mark') return String(this.core.state.markets[0]!.markPrice());
    return actor === 'feed' ? this.feed(words) : super.execute(line);
  }

  private feed(words: readonly string[]): string {
    const late = words[0] === 'late';
    this.feedMs += late ? 0 : 10;
    const steps = new GhostSteps();
    if (words[0] === 'stale' || words[0] === 'sound') steps.feed(0, words[0] === 'stale');
    else {
      const timeMs = late ? this.feedMs - 10 : this.feedMs;
      this.translator.apply(eventOf(late ? words.slice(1) : words, timeMs), steps);
    }
    this.fed += 1;
    const said = ghostCommands(steps, this.fed, this.feedMs).map((input) => this.send(input));
    for (const answer of said) if (!answer.startsWith('ok')) throw new Error(answer);
    return said.map((answer) => answer.slice(4)).join(', ') || '-';
  }
}

function eventOf(words: readonly string[], timeMs: number): FeedEvent {
  const [verb = '', ...rest] = words;
  if (verb === 'buys' || verb === 'sells') {
    const side = verb === 'buys' ? Side.buy : Side.sell;
    return { kind: 'print', timeMs, side, quantity: Number(rest[0]), price: Number(rest[2]) };
  }
  const bar = rest.indexOf('|');
  const [bids, asks] = [levelsOf(rest.slice(0, bar)), levelsOf(rest.slice(bar + 1))];
  return { kind: verb === 'book' ? 'book' : 'depth', timeMs, bids, asks };
}

function levelsOf(words: readonly string[]): PriceLevel[] {
  return words
    .filter((word) => word !== '-')
    .map((word) => {
      const [price, quantity] = word.split('x');
      return [Number(price), Number(quantity)];
    });
}
