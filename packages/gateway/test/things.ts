/** What of the owner of an estate a request can name. */
import { wireUserId } from '@halcyon/domain';
import { CopyThings } from './copy-things.ts';
import type { Estate, Fields } from './estate.ts';

/** How something of the owner's is named. */
export interface NamedThing {
  readonly id: string;
  readonly clientOid?: string;
  /** What a request says of it besides. */
  readonly more?: Fields;
}

export const PAIR = { symbol: 'BTCUSDT' };
export const MIX = { ...PAIR, productType: 'USDT-FUTURES', marginCoin: 'USDT' };
const SPOT_ORDER = { ...PAIR, side: 'buy', orderType: 'limit', force: 'gtc', size: '0.01' };
const MIX_ORDER = { ...MIX, marginMode: 'crossed', side: 'buy', orderType: 'limit', size: '0.01' };
const MARGIN_ORDER = { ...PAIR, side: 'buy', orderType: 'limit', force: 'gtc', loanType: 'normal' };
/** Something of the owner's, which is made when it is asked for. */
export type ThingFactory = () => Promise<NamedThing> | NamedThing;

/** One maker of each. */
export function thingsOf(estate: Estate): Readonly<Record<string, ThingFactory>> {
  return {
    ...spotThings(estate),
    ...contractThings(estate),
    ...marginThings(estate, 'crossed'),
    ...marginThings(estate, 'isolated'),
    ...movements(estate),
    ...copyThings(estate),
    'sub-account': () => ({ id: wireUserId(estate.owner.sub) }),
    'key of a sub-account': () => ({ id: estate.owner.subKey.apiKey }),
    quote: () => quoteOf(estate),
  };
}

function copyThings(estate: Estate) {
  const copying = new CopyThings(estate);
  return {
    'portfolio of a trader': async () => {
      const trackingNo = await copying.position();
      return { id: await copying.trader(), more: { trackingNo } };
    },
    'position of a trader': async () => {
      const id = await copying.position();
      return { id, more: { traderId: await copying.trader() } };
    },
    'trader with a follower': async () => {
      const id = await copying.trader();
      return { id, more: { followerUid: copying.follower(id) } };
    },
    'follower of a trader': async () => {
      const traderId = await copying.trader();
      return { id: copying.follower(traderId), more: { traderId } };
    },
    'trader who is followed': async () => ({ id: await copying.followed() }),
    'trader of a position that follows': async () => {
      const { traderId: id, trackingNo } = await copying.following();
      return { id, more: { trackingNo } };
    },
    'new portfolio of a trader': async () => ({ id: await copying.newTrader() }),
    'position that follows': async () => {
      const { trackingNo: id, traderId } = await copying.following();
      return { id, more: { traderId } };
    },
  };
}

/** Makes an order by a request: what it is called. */
async function made(estate: Estate, path: string, fields: Fields): Promise<NamedThing> {
  const clientOid = estate.name();
  const { orderId } = await estate.asked(path, { ...fields, clientOid });
  return { id: String(orderId), clientOid };
}

function spotThings(estate: Estate) {
  const order = (price: string) =>
    made(estate, '/spot/trade/place-order', { ...SPOT_ORDER, price });
  const plan = (triggerPrice: string) =>
    made(estate, '/spot/trade/place-plan-order', {
      ...{ ...SPOT_ORDER, executePrice: '58000' },
      ...{ triggerPrice, triggerType: 'fill_price' },
    });
  const parent = () =>
    made(estate, '/spot/trade/place-parent-order', {
      ...{ ...PAIR, side: 'buy', parentType: 'iceberg' },
      ...{ size: '0.02', price: '59000', displaySize: '0.01' },
    });
  return {
    'spot order': () => order('59000'),
    'spot fill': () => {
      estate.offer();
      return order('60000');
    },
    'spot plan': () => plan('65000'),
    'spot parent order': parent,
    'paused spot parent order': async () => {
      const paused = await parent();
      await estate.asked('/spot/trade/pause-parent-order', { orderId: paused.id });
      return paused;
    },
    'spot plan that became an order': async () => {
      const made = await plan('59900');
      estate.tradeAt(59_900);
      estate.tradeAt(60_000);
      return made;
    },
  };
}

