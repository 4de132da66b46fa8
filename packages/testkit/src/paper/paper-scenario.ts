/**
 * Scenario tables of a paper venue and the live one it follows. Lines are as in scenario.ts; those of
 * the live venue begin with `live`, and are followed by what they did on paper:
 *
 *   live ann sells 5 @ 100            -> ok, rests ann1 5 | rests ann1 5
 *   pat buys 2 @ 100                  -> ok, trade 2@100 ann1, done pat1 filled
 *   live book                         -> - | 100x5
 *   book                              -> - | 100x3
 *   queue                             -> ann1:3
 *
 * `queue` lists every resting order, bids then asks, with the lots it has left.
 */
import { restingOrders } from '@halcyon/core';
import { type Command, type Event, isGhostOrder, liveOrderId, type Outcome } from '@halcyon/domain';
import { FollowedCore } from '@halcyon/engine';
import { LiveTranslator } from '@halcyon/flow';
import { checkInvariants } from '../core/invariants.ts';
import { Scenario } from '../core/scenario.ts';

type Limits = ConstructorParameters<typeof Scenario>[0];

/** The live venue of a table: tells what each command did. */
class LiveScenario extends Scenario {
  private readonly told: { readonly command: Command; readonly events: readonly Event[] }[] = [];
  private followed: FollowedCore | null = null;

  get view(): FollowedCore {
    this.followed ??= new FollowedCore(this.core);
    return this.followed;
  }

  /** What happened since the last call. */
  news(): { readonly command: Command; readonly events: readonly Event[] }[] {
    return this.told.splice(0);
  }

  line(line: string): string {
    return this.execute(line);
  }

  protected override apply(command: Command): { outcome: Outcome; events: readonly Event[] } {
    const events = this.view.apply(command);
    // The base class makes the listing before this object's own fields are there.
    this.told?.push({ command, events });
    return { outcome: { ...this.core.outcome }, events };
  }
}

/** A paper venue with the live one that it follows. */
export class PaperScenario extends Scenario {
  readonly live: LiveScenario;
  private readonly translator: LiveTranslator;

  constructor(limits: Limits = {}) {
    super(limits);
    this.live = new LiveScenario(limits);
    this.live.news();
    this.translator = new LiveTranslator(this.live.view, this.core.state.markets.length);
  }

  override nameOf(id: number): string {
    return isGhostOrder(id) ? this.live.nameOf(liveOrderId(id)) : super.nameOf(id);
  }

  protected override execute(line: string): string {
    if (line === 'queue') return this.queue();
    if (line === 'state') return String(this.core.state.markets[0]!.instrument.state);
    if (!line.startsWith('live ')) return super.execute(line);
    const happened = this.live.line(line.slice(5));
    checkInvariants(this.live.core.state);
    const echo = this.follow();
    return echo === '' ? happened : `${happened} | ${echo}`;
  }

  /** Gives the paper venue what the live one did. */
  private follow(): string {
    const said: string[] = [];
    for (const { command, events } of this.live.news()) {
      const { seq, time } = command;
      for (const input of this.translator.translate(seq, time, events)) {
        const answer = this.send(input);
        if (!answer.startsWith('ok')) throw new Error(`the paper venue refused: ${answer}`);
        if (answer.length > 4) said.push(answer.slice(4));
      }
    }
    return said.join(', ');
  }

  private queue(): string {
    const rows = [...restingOrders(this.core.state)];
    return rows.map(({ id, remaining }) => `${this.nameOf(id)}:${remaining}`).join(' ') || '-';
  }
}
