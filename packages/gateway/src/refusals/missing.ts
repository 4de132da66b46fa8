/** The command named something that is not there, or not any more. */
import { type AccountId, type CommandInput, Reject } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import { type Nameable, notFound, type OrderName } from './order-name.ts';

/** The account has nothing open of that name; `whatBecame` finds out more. */
export class Missing extends WireError {
  readonly what: Nameable;
  readonly account: AccountId;
  readonly named: OrderName;

  constructor(what: Nameable, account: AccountId, { order, clientId }: OrderName) {
    super(notFound(account, what));
    this.what = what;
    this.account = account;
    this.named = { order, clientId };
  }
}

/** The refusal of a command that named an order or a plan; null when it is another one. */
export function missingIn(code: number, command: CommandInput | undefined): Missing | null {
  if (command === undefined || !('order' in command && 'clientId' in command)) return null;
  if (code === Reject.orderNotFound || code === Reject.orderNotOwned) {
    return new Missing('order', command.account, command);
  }
  return code === Reject.planNotFound ? new Missing('plan', command.account, command) : null;
}
