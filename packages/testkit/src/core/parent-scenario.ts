/**
 * Scenario tables with parent orders, which are named by their client ids:
 *
 *   ann scales buy 30 @ 90 to 100 in 3 id=s   -> ok, s working 0, rests ann1 10, …
 *   ann hides sell 50 @ 100 showing 5 id=h    -> ok, h working 0, rests ann1 5
 *   ann spreads buy 30 @ 105 in 3 over 30000 slip 5000 id=t
 *   ann chases buy 10 @ 105 id=c              -> ok, c working 0, rests ann1 10
 *   ann pauses h / resumes h / drops h / reshapes h @ 95 size 40
 */
import { NEWEST_RULES } from '@halcyon/core';
import {
  CommandKind,
  type Event,
  EventKind,
  ParentKind,
  ParentState,
  Reject,
  Side,
} from '@halcyon/domain';
import { after, Scenario } from './scenario.ts';

/** See the head of the file. */
export class ParentScenario extends Scenario {
  constructor(...args: ConstructorParameters<typeof Scenario>) {
    super(...args);
    this.send({ kind: CommandKind.setRules, version: NEWEST_RULES });
  }

  protected override execute(line: string): string {
    const [actor = '', verb = '', ...words] = line.split(' ');
    const parentKind = VERBS[verb];
    if (parentKind !== undefined) return this.place(actor, parentKind, words);
    const named = () => ({ account: this.account(actor), order: 0, clientId: words[0] ?? '' });
    switch (verb) {
      case 'pauses':
      case 'resumes':
        return this.send({
          kind: CommandKind.pauseParent,
          ...named(),
          paused: verb === 'pauses',
        });
      case 'drops':
        return this.send({ kind: CommandKind.cancelParent, ...named() });
      case 'reshapes':
        return this.send({
          kind: CommandKind.amendParent,
          ...named(),
          ...termsOf(words),
          quantity: after(words, 'size'),
        });
      case 'is':
        return this.mode(actor, words[0] === 'frozen' ? 1 : 0);
      default:
        return super.execute(line);
    }
  }

  private place(actor: string, parentKind: ParentKind, words: readonly string[]): string {
    const name = words.find((word) => word.startsWith('id='))?.slice(3) ?? '';
    return this.send({
      kind: CommandKind.placeParent,
      account: this.account(actor),
      instrument: this.traded,
      side: words[0] === 'buy' ? Side.buy : Side.sell,
      parentKind,
      selfTrade: 0,
      postOnly: words.includes('post') || parentKind === ParentKind.chase,
      clientId: name,
      ...termsOf(words),
      quantity: Number(words[1]),
      ...(parentKind === ParentKind.twap
        ? { duration: after(words, 'over'), slippage: after(words, 'slip') }
        : {}),
    });
  }

  private mode(actor: string, mode: 0 | 1): string {
    const user = this.account(actor) >> 3;
    return this.send({ kind: CommandKind.setUserMode, user, mode, actor: 'test', reason: 'table' });
  }

  protected override word(event: Event): string {
    if (event.kind !== EventKind.parentOrderSet) return super.word(event);
    const { clientId, state, filled, code } = event;
    const why = code === 0 ? '' : ` ${keyOf(Reject, code)}`;
    return `${clientId} ${keyOf(ParentState, state)} ${filled}${why}`;
  }
}

const VERBS: Readonly<Record<string, ParentKind>> = {
  scales: ParentKind.scaled,
  hides: ParentKind.iceberg,
  spreads: ParentKind.twap,
  chases: ParentKind.chase,
};

function termsOf(words: readonly string[]) {
  return {
    price: after(words, '@'),
    farPrice: after(words, 'to'),
    slices: after(words, 'in'),
    visible: after(words, 'showing'),
  };
}

function keyOf(table: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(table).find((key) => table[key] === value) ?? String(value);
}
