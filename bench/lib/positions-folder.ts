/** Positions by the million in the data folder of an exchange that has had its first start. */
import { RULES_VERSION, snapshotCore } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  InstrumentState,
  OrderType,
  Product,
  type Side,
  TimeInForce,
} from '@halcyon/domain';
import { FileStorage, lockDirectory, writeSnapshot } from '@halcyon/journal';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { type Recovered, recover } from '../../apps/halcyon/src/exchange/recover.ts';
import { Recorder } from './recorder.ts';

const SYMBOL = 'BTCUSDT';
/** 1,000 USDT. */
const FUNDS = 10n ** 11n;
/** Commands whose events the views are shown at once. */
const BATCH = 200;

/** What is added to a journal, as the engine would. */
class Appender {
  private readonly found: Recovered;
  private readonly recorder: Recorder;
  private firstSeq: number;

  constructor(found: Recovered) {
    this.found = found;
    this.recorder = new Recorder(found.writer);
    this.firstSeq = found.core.state.seq + 1;
  }

  /** Applies a command that must be accepted; returns the number that it gave. */
  send(input: CommandInput): number {
    const { core } = this.found;
    const { state } = core;
    const seq = state.seq + 1;
    const command = { ...input, seq, time: state.time } as Parameters<typeof core.apply>[0];
    this.recorder.take(command);
    const { code, id } = core.apply(command);
    if (code !== 0) throw new Error(`refused with ${code}: ${JSON.stringify(input, String)}`);
    if (seq - this.firstSeq >= BATCH) this.show();
    return id;
  }

  /** Everything is in the journal and in the views. */
  commit(): void {
    this.show();
    this.recorder.commit();
  }

  private show(): void {
    const { firstSeq } = this;
    const { log, seq: lastSeq, time } = this.found.core.state;
    if (lastSeq >= firstSeq) this.found.reader.replay({ firstSeq, lastSeq, time, log });
    log.reset();
    this.firstSeq = lastSeq + 1;
  }
}

/** Adds accounts with a position each, half of them long, and a snapshot of all that. */
export async function addPositions(root: string, positions: number): Promise<void> {
  const layout = layoutOf(root);
  const lock = lockDirectory(root);
  const found = await recover(layout);
  const { core, reader, writer } = found;
  const appender = new Appender(found);
  const market = core.state.markets.find(({ instrument: { product, symbol } }) => {
    return product === Product.usdtFutures && symbol === SYMBOL;
  });
  if (market === undefined) throw new Error(`${SYMBOL} is not listed`);
  const { id, quote, quantityMin, notionalMin, quoteFactor, state } = market.instrument;
  if (state !== InstrumentState.open) throw new Error(`${SYMBOL} is not open`);
  const price = market.contract!.index || market.lastPrice;
  appender.send({ kind: CommandKind.prices, entries: [id, price] });
  const quantity = Math.max(quantityMin, Math.ceil((2 * notionalMin) / (price * quoteFactor)));
  for (let at = 0; at < positions; at += 1) {
    const user = appender.send({ kind: CommandKind.openUser, simulated: false });
    const account = accountOf(user, AccountKind.usdtFutures);
    const by = { actor: '', reason: '', reference: '' };
    const paid = { account, from: 0, asset: quote, amount: FUNDS };
    appender.send({ kind: CommandKind.deposit, ...paid, ...by });
    appender.send(order(account, id, (at % 2) as Side, price, quantity));
  }
  appender.commit();
  const { seq } = core.state;
  const parts = new Map<string, Uint8Array>();
  for (const [name, bytes] of snapshotCore(core)) parts.set(`core/${name}`, bytes);
  for (const [name, bytes] of reader.serialize()) parts.set(`views/${name}`, bytes);
  const snapshot = { seq, rulesVersion: RULES_VERSION, chainHash: writer.chainHash(), parts };
  writeSnapshot(new FileStorage(), layout.journal, snapshot);
  writer.close();
  lock.release();
}

function order(
  account: number,
  instrument: number,
  side: Side,
  price: number,
  quantity: number,
): CommandInput {
  return {
    kind: CommandKind.place,
    ...{ account, instrument, side, price, quantity, quoteAmount: 0, clientId: '' },
    ...{ type: OrderType.limit, timeInForce: TimeInForce.gtc, selfTrade: 0 },
    ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
  };
}
