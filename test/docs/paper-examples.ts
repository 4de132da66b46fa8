/**
 * Examples of contracts on a paper venue. Lines that begin with `live` are of the venue that it follows; what they do on
 * paper stands behind ` | `.
 *
 *   live bob shorts 5 @ 100           -> ok, rests bob1 5 | rests bob1 5
 *   ann longs 2 @ 100                 -> ok, trade 2@100 bob1, done ann1 filled
 */
import { NEWEST_RULES } from '@halcyon/core';
import { type Command, type Event, isGhostOrder, liveOrderId, type Outcome } from '@halcyon/domain';
import { FollowedCore } from '@halcyon/engine';
import { LiveTranslator } from '@halcyon/flow';
import { FuturesScenario } from '../../packages/testkit/src/core/futures-scenario.ts';

interface Told {
  readonly command: Command;
  readonly events: readonly Event[];
}

/** The venue that is followed: tells what each command did. */
class LiveContracts extends FuturesScenario {
  /** Made with the first command, which the constructor of `Scenario` sends. */
  declare private told: Told[] | undefined;
  declare private followed: FollowedCore | undefined;

  get view(): FollowedCore {
    this.followed ??= new FollowedCore(this.core);
    return this.followed;
  }

  /** What happened since the last call. */
  news(): readonly Told[] {
    return this.told!.splice(0);
  }

  line(line: string): string {
    return this.execute(line);
  }

  protected override apply(command: Command): { outcome: Outcome; events: readonly Event[] } {
    const events = this.view.apply(command);
    this.told ??= [];
    this.told.push({ command, events });
    return { outcome: { ...this.core.outcome }, events };
  }
}

/** A paper venue with the live one that it follows. */
export class PaperExamples extends FuturesScenario {
  private readonly live = new LiveContracts({}, {}, NEWEST_RULES);
  private readonly translator: LiveTranslator;

  constructor() {
    super({}, {}, NEWEST_RULES);
    this.live.news();
    this.translator = new LiveTranslator(this.live.view, this.core.state.markets.length);
  }

  override nameOf(id: number): string {
    return isGhostOrder(id) ? this.live.nameOf(liveOrderId(id)) : super.nameOf(id);
  }

  protected override actorOf(account: number): string {
    const known = super.actorOf(account);
    return known === '?' ? 'ghosts' : known;
  }

  protected override execute(line: string): string {
    if (!line.startsWith('live ')) return super.execute(line);
    const happened = this.live.line(line.slice('live '.length));
    const echo = this.follow();
    return echo === '' ? happened : `${happened} | ${echo}`;
  }

  /** Gives the paper venue what the live one did. */
  private follow(): string {
    const said: string[] = [];
    for (const { command, events } of this.live.news()) {
      this.now = Math.max(this.now, command.time);
      for (const input of this.translator.translate(command.seq, command.time, events)) {
        const answer = this.send(input);
        if (!answer.startsWith('ok')) throw new Error(`the paper venue refused: ${answer}`);
        if (answer.length > 'ok, '.length) said.push(answer.slice('ok, '.length));
      }
    }
    return said.join(', ');
  }
}
