/** Orders that were refused when they were placed: what became of a command of which nothing else is told. */
import {
  accountWord,
  type Command,
  CommandKind,
  EventKind,
  type OrderRefusedEvent,
  OrderType,
  type PlanTerms,
  RefusedForm,
} from '@halcyon/domain';
import type { CommandOutcome } from './outcome.ts';
import { Rules } from './rules.ts';
import { isPersons } from './state/persons.ts';
import type { State } from './state/state.ts';

/** What a command asked for. */
type Asked = Pick<
  OrderRefusedEvent,
  'form' | 'side' | 'type' | 'trigger' | 'price' | 'quantity' | 'quoteAmount' | 'clientId'
>;

/** Tells of an order that was just refused, where it is one of a person and of a known instrument. */
export function emitRefusal(state: State, out: CommandOutcome, command: Command): void {
  if (state.rules < Rules.refusals || !('instrument' in command) || !('account' in command)) return;
  const { account, instrument } = command;
  // Simulated traders are refused all the time, and nobody asks why.
  if (!isPersons(state, account) || accountWord(account) === '') return;
  const asked = askedBy(command, out);
  if (asked === null || !isWhole(asked) || state.markets[instrument] === undefined) return;
  const { seq, time } = state;
  const { code, limit, value } = out;
  const about = { kind: EventKind.orderRefused, seq, time, account, instrument };
  state.log.push({ ...about, ...asked, code, limit, value });
}

/** A number that no price or size can be is refused for that, and cannot be told as one. */
function isWhole({ trigger, price, quantity, quoteAmount }: Asked): boolean {
  return [trigger, price, quantity, quoteAmount].every(Number.isSafeInteger);
}

function askedBy(command: Command, { otherId }: CommandOutcome): Asked | null {
  switch (command.kind) {
    case CommandKind.place: {
      const { side, type, price, quantity, quoteAmount, clientId } = command;
      const form = RefusedForm.order;
      return { form, side, type, trigger: 0, price, quantity, quoteAmount, clientId };
    }
    case CommandKind.placePlan:
      return planAsked(command);
    case CommandKind.placePlanPair:
      return planAsked(command.plans[otherId === 2 ? 1 : 0]);
    case CommandKind.placeOco: {
      const { side, price, quantity, stopTrigger, clientId } = command;
      const [form, type] = [RefusedForm.oco, OrderType.limit];
      return { form, side, type, trigger: stopTrigger, price, quantity, quoteAmount: 0, clientId };
    }
    default:
      return null;
  }
}

function planAsked(plan: PlanTerms): Asked {
  const { side, triggerPrice: trigger, price, quantity, quoteAmount, clientId } = plan;
  const type = price === 0 ? OrderType.market : OrderType.limit;
  return { form: RefusedForm.plan, side, type, trigger, price, quantity, quoteAmount, clientId };
}