function contractThings(estate: Estate) {
  const order = (price: string) => made(estate, '/mix/order/place-order', { ...MIX_ORDER, price });
  const plan = (triggerPrice: string) =>
    made(estate, '/mix/order/place-plan-order', {
      ...{ ...MIX_ORDER, planType: 'normal_plan', price: '58000' },
      ...{ triggerPrice, triggerType: 'mark_price' },
    });
  const fill = async () => {
    const end = estate.offerContract();
    const filled = await order('60000');
    // What is left of it would meet what others bid.
    end();
    return filled;
  };
  return {
    'contract order': () => order('59000'),
    'contract fill': fill,
    'contract plan': () => plan('58500'),
    'contract plan that ended': async () => {
      const ended = await plan('58500');
      const orderIdList = [{ orderId: ended.id }];
      await estate.asked('/mix/order/cancel-plan-order', { ...MIX, orderIdList });
      return ended;
    },
    'contract plan that became an order': async () => {
      const made = await plan('60500');
      estate.prices(60_600);
      estate.prices();
      return made;
    },
    'take profit': async () => {
      await fill();
      const terms = { ...MIX, holdSide: 'long', planType: 'profit_plan', size: '0.01' };
      return made(estate, '/mix/order/place-tpsl-order', { ...terms, triggerPrice: '61000' });
    },
  };
}

function marginThings(estate: Estate, kind: 'crossed' | 'isolated') {
  const path = (name: string) => `/margin/${kind}/${name}`;
  const coin = { coin: 'BTC', ...(kind === 'isolated' && PAIR) };
  const order = (price: string) =>
    made(estate, path('place-order'), { ...MARGIN_ORDER, price, baseSize: '0.01' });
  const loan = async (): Promise<NamedThing> => {
    const fields = { ...coin, borrowAmount: '0.1' };
    const { loanId } = await estate.asked(path('account/borrow'), fields);
    return { id: String(loanId) };
  };
  return {
    [`${kind} order`]: () => order('59000'),
    [`${kind} fill`]: () => {
      estate.offer();
      return order('60000');
    },
    [`${kind} loan`]: loan,
    [`${kind} repayment`]: async (): Promise<NamedThing> => {
      await loan();
      const fields = { ...coin, repayAmount: '0.05' };
      const { repayId } = await estate.asked(path('account/repay'), fields);
      return { id: String(repayId) };
    },
    [`${kind} flash repayment`]: async (): Promise<NamedThing> => {
      await loan();
      const fields = kind === 'isolated' ? { symbolList: ['BTCUSDT'] } : { coin: 'BTC' };
      const data = await estate.asked(path('account/flash-repay'), fields);
      const [first = data] = Array.isArray(data) ? (data as Fields[]) : [];
      return { id: String(first['repayId']) };
    },
  };
}

function movements(estate: Estate) {
  return {
    transfer: async () => {
      const clientOid = estate.name();
      const move = { fromType: 'spot', toType: 'p2p', amount: '1', coin: 'USDT', clientOid };
      return {
        id: String((await estate.asked('/spot/wallet/transfer', move))['transferId']),
        clientOid,
      };
    },
    'transfer to a sub-account': async () => {
      const { uid, sub } = estate.owner;
      const clientOid = estate.name();
      const move = { fromType: 'spot', toType: 'spot', amount: '1', coin: 'USDT', clientOid };
      const way = { fromUserId: wireUserId(uid), toUserId: wireUserId(sub) };
      await estate.asked('/spot/wallet/subaccount-transfer', { ...move, ...way });
      return { id: wireUserId(sub), clientOid };
    },
    deposit: () => ({ id: estate.deposited(estate.owner.uid) }),
    'deposit of a sub-account': () => ({
      id: estate.deposited(estate.owner.sub),
      more: { subUid: wireUserId(estate.owner.sub) },
    }),
    withdrawal: async () => {
      const target = { address: await estate.listed(), chain: 'HALCYON', size: '50' };
      return made(estate, '/spot/wallet/withdrawal', {
        coin: 'USDT',
        transferType: 'on_chain',
        ...target,
      });
    },
    address: async () => ({ id: await estate.listed() }),
  };
}

async function quoteOf(estate: Estate): Promise<NamedThing> {
  estate.offer();
  const asked = { fromCoin: 'USDT', toCoin: 'BTC', fromCoinSize: '100' };
  const data = await estate.asked('/convert/quoted-price', asked, 'GET');
  const { traceId, fee: _fee, ...terms } = data;
  return { id: String(traceId), more: { ...terms, fromCoinSize: String(terms['fromCoinSize']) } };
}
