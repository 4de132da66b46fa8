/** Withdrawals and their address book, as the page has them. */
import {
  AccountKind,
  type Asset,
  accountOf,
  parseDecimal,
  parseWireId,
  wireId,
} from '@halcyon/domain';
import { withdrawUnits } from '../config/wallet.ts';
import { assetOf } from '../http/context.ts';
import { refusedField } from '../http/web-error.ts';
import { userAckSeq } from '../translate/lists.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { amountText } from '../translate/text.ts';
import { usdtText } from '../translate/value.ts';
import { coinDayMax, withdrawalDay } from '../translate/withdrawal-day.ts';
import {
  cancelOwnWithdrawal,
  checkWithdrawal,
  requestWithdrawal,
  targetOf,
} from '../translate/withdrawals.ts';
import type { SignedIn, WebContext } from './context.ts';
import { type ParsedRequest, type WebRoute, webRoute } from './route.ts';

/** The fee that a page showed. A chain may ask for another one by the time that it is agreed to. */
function feeOf(given: string | undefined, asset: Asset): bigint | undefined {
  const fee = given === undefined ? undefined : parseDecimal(given, asset.scale);
  if (fee === null) throw refusedField('fee', 'fee must be an amount of the coin');
  return fee;
}

/** The person's spot account of the live venue: others have no addresses. */
function callerOf({ session: { uid } }: SignedIn) {
  return { person: uid, user: uid, account: accountOf(uid, AccountKind.spot) };
}

function originOf({ address, language }: SignedIn) {
  return { address, language };
}

const terms = webRoute('GET /withdrawal-terms', ({ live }, { session: { uid } }) => {
  const { views, chainTerms } = live;
  return views.assets().map((asset) => {
    const { fee, min, approveAbove } = withdrawUnits(live, asset);
    const dayMax = coinDayMax(live, uid, asset);
    const write = (units: bigint): string => amountText(asset, units);
    return {
      ...{ coin: asset.code, chain: chainTerms.name, scale: asset.scale, fee: write(fee) },
      ...{ min: write(min), dayMax: write(dayMax), approveAbove: write(approveAbove) },
      confirmationsNeeded: chainTerms.confirmationsNeeded,
    };
  });
});

const day = webRoute('GET /withdrawal-day', async ({ live }, { session: { uid } }) => {
  const found = await withdrawalDay(live, uid);
  if (found === null) return null;
  const { level, max, used } = found;
  return { level, max: usdtText(max), left: usdtText(used < max ? max - used : 0n) };
});

const book = webRoute('GET /withdrawal-addresses', ({ identity }, { session: { uid } }) =>
  identity.listAddresses({ uid }),
);

/** An address as the book would have it. @throws WireError where it may not be in it */
function newAddress(
  { live }: WebContext,
  { fields, session: { uid } }: ParsedRequest<'POST /withdrawal-addresses'>,
) {
  const asset = assetOf(live.views, fields.coin);
  const { address } = targetOf(live, uid, asset, fields.address);
  const { label = '' } = fields;
  return { uid, coin: asset.code, chain: live.chainTerms.name, address, label };
}

const add = webRoute(
  'POST /withdrawal-addresses',
  (context, request) =>
    context.identity.addAddress({ ...newAddress(context, request), origin: originOf(request) }),
  async (context, request) => context.identity.checkNewAddress(newAddress(context, request)),
);

/** Taking a way out away needs no fresh proof. */
const remove = webRoute(
  'POST /withdrawal-addresses/removal',
  async ({ live, identity }, { fields, session: { uid } }) => {
    const coin = assetOf(live.views, fields.coin).code;
    const { name: chain, readAddress } = live.chainTerms;
    const read = readAddress(fields.address);
    const address = 'problem' in read ? fields.address : read.address;
    await identity.removeAddress({ uid, coin, chain, address });
    return null;
  },
);

/** What is asked for, and who asks. */
function withdrawalOf({ live }: WebContext, request: ParsedRequest<'POST /withdrawals'>) {
  const { fields, session } = request;
  const { uid } = session;
  const asset = assetOf(live.views, fields.coin);
  const target = () => targetOf(live, uid, asset, fields.address);
  const amount = bigUnitsOf('size', fields.size, asset);
  // A page always names its requests: one that is sent twice is one.
  const { clientOid: clientId } = fields;
  const by = { ...callerOf(request), origin: originOf(request) };
  const shownFee = feeOf(fields.fee, asset);
  return [by, { asset, amount, target, clientId, shownFee }] as const;
}

const ask = webRoute(
  'POST /withdrawals',
  async (context, request) => {
    const id = await requestWithdrawal(context.live, ...withdrawalOf(context, request));
    return { orderId: wireId(id) };
  },
  async (context, request) => checkWithdrawal(context.live, ...withdrawalOf(context, request)),
);

/** It keeps money here: it needs no fresh proof. */
const cancel = webRoute('POST /withdrawals/cancellation', async ({ live }, request) => {
  const caller = callerOf(request);
  const id = parseWireId(request.fields.orderId);
  await cancelOwnWithdrawal(live, caller, id, userAckSeq(live.views, caller.user));
  return null;
});

/** The routes of this file. */
export const WITHDRAWAL_ROUTES: readonly WebRoute[] = [terms, day, book, add, remove, ask, cancel];
