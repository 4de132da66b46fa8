/** An exchange for the benches: users with money, and instruments. */
import { Core } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind } from '@halcyon/domain';
import { ORDERS_CAPACITY } from '@halcyon/engine';

/** First user of the benches. */
export const FIRST_USER = 16;

/** Stamps and applies a command that must be accepted. */
export function send(core: Core, input: CommandInput): void {
  sendTapped(core, input, () => {});
}

function sendTapped(core: Core, input: CommandInput, tap: (command: Command) => void): void {
  const command = { ...input, seq: core.state.seq + 1, time: 1 } as Command;
  tap(command);
  const { code } = core.apply(command);
  if (code !== 0) throw new Error(`refused with ${code}: ${JSON.stringify(input, String)}`);
  core.state.log.reset();
}

/**
 * An exchange in which every account can trade everything.
 * @param tap is given every command before it is applied
 */
export function openExchange(
  accounts: number,
  instruments: number,
  tap: (command: Command) => void = () => {},
): Core {
  const core = new Core(ORDERS_CAPACITY);
  const send = (_core: Core, input: CommandInput): void => sendTapped(core, input, tap);
  const by = { actor: '', reason: '', reference: '' };
  send(core, { kind: CommandKind.listAsset, code: 'USDT', name: 'U', scale: 8 });
  for (let i = 0; i < instruments; i++) {
    send(core, { kind: CommandKind.listAsset, code: `C${i}`, name: 'C', scale: 8 });
    send(core, {
      kind: CommandKind.listInstrument,
      symbol: `C${i}USDT`,
      base: i + 1,
      quote: 0,
      priceScale: 2,
      quantityScale: 6,
      state: 0,
      quantityMin: 1,
      quantityMax: 1_000_000_000,
      notionalMin: 0,
      bandPpm: 1_000_000,
      openOrdersMax: 1_000_000,
    });
  }
  for (let user = FIRST_USER; user < FIRST_USER + accounts; user++) {
    send(core, { kind: CommandKind.openUser, simulated: false });
    for (let asset = 0; asset <= instruments; asset++) {
      const { deposit } = CommandKind;
      send(core, { kind: deposit, account: user * 8, from: 0, asset, amount: 10n ** 12n, ...by });
    }
  }
  return core;
}
