/** What the slow exchanges tell of a person's order that was refused when it was placed. */
import { type Command, CommandKind, EventKind, type OrderRefusedEvent } from '@halcyon/domain';

/** Kinds of account that persons have: spot, funding, both margins, futures. */
const KINDS = [0, 1, 2, 3, 4];

/** What of a slow exchange decides whether it is told. */
interface Asked {
  readonly userCount: number;
  readonly simulated: ReadonlySet<number>;
  readonly markets: readonly unknown[];
}

/** The event of a command that was refused; null where it is none of a person's. */
export function refusedEvent(
  { userCount, simulated, markets }: Asked,
  command: Command,
  why: { readonly code: number; readonly limit: number; readonly value: number },
  second: boolean,
): OrderRefusedEvent | null {
  const asked = orderIn(command, second);
  if (asked === null) return null;
  const { seq, time, account, instrument } = command as Extract<Command, { kind: 1 }>;
  const user = Math.floor(account / 8);
  if (user < 16 || user >= userCount || simulated.has(user)) return null;
  if (!KINDS.includes(account % 8) || markets[instrument] == null) return null;
  // A number that nothing can be is refused for that, and not told.
  const numbers = [asked.trigger, asked.price, asked.quantity, asked.quoteAmount];
  if (numbers.some((number) => !Number.isSafeInteger(number))) return null;
  const { code, limit, value } = why;
  const event = { kind: EventKind.orderRefused, seq, time, account, instrument };
  return { ...event, ...asked, code, limit, value };
}

function orderIn(command: Command, second: boolean) {
  if (command.kind === CommandKind.place) {
    const { side, type, price, quantity, quoteAmount, clientId } = command;
    return { form: 0, side, type, trigger: 0, price, quantity, quoteAmount, clientId } as const;
  }
  if (command.kind === CommandKind.placeOco) {
    const { side, price, quantity, stopTrigger: trigger, clientId } = command;
    return { form: 2, side, type: 0, trigger, price, quantity, quoteAmount: 0, clientId } as const;
  }
  const both = command.kind === CommandKind.placePlanPair ? command.plans : null;
  const plan = command.kind === CommandKind.placePlan ? command : both?.[second ? 1 : 0];
  if (plan === undefined) return null;
  const { side, triggerPrice: trigger, price, quantity, quoteAmount, clientId } = plan;
  const type = price === 0 ? 1 : 0;
  return { form: 1, side, type, trigger, price, quantity, quoteAmount, clientId } as const;
}
