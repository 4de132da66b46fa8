import { describe, expect, it } from 'vitest';
import { readTyped } from '../../../data/typed-number.ts';
import { type Ear, readCommand } from './spoken.ts';

const EAR: Ear = {
  words: new Map([
    ['kaufen', 'buy'],
    ['markt', 'market'],
  ]),
  intervals: ['1m', '1h', '1D', '1M'],
  numberOf: (text) => readTyped(text, { group: ',', decimal: '.' }),
};
const read = (text: string) => readCommand(text, EAR);
const order = {
  does: 'order',
  side: 'buy',
  size: '0.1',
  unit: '',
  price: { text: '94000' },
  force: 'gtc',
  reduces: false,
};

describe('an order', () => {
  it.each([
    ['buy 0.1 btc limit 94000', { ...order, unit: 'BTC' }],
    ['BUY 0.1 @94,000', order],
    ['long 0.1 at 94k', order],
    ['buy 0.1 94000 post', { ...order, force: 'post_only' }],
    ['sell 50% market', { ...order, side: 'sell', size: '50', unit: '%', price: null }],
    ['sell all market', { ...order, side: 'sell', size: '100', unit: '%', price: null }],
    ['kaufen 100 usdt markt', { ...order, size: '100', unit: 'USDT', price: null }],
    ['sell 0.1 limit ask reduce', { ...order, side: 'sell', price: { at: 'ask' }, reduces: true }],
  ])('"%s"', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['buy', 'desk.saySize'],
    ['buy btc', 'desk.saySize'],
    ['buy 0.1', 'desk.sayPrice'],
    ['buy 0.1 btc limit', 'desk.sayPrice'],
    ['buy 101% market', 'desk.saySize'],
    ['buy 0.1 btc eth market', 'desk.unknownWord'],
    ['buy 0.1 market please', 'desk.unknownWord'],
    ['buy 1 limit 5 market', 'desk.unknownWord'],
    ['buy 1 limit market', 'desk.sayPrice'],
    ['buy 1 limit 94 251', 'desk.unknownWord'],
    ['buy 1 000 market', 'desk.unknownWord'],
    ['buy 1 bid ask', 'desk.unknownWord'],
  ])('"%s" says what is missing: %s', (text, id) => {
    expect(read(text)).toMatchObject({ does: 'nothing', issue: { id } });
  });
});

describe('others', () => {
  it.each([
    ['cancel all sol', { does: 'cancel', which: 'all', market: 'SOL' }],
    ['cancel sol', { does: 'cancel', which: 'all', market: 'SOL' }],
    ['cancel last', { does: 'cancel', which: 'last', market: '' }],
    ['cancel buys', { does: 'cancel', which: 'buy', market: '' }],
    ['close', { does: 'close', percent: 100, cancels: false, market: '' }],
    ['close half', { does: 'close', percent: 50, cancels: false, market: '' }],
    ['close 25% btc', { does: 'close', percent: 25, cancels: false, market: 'BTC' }],
    ['flatten', { does: 'close', percent: 100, cancels: true, market: '' }],
    ['1h', { does: 'interval', key: '1h' }],
    ['1H', { does: 'interval', key: '1h' }],
    ['1m', { does: 'interval', key: '1m' }],
    ['1M', { does: 'interval', key: '1M' }],
  ])('"%s"', (text, expected) => expect(read(text)).toEqual(expected));

  it.each(['btc', '', 'cancelled orders', '7h', 'buyer'])('"%s" is no command', (text) => {
    expect(read(text)).toBeNull();
  });

  it.each([
    ['cancel', 'desk.sayWhich'],
    ['cancel all sol now', 'desk.unknownWord'],
    ['close 150%', 'desk.sayShare'],
    ['close half btc now', 'desk.unknownWord'],
    ['flatten btc half', 'desk.unknownWord'],
  ])('"%s" says what is wrong: %s', (text, id) => {
    expect(read(text)).toMatchObject({ does: 'nothing', issue: { id } });
  });
});
