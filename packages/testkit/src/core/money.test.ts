/** A5: money arithmetic against bigint rationals at every edge, and the fee vectors. */
import {
  decimalScale,
  formatDecimal,
  formatFixed,
  mulDivCeil,
  mulDivFloor,
  parseDecimal,
  parseSafeDecimal,
  pow10,
  ppmFloor,
  rescaleFloor,
  rescaleHalfUp,
  SystemAccount,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { fc } from './properties.ts';
import { TestRandom } from './random.ts';
import { Scenario } from './scenario.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const MILLION = 1_000_000n;

function exactPpm(amount: number, ppm: number): number {
  return Number((BigInt(amount) * BigInt(ppm)) / MILLION);
}

describe('A5 ppmFloor', () => {
  test('every edge: 0, 1, most, most − 1, around powers of two and of ten, all kinds of rate', () => {
    const rates = [0, 1, 2, 3, 7, 333, 999, 1_000, 1_001, 271_828, 499_999, 999_999, 1_000_000];
    const edges = new Set<number>([0, 1, 2, MOST - 1, MOST]);
    for (let bit = 0; bit < 53; bit++) {
      for (const d of [-1, 0, 1]) edges.add(Math.min(MOST, Math.max(0, 2 ** bit + d)));
    }
    for (let ten = 0; ten < 16; ten++) for (const d of [-1, 0, 1]) edges.add(10 ** ten + d);
    for (const amount of edges) {
      for (const ppm of rates) expect(ppmFloor(amount, ppm)).toBe(exactPpm(amount, ppm));
    }
  });

  test('just below and at every multiple of a million over the rate, where a quotient could round up', () => {
    const random = new TestRandom(5);
    for (let i = 0; i < 200_000; i++) {
      const ppm = random.int(1, 1_000_000);
      const most = Math.floor(MOST / ppm);
      const near = Math.floor((random.int(0, Math.floor(most / 1_000_000)) * 1_000_000) / ppm);
      const amount = random.chance(0.5)
        ? random.int(0, MOST)
        : Math.max(0, near + random.int(-1, 1));
      if (ppmFloor(amount, ppm) !== exactPpm(amount, ppm)) {
        expect.fail(`ppmFloor(${amount}, ${ppm})`);
      }
    }
  });

  test('a small domain, all of it', () => {
    for (let amount = 0; amount <= 3_000; amount += 7) {
      for (let ppm = 0; ppm <= 1_000_000; ppm += 6_173) {
        if (ppmFloor(amount, ppm) !== exactPpm(amount, ppm)) expect.fail(`${amount} × ${ppm} ppm`);
      }
    }
  });
});

describe('A5 mulDiv', () => {
  test('floor and ceil enclose the rational and differ by at most one', () => {
    const part = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });
    const divisor = fc.bigInt({ min: 1n, max: 2n ** 70n });
    fc.assert(
      fc.property(part, part, divisor, (a, b, c) => {
        const floor = mulDivFloor(a, b, c);
        const ceil = mulDivCeil(a, b, c);
        const product = a * b;
        expect(floor * c <= product && product < (floor + 1n) * c).toBe(true);
        expect(ceil * c >= product && product > (ceil - 1n) * c).toBe(true);
        expect(ceil - floor).toBe(product % c === 0n ? 0n : 1n);
      }),
      { numRuns: 2_000 },
    );
  });

  test('refuses to divide by nothing and by what is below it', () => {
    expect(() => mulDivFloor(1n, 1n, 0n)).toThrow(RangeError);
    expect(() => mulDivCeil(1n, 1n, -1n)).toThrow(RangeError);
    expect(() => pow10(37)).toThrow(RangeError);
  });
});

describe('A5 values at another scale', () => {
  test('floors and halves are rounded by name, also below zero', () => {
    const units = [125n, -125n, 124n, -124n];
    expect(units.map((each) => rescaleFloor(each, 2, 1))).toEqual([12n, -13n, 12n, -13n]);
    expect(units.map((each) => rescaleHalfUp(each, 2, 1))).toEqual([13n, -13n, 12n, -12n]);
    expect(rescaleFloor(-5n, 0, 2)).toBe(-500n);
    expect(rescaleHalfUp(5n, 0, 2)).toBe(500n);
  });
});

