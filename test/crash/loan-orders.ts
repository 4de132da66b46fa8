/** Thousands of loans, and what moves them: prices, loans, orders on loans, an hour at a time. */
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  LoanOption,
  NO_PAIR,
  type Side,
} from '@halcyon/domain';
import { lendingCommands } from '@halcyon/testkit';
import { generator } from './random-orders.ts';

/** So many that an hour's interest takes several commands. */
export const BORROWERS = 2_500;
const BATCH = 50;
const FIRST_USER = 16;
const PRICE = 50_000;
const COIN = 100_000_000;
const [BTC, USDT, ETH] = [0, 1, 2];
const [BTCUSDT, ETHUSDT] = [0, 1];
const { spot, crossMargin, isolatedMargin } = AccountKind;
const ASSETS: Readonly<Record<string, number>> = { BTC, USDT, ETH };
const PAIRS: Readonly<Record<string, number>> = { BTCUSDT, ETHUSDT };

type Below = (n: number) => number;

/** What has to come before: coins that are lent, their pools, and a loan of each borrower. */
export function* loanMarket(): Generator<CommandInput[]> {
  const listed = { quote: USDT, priceScale: 1, quantityScale: 3, state: 0 } as const;
  const limits = { quantityMin: 1, quantityMax: 1e9, notionalMin: 0 };
  const rest = { ...listed, ...limits, bandPpm: 500_000, openOrdersMax: 500 };
  yield [
    { kind: CommandKind.setRules, version: 9 },
    ...Object.keys(ASSETS).map((code) => {
      return { kind: CommandKind.listAsset, code, name: code, scale: 8 } as const;
    }),
    { kind: CommandKind.listInstrument, symbol: 'BTCUSDT', base: BTC, ...rest },
    { kind: CommandKind.listInstrument, symbol: 'ETHUSDT', base: ETH, ...rest },
    ...lendingCommands({
      assetByCode: (code) => ({ id: ASSETS[code]! }),
      instrumentBySymbol: (symbol) => ({ id: PAIRS[symbol]! }),
    }),
    pricesOf(PRICE * 10),
  ];
  for (let from = 0; from < BORROWERS; from += BATCH) {
    yield Array.from({ length: BATCH }, (_, at) => openBorrower(from + at)).flat();
  }
}

/** Half of them owe USDT, the others BTC; half with cross margin, the others in BTCUSDT. */
function openBorrower(borrower: number): CommandInput[] {
  const account = ofBorrower(borrower, spot);
  const given = { kind: CommandKind.deposit, account, from: 0, actor: 't', reason: 't' } as const;
  const margin = borrower % 4 < 2 ? crossMargin : isolatedMargin;
  const place = placeOf(borrower, margin);
  const amount = BigInt(500 * COIN);
  const moved = { from: account, to: place.account, asset: USDT, amount, clientId: '' };
  const named = margin === isolatedMargin ? { instrument: BTCUSDT } : {};
  const [asset, owed] = borrower % 2 === 0 ? [USDT, 100 * COIN] : [BTC, COIN / 500];
  return [
    { kind: CommandKind.openUser, simulated: false },
    { ...given, asset: BTC, amount: BigInt(COIN), reference: `b${borrower}` },
    { ...given, asset: USDT, amount: BigInt(50_000 * COIN), reference: `q${borrower}` },
    { kind: CommandKind.transfer, ...moved, ...named },
    { kind: CommandKind.borrow, ...place, asset, amount: owed, clientId: '' },
  ];
}

/** Prices, and what borrowers do in one hour. */
export function loanHour(seed: number, hour: number): CommandInput[] {
  const random = generator(seed * 7_919 + hour);
  const below = (n: number): number => Math.floor(random() * n);
  const price = PRICE * 10 - 100_000 + below(200_000);
  const kinds = [order, order, loan, loan, transfer, flash];
  const acts = Array.from({ length: 40 }, () => kinds[below(kinds.length)]!(below, price));
  return [pricesOf(price), ...acts];
}

function pricesOf(btc: number): CommandInput {
  return { kind: CommandKind.prices, entries: [BTCUSDT, btc, ETHUSDT, 30_000] };
}

function ofBorrower(borrower: number, kind: AccountKind): number {
  return accountOf(FIRST_USER + borrower, kind);
}

function placeOf(borrower: number, kind: AccountKind): { account: number; instrument: number } {
  const instrument = kind === isolatedMargin ? BTCUSDT : NO_PAIR;
  return { account: ofBorrower(borrower, kind), instrument };
}

function anyPlace(below: Below): { account: number; instrument: number } {
  return placeOf(below(BORROWERS), below(2) === 0 ? crossMargin : isolatedMargin);
}

function loan(below: Below): CommandInput {
  const kind = below(2) === 0 ? CommandKind.borrow : CommandKind.repay;
  const [asset, worth] = below(2) === 0 ? [USDT, 100 * COIN] : [BTC, COIN / 500];
  const amount = 1 + below(worth);
  return { kind, ...anyPlace(below), asset, amount, clientId: '' };
}

function flash(below: Below): CommandInput {
  return { kind: CommandKind.flashRepay, ...anyPlace(below), asset: below(2) };
}

function transfer(below: Below): CommandInput {
  const { account, instrument } = anyPlace(below);
  const own = ofBorrower((account >> 3) - FIRST_USER, spot);
  const [from, to] = below(2) === 0 ? [own, account] : [account, own];
  const moved = { from, to, asset: USDT, amount: BigInt(1 + below(200 * COIN)), clientId: '' };
  const named = instrument === NO_PAIR ? {} : { instrument };
  return { kind: CommandKind.transfer, ...moved, ...named };
}

/** Of spot, or of a margin account that borrows for it and pays back with it. */
function order(below: Below, price: number): CommandInput {
  const kind = [spot, crossMargin, isolatedMargin][below(3)]!;
  const { autoLoan, autoRepay } = LoanOption;
  const options = kind === spot ? {} : { options: [0, autoLoan, autoLoan | autoRepay][below(3)]! };
  return {
    kind: CommandKind.place,
    ...{ account: ofBorrower(below(BORROWERS), kind), instrument: BTCUSDT },
    ...{ side: below(2) as Side, type: 0, timeInForce: 0, selfTrade: 0 },
    ...{ price: price - 500 + below(1_000), quantity: 1 + below(40), quoteAmount: 0, clientId: '' },
    ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
    ...options,
  };
}
