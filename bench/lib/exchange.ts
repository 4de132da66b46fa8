/** An exchange for the benches: users with money, instruments, and a flow's rows as commands. */
import { Core } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind } from '@halcyon/domain';
import { FLOW_STRIDE } from './flow.ts';

/** Events are drained as often as an engine at load would. */
export const DRAIN_EVERY = 64;
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
  const core = new Core();
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
});
const cancel = (): Extract<Command, { kind: typeof CommandKind.cancel }> => ({
  kind: CommandKind.cancel,
  seq: 0,
  time: 1,
  account: 0,
  order: 0,
  clientId: '',
});
const places = Array.from({ length: DRAIN_EVERY }, place);
const cancels = Array.from({ length: DRAIN_EVERY }, cancel);

/**
 * Row `i` of a flow as a command; the object is used again DRAIN_EVERY rows later.
 * @param first order ids given before the flow began
 */
export function commandAt(records: Int32Array, i: number, first: number, seq: number): Command {
  const j = i * FLOW_STRIDE;
  const account = (records[j + 5]! + FIRST_USER) * 8;
  if (records[j] === 1) {
    const cancel = cancels[i % DRAIN_EVERY]!;
    cancel.seq = seq;
    cancel.account = account;
    cancel.order = first + records[j + 2]!;
    return cancel;
  }
  const place = places[i % DRAIN_EVERY]!;
  place.seq = seq;
  place.account = account;
  place.instrument = records[j + 6]!;
  place.side = records[j + 1] as 0 | 1;
  place.price = records[j + 3]!;
  place.quantity = records[j + 4]!;
  return place;
}
