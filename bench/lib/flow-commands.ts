/** A flow's rows as commands, made before the clock of a part begins to run. */
import { AccountKind, type Command, CommandKind } from '@halcyon/domain';
import { threadNs } from './child.ts';
import { FIRST_USER } from './exchange.ts';
import { type CommandFlow, FLOW_STRIDE } from './flow.ts';

/** Events are drained as often as an engine at load would. */
export const DRAIN_EVERY = 64;
/** Commands made ahead: few enough to stay near the processor, so many that looking at the clock is nothing. */
const AHEAD = 512;

const place = (): Extract<Command, { kind: typeof CommandKind.place }> => ({
  kind: CommandKind.place,
  seq: 0,
  time: 1,
  account: 0,
  instrument: 0,
  side: 0,
  type: 0,
  timeInForce: 0,
  selfTrade: 0,
  price: 0,
  quantity: 0,
  quoteAmount: 0,
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
  clientId: '',
  options: 0,
});
const cancel = (): Extract<Command, { kind: typeof CommandKind.cancel }> => ({
  kind: CommandKind.cancel,
  seq: 0,
  time: 1,
  account: 0,
  order: 0,
  clientId: '',
});
const places = Array.from({ length: AHEAD }, place);
const cancels = Array.from({ length: AHEAD }, cancel);

/**
 * Row `i` of a flow as a command; the object is used again AHEAD rows later.
 * @param first order ids given before the flow began @param kind of the accounts
 */
export function commandAt(
  records: Int32Array,
  i: number,
  first: number,
  seq: number,
  kind: AccountKind = AccountKind.spot,
): Command {
  const j = i * FLOW_STRIDE;
  const account = (records[j + 5]! + FIRST_USER) * 8 + kind;
  if (records[j] === 1) {
    const cancel = cancels[i % AHEAD]!;
    cancel.seq = seq;
    cancel.account = account;
    cancel.order = first + records[j + 2]!;
    return cancel;
  }
  const place = places[i % AHEAD]!;
  place.seq = seq;
  place.account = account;
  place.instrument = records[j + 6]!;
  place.side = records[j + 1] as 0 | 1;
  place.price = records[j + 3]!;
  place.quantity = records[j + 4]!;
  return place;
}

interface Batch {
  readonly commands: readonly Command[];
  readonly kinds: readonly CommandKind[];
}

/**
 * Gives the commands of a flow to `apply`, DRAIN_EVERY at once.
 * @param first order ids given before @param seq of the first command @param kind of the accounts
 * @returns ns of this thread in `apply` for each command after the prefill
 */
export function feed(
  { records, prefill, count }: CommandFlow,
  first: number,
  seq: number,
  apply: (commands: readonly Command[], kinds: readonly CommandKind[]) => void,
  kind: AccountKind = AccountKind.spot,
): number {
  const batches: Batch[] = [];
  let ns = 0;
  for (let i = 0; i < count; ) {
    const until = Math.min(i + AHEAD, i < prefill ? prefill : count);
    batches.length = 0;
    const timed = i >= prefill;
    for (; i < until; i += DRAIN_EVERY)
      batches.push(batchFrom(records, i, until, first, seq + i, kind));
    i = until;
    const start = threadNs();
    for (const { commands, kinds } of batches) apply(commands, kinds);
    if (timed) ns += threadNs() - start;
  }
  return ns / (count - prefill);
}

function batchFrom(
  records: Int32Array,
  from: number,
  until: number,
  first: number,
  seq: number,
  kind: AccountKind,
): Batch {
  const commands: Command[] = [];
  for (let i = from; i < until && i < from + DRAIN_EVERY; i++) {
    commands.push(commandAt(records, i, first, seq + i - from, kind));
  }
  return { commands, kinds: commands.map(({ kind }) => kind) };
}
