import { describe, expect, it } from 'vitest';
import { CoreExchange } from '../../../apps/halcyon/src/market/core-exchange.ts';
import { CorePort, VirtualClock } from '../../../apps/halcyon/src/market/core-port.ts';
import {
  type PortCommand,
  type ReferenceState,
  type RunningSimulator,
  seedInstrument,
  startSimulator,
} from '../src/index.ts';

const START_MS = Date.UTC(2026, 10, 18, 14);
const INSTRUMENTS = ['BTCUSDT', 'SOLUSDT', 'ETHBTC'].map(seedInstrument);
const QUIET = { onTrade: () => undefined, onLevel: () => undefined };

interface Market {
  readonly exchange: CoreExchange;
  readonly clock: VirtualClock;
}

function newMarket(): Market {
  return {
    exchange: new CoreExchange(INSTRUMENTS, START_MS, QUIET),
    clock: new VirtualClock(START_MS),
  };
}

async function start(
  { exchange, clock }: Market,
  state: ReferenceState | null = null,
  saveState?: (state: ReferenceState) => void,
): Promise<{ simulator: RunningSimulator; port: CorePort }> {
  const port = new CorePort(exchange, clock);
  const simulator = await startSimulator({
    port,
    rate: 'default',
    seed: 'halcyon',
    instruments: INSTRUMENTS,
    state,
    clock,
    onError: (error) => {
      throw error;
    },
    ...(saveState === undefined ? {} : { saveState }),
  });
  return { simulator, port };
}

/** A taker may just have cleared the touch: the spread must be one tick again within a second. */
function expectTight({ exchange, clock }: Market): void {
  for (const { symbol } of INSTRUMENTS) {
    const spread = (): number => exchange.top(symbol).askPrice - exchange.top(symbol).bidPrice;
    for (let tick = 0; tick < 10 && spread() !== 1; tick += 1) clock.run(100);
    expect(spread(), symbol).toBe(1);
  }
}

describe('the runner', () => {
  it('fills empty books at once and acts in shared ticks of all instruments', async () => {
    const market = newMarket();
    const { simulator, port } = await start(market);
    market.clock.run(30_000);
    expectTight(market);
    expect(simulator.stats.ticks).toBeLessThan(320);
    const together = port.submitted.some(
      (commands) => new Set(commands.map((command: PortCommand) => command.symbol)).size > 1,
    );
    expect(together).toBe(true);
    await simulator.stop();
  });

  it('finds its own orders again after a crash and takes them over', async () => {
    const market = newMarket();
    let saved: ReferenceState | null = null;
    await start(market, null, (state) => {
      saved = state;
    });
    market.clock.run(60_000);
    const before = market.exchange.openOrders();
    // The crash: the old runner's timers are gone, the exchange goes on with the orders.
    const after: Market = { exchange: market.exchange, clock: new VirtualClock(START_MS + 90_000) };
    const restarted = await start(after, saved);
    after.clock.run(200);
    const ids = new Set(before.map((order) => order.clientId));
    const kept = after.exchange.openOrders().filter((order) => ids.has(order.clientId));
    expect(kept.length).toBeGreaterThan(before.length * 0.8);
    after.clock.run(30_000);
    const open = after.exchange.openOrders().length;
    expect(open).toBeGreaterThan(before.length * 0.95);
    expect(open).toBeLessThanOrEqual(before.length * 1.05);
    expectTight(after);
    await restarted.simulator.stop();
  });

  it('cancels orders of earlier runs that have no place any more', async () => {
    const market = newMarket();
    const clientId = 'sim-BTCUSDT-9999-old-1';
    const lost: PortCommand = {
      op: 'limit',
      participant: 'maker-1',
      symbol: 'BTCUSDT',
      clientId,
      side: 'buy',
      force: 'post_only',
      price: 9_000_000,
      quantity: 1_000,
    };
    market.exchange.submit([lost], START_MS);
    expect(market.exchange.openOrders()).toHaveLength(1);
    const { simulator } = await start(market);
    market.clock.run(500);
    const open = market.exchange.openOrders().map((order) => order.clientId);
    expect(open).not.toContain(clientId);
    await simulator.stop();
  });

  it('continues at the market’s last price when its saved state is lost', async () => {
    const market = newMarket();
    const first = await start(market);
    market.clock.run(120_000);
    await first.simulator.stop();
    const last = market.exchange.lastPrices().get('SOLUSDT')!;
    const second = await start(market);
    market.clock.run(2_000);
    const { bidPrice } = market.exchange.top('SOLUSDT');
    expect(Math.abs(Math.log(bidPrice / last))).toBeLessThan(0.003);
    await second.simulator.stop();
  });

  it('takes out strangers who keep its quotes away from the fair price', async () => {
    const market = newMarket();
    const { simulator } = await start(market);
    market.clock.run(10_000);
    const { askPrice } = market.exchange.top('BTCUSDT');
    // Buys through the whole top of the book and leaves a large bid above the fair price.
    market.exchange.place('taker-1', 'BTCUSDT', 'buy', Math.round(askPrice * 1.002), 120_000_000);
    expect(market.exchange.top('BTCUSDT').bidPrice).toBeGreaterThan(askPrice);
    market.clock.run(20_000);
    expectTight(market);
    const top = market.exchange.top('BTCUSDT');
    expect(Math.abs(Math.log(top.bidPrice / askPrice))).toBeLessThan(0.002);
    await simulator.stop();
  });
});
