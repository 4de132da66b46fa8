/** Endless batches of random orders of eight users around one price, from a seed. */
import { accountOf, type CommandInput, CommandKind } from '@halcyon/domain';

/** mulberry32: a small seeded generator of numbers in [0, 1). */
export function generator(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What has to come before them: instruments, all like the first, and users with money. */
export function* randomMarket(symbols = ['BTCUSDT']): Generator<CommandInput[]> {
  const limits = { state: 0, quantityMin: 1, quantityMax: 1e9, notionalMin: 1 } as const;
  yield [
    { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    ...symbols.map((symbol) => ({
      kind: CommandKind.listInstrument,
      symbol,
      base: 0,
      quote: 1,
      priceScale: 2,
      quantityScale: 6,
      bandPpm: 100_000,
      openOrdersMax: 500,
      ...limits,
    })),
  ];
  for (let user = 16; user < 24; user++) {
    const account = accountOf(user, 0);
    const deposit = {
      kind: CommandKind.deposit,
      from: 0,
      account,
      actor: 't',
      reason: 't',
    } as const;
    yield [
      { kind: CommandKind.openUser, simulated: false },
      { ...deposit, asset: 0, amount: 10n ** 11n, reference: `b${user}` },
      { ...deposit, asset: 1, amount: 10n ** 15n, reference: `q${user}` },
    ];
  }
}

/** Batches of 1 to 20 commands; `salt` makes client ids unique between runs on one folder. */
export function* randomOrders(seed: number, salt: number): Generator<CommandInput[]> {
  const random = generator(seed * 7_919 + salt);
  const below = (n: number): number => Math.floor(random() * n);
  for (let n = 0; ; n++) {
    const commands: CommandInput[] = [];
    const size = 1 + below(20);
    for (let i = 0; i < size; i++) commands.push(randomCommand(below, `${salt}-${n}-${i}`));
    yield commands;
  }
}

function randomCommand(below: (n: number) => number, clientId: string): CommandInput {
  const account = accountOf(16 + below(8), 0);
  const kind = below(10);
  if (kind === 0) return { kind: CommandKind.cancelAll, account, instrument: 0 };
  if (kind === 1)
    return { kind: CommandKind.cancel, account, order: 1 + below(5_000), clientId: '' };
  return {
    kind: CommandKind.place,
    account,
    instrument: 0,
    side: below(2) === 0 ? 0 : 1,
    type: 0,
    timeInForce: below(4) as 0 | 1 | 2 | 3,
    selfTrade: below(4) as 0 | 1 | 2 | 3,
    price: 9_990_000 + below(20_000),
    quantity: 1 + below(2_000),
    quoteAmount: 0,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
    clientId: below(3) === 0 ? clientId : '',
  };
}