describe('A5 F1 decimals', () => {
  const scale = fc.integer({ min: 0, max: 18 });
  const units = fc.bigInt({ min: 0n, max: 10n ** 36n });

  test('format and parse are inverse at every scale', () => {
    fc.assert(
      fc.property(units, scale, (value, s) => {
        const short = formatDecimal(value, s);
        const fixed = formatFixed(value, s);
        const fits = fixed.length <= 40;
        expect(parseDecimal(fixed, s)).toBe(fits ? value : null);
        expect(parseDecimal(short, s)).toBe(short.length <= 40 ? value : null);
        if (s > 0) expect(fixed.split('.')[1]).toHaveLength(s);
        expect(short.includes('.') && short.endsWith('0')).toBe(false);
        expect(formatDecimal(-value, s)).toBe(value === 0n ? short : `-${short}`);
        expect(decimalScale(short)).toBe(
          short.length > 40 ? null : (short.split('.')[1] ?? '').length,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test('only canonical text is a number', () => {
    const bad = [
      '',
      '.',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e5',
      '1E5',
      '01',
      '00',
      '0x1',
      ' 1',
      '1 ',
      '1_0',
      '1,0',
      'NaN',
      'Infinity',
      '١',
      '１',
      '1.2.3',
      '1'.repeat(41),
      '0.'.concat('1'.repeat(40)),
    ];
    for (const text of bad) expect(parseDecimal(text, 8), text).toBeNull();
    expect(parseDecimal('1.123456789', 8)).toBeNull();
    expect(parseDecimal('1.123456780', 8)).toBe(112_345_678n);
    expect(parseDecimal('0', 8)).toBe(0n);
    expect(parseSafeDecimal('90071992.54740991', 8)).toBe(MOST);
    expect(parseSafeDecimal('90071992.54740992', 8)).toBeNull();
    expect(() => formatDecimal(2 ** 53, 8)).toThrow(RangeError);
  });

  test('any text either parses to what it says or not at all', () => {
    const digits = fc.array(fc.constantFrom('0', '1', '9', '.', '-', 'e', ' '), { maxLength: 12 });
    fc.assert(
      fc.property(digits, scale, (chars, s) => {
        const text = chars.join('');
        const value = parseDecimal(text, s);
        if (value === null) return;
        expect(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)).toBe(true);
        const [whole = '0', fraction = ''] = text.split('.');
        expect(value * 10n ** BigInt(fraction.length)).toBe(BigInt(whole + fraction) * pow10(s));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('fees', () => {
  test('a buyer pays in the base asset, a seller in the quote asset (derived vector × 1/1000)', () => {
    const table = new Scenario();
    const { expected, actual } = table.run(`
      ann sells 300 @ 60         -> ok, rests ann1 300
      bob buys 300 @ 60          -> ok, trade 300@60 ann1, done ann1 filled, done bob1 filled
      bob BTC                    -> 1299.7
      bob USDT                   -> 82000
      ann BTC                    -> 700
      ann USDT                   -> 117982
    `);
    expect(actual).toEqual(expected);
    const { ledger } = table.core.state;
    expect(ledger.available(ledger.slot(SystemAccount.fees, 0))).toBe(300n);
    expect(ledger.available(ledger.slot(SystemAccount.fees, 1))).toBe(1_800n);
  });

  test('the published VIP table: maker and taker of every tier, to the unit', () => {
    const tiers = [
      [1_000, 1_000],
      [400, 600],
      [300, 500],
      [200, 400],
      [100, 300],
      [0, 200],
    ] as const;
    for (const [tier, [makerPpm, takerPpm]] of tiers.entries()) {
      const table = new Scenario();
      const by = { actor: 'test', reason: 'vip' };
      const rows = tiers.map(([maker, taker]) => ({ makerPpm: maker, takerPpm: taker }));
      expect(table.send({ kind: 34, tiers: rows, ...by })).toBe('ok');
      for (const actor of ['ann', 'bob']) {
        const user = table.account(actor) / 8;
        expect(table.send({ kind: 33, user, tier, ...by })).toBe('ok');
      }
      table.run('ann sells 500 @ 77\nbob buys 500 @ 77');
      const { ledger } = table.core.state;
      const quoteFee = (3_850_000n * BigInt(makerPpm)) / MILLION;
      const baseFee = (500_000n * BigInt(takerPpm)) / MILLION;
      expect(ledger.available(ledger.slot(SystemAccount.fees, 1))).toBe(quoteFee);
      expect(ledger.available(ledger.slot(SystemAccount.fees, 0))).toBe(baseFee);
      const bob = table.account('bob');
      expect(ledger.available(ledger.slot(bob, 0))).toBe(1_500_000n - baseFee);
    }
  });
});

describe('movements', () => {
  const by = { actor: 'test', reason: 'table' };

  test('INV-19 a deposit reference credits once, per account; INV-18 a withdrawal debits once', () => {
    const table = new Scenario();
    const ann = table.account('ann');
    const bob = table.account('bob');
    const { ledger, nextMovement } = table.core.state;
    const credit = { kind: 35, from: 3, asset: 1, amount: 500n, reference: 'r1', ...by } as const;
    for (let i = 0; i < 3; i++) table.send({ ...credit, account: ann });
    table.send({ ...credit, account: bob });
    expect(ledger.available(ledger.slot(ann, 1))).toBe(10_000_500n);
    expect(ledger.available(ledger.slot(bob, 1))).toBe(10_000_500n);
    const debit = {
      kind: 36,
      account: ann,
      to: bob,
      asset: 1,
      address: 'h',
      clientId: 'w1',
    } as const;
    for (let i = 0; i < 3; i++) table.send({ ...debit, amount: 400n, fee: 100n });
    expect(ledger.available(ledger.slot(ann, 1))).toBe(10_000_000n);
    expect(ledger.available(ledger.slot(bob, 1))).toBe(10_000_900n);
    expect(ledger.available(ledger.slot(SystemAccount.fees, 1))).toBe(100n);
    expect(table.core.state.nextMovement).toBe(nextMovement + 3);
  });

  test('transfers stay within a user, return the first result when repeated, and refuse by name', () => {
    const table = new Scenario();
    const ann = table.account('ann');
    const bob = table.account('bob');
    const move = { kind: 37, asset: 0, clientId: '' } as const;
    const send = (from: number, to: number, amount: bigint, asset = 0): string =>
      table.send({ ...move, from, to, amount, asset });
    expect(send(ann, ann + 1, 250n)).toBe('ok');
    expect(send(ann, bob, 1n)).toBe(`unknownAccount 0 ${bob}`);
    expect(send(ann, ann, 1n)).toBe(`sameAccount 0 ${ann}`);
    expect(send(ann, ann + 2, 1n)).toBe(`unknownAccount 0 ${ann + 2}`);
    expect(send(ann, ann + 1, 0n)).toBe(`amountRange ${MOST} 0`);
    expect(send(ann, ann + 1, 2n ** 53n)).toBe(`amountRange ${MOST} ${2 ** 53}`);
    expect(send(ann, ann + 1, 1n, 9)).toBe('unknownAsset 0 9');
    expect(send(ann + 1, ann, 251n)).toBe('insufficientBalance 250 251');
    const first = table.core.apply(
      stamped(table, { ...move, from: ann, to: ann + 1, amount: 1n, clientId: 't' }),
    );
    const { id } = first;
    const again = table.core.apply(
      stamped(table, { ...move, from: ann, to: ann + 1, amount: 7n, clientId: 't' }),
    );
    expect([again.id, again.otherId]).toEqual([id, id]);
    const { ledger } = table.core.state;
    expect(ledger.available(ledger.slot(ann + 1, 0))).toBe(251n);
  });

  test('an account near the top of its range refuses more and keeps what it has', () => {
    const table = new Scenario();
    const ann = table.account('ann');
    const { ledger } = table.core.state;
    const slot = ledger.slot(ann, 0);
    const room = 2n ** 62n - ledger.available(slot) - 1n;
    ledger.restore(ann, 0, ledger.available(slot) + room, 0n);
    const external = ledger.slot(0, 0);
    ledger.restore(0, 0, ledger.available(external) - room, 0n);
    const credit = { kind: 35, account: ann, from: 3, asset: 0, reference: '', ...by } as const;
    expect(table.send({ ...credit, amount: 1n })).toBe(`balanceRange ${MOST} 1`);
    table.core.state.ledger.assertConserved();
  });
});

function stamped<T extends object>(table: Scenario, input: T): T & { seq: number; time: number } {
  return { ...input, seq: table.core.state.seq + 1, time: table.core.state.time };
}
