import { expect, it } from 'vitest';
import { coinIn } from '../../../data/state/margin.ts';
import { balance, placeWith } from '../testing/place.ts';
import { fieldOf, loanIssue, mostOf, principalAfter, worthAfter } from './loan-check.ts';

const place = placeWith([balance('USDT', 100, 40), balance('BTC', 0)]);
const usdt = coinIn(place, 'USDT')!;
const issue = (way: 'borrow' | 'repay', text: string) => loanIssue(way, place, usdt, text)?.id;

it('a loan is a number above zero, at least the smallest, at most what margin allows', () => {
  expect(['', 'x', '0', '0.05', '0.1'].map((text) => issue('borrow', text))).toEqual([
    undefined,
    'check.number',
    'check.positive',
    'margin.smallest',
    undefined,
  ]);
  const most = mostOf('borrow', place, usdt);
  // Equity of 60 at a leverage of 5 carries debts of 240.
  expect(fieldOf(usdt, most)).toBe('200');
  expect(issue('borrow', '200')).toBeUndefined();
  expect(loanIssue('borrow', place, usdt, '200.00000001')).toEqual({
    id: 'margin.tooMuch',
    values: { limit: '200', coin: 'USDT' },
  });
});

it('a repayment is at most what is owed and there', () => {
  expect([issue('repay', '0.01'), issue('repay', '40'), issue('repay', '40.01')]).toEqual([
    undefined,
    undefined,
    'margin.tooMuchBack',
  ]);
  const poor = placeWith([balance('USDT', 10, 40), balance('BTC', 1)]);
  expect(mostOf('repay', poor, coinIn(poor, 'USDT')!)).toBe(coinIn(poor, 'USDT')!.available);
});

it('the account after a loan owes more, after a repayment less', () => {
  expect(worthAfter('borrow', place, usdt, '60')).toMatchObject({ debts: 1_000_000 });
  expect(worthAfter('repay', place, usdt, '40')).toMatchObject({ debts: 0, ratioPpm: 0 });
  expect(worthAfter('repay', place, usdt, '')).toBeNull();
});

it('interest is of what is borrowed too; a repayment pays interest before what bears it', () => {
  const owing = { ...usdt, principal: 100, interest: 10, debt: 110, digits: 0 };
  expect(principalAfter('borrow', owing, '50')).toBe(150);
  expect(['', '7', '30', '500'].map((text) => principalAfter('repay', owing, text))).toEqual([
    100, 100, 80, 0,
  ]);
});
