/** Withdrawals and their address book, as the page has them. */
import {
  AccountKind,
  type Asset,
  accountOf,
  parseDecimal,
  parseWireId,
  upperAscii,
  wireId,
} from '@halcyon/domain';
import type { AddressRow, WithdrawalTaken, WithdrawDay, WithdrawTerms } from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { ADDRESS_LABEL_MAX, ADDRESS_LENGTH_MAX } from '@halcyon/records';
import { withdrawUnits } from '../config/wallet.ts';
import { assetOf, type RestContext } from '../http/context.ts';
import { badField } from '../http/web-error.ts';
import { userAckSeq } from '../translate/lists.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { amountText } from '../translate/text.ts';
import { usdtText } from '../translate/value.ts';
import { coinDayMax, withdrawalDay } from '../translate/withdrawal-day.ts';
import { cancelOwnWithdrawal, requestWithdrawal, targetOf } from '../translate/withdrawals.ts';
import type { SignedIn, WebRoute } from './context.ts';
import { optionalKept, optionalText, text } from './fields.ts';

const COIN_MAX = 20;
const AMOUNT_MAX = 40;
const CLIENT_ID = /^[0-9A-Za-z_-]{1,50}$/;
const ID_MAX = 20;

function coinOf({ views }: RestContext, body: JsonObject): Asset {
  return assetOf(views, upperAscii(text(body, 'coin', COIN_MAX)));
}

/** A page always names its requests: one that is sent twice is one. */
function clientIdOf(body: JsonObject): string {
  const given = text(body, 'clientOid', ID_MAX * 3);
  if (CLIENT_ID.test(given)) return given;
  throw badField('clientOid', 'clientOid must have 1 to 50 letters, digits, - or _');
}

/** The fee that a page showed. A chain may ask for another one by the time that it is agreed to. */
function feeOf(body: JsonObject, asset: Asset): bigint | undefined {
  const given = optionalText(body, 'fee', AMOUNT_MAX);
  const fee = given === undefined ? undefined : parseDecimal(given, asset.scale);
  if (fee === null) throw badField('fee', 'fee must be an amount of the coin');
  return fee;
}

/** The person's spot account of the live venue: others have no addresses. */
function callerOf({ session: { uid } }: SignedIn) {
  return { person: uid, user: uid, account: accountOf(uid, AccountKind.spot) };
}

function originOf({ address, language }: SignedIn) {
  return { address, language };
}

const terms: WebRoute = {
  method: 'GET',
  path: '/withdrawal-terms',
  access: 'session',
  handle({ live }, { session: { uid } }): WithdrawTerms[] {
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
  },
};

const day: WebRoute = {
  method: 'GET',
  path: '/withdrawal-day',
  access: 'session',
  async handle({ live }, { session: { uid } }): Promise<WithdrawDay | null> {
    const found = await withdrawalDay(live, uid);
    if (found === null) return null;
    const { level, max, used } = found;
    return { level, max: usdtText(max), left: usdtText(used < max ? max - used : 0n) };
  },
};

const book: WebRoute = {
  method: 'GET',
  path: '/withdrawal-addresses',
  access: 'session',
  handle: ({ identity }, { session: { uid } }): Promise<readonly AddressRow[]> =>
    identity.listAddresses({ uid }),
};

const add: WebRoute = {
  method: 'POST',
  path: '/withdrawal-addresses',
  access: 'proved',
  async handle({ live, identity }, request): Promise<AddressRow> {
    const { body, session } = request;
    const { uid } = session;
    const asset = coinOf(live, body);
    const given = text(body, 'address', ADDRESS_LENGTH_MAX);
    const { address } = targetOf(live, uid, asset, given);
    const label = optionalKept(body, 'label', ADDRESS_LABEL_MAX) ?? '';
    const name = { uid, coin: asset.code, chain: live.chainTerms.name, address };
    return identity.addAddress({ ...name, label, origin: originOf(request) });
  },
};

/** Taking a way out away needs no fresh proof. */
const remove: WebRoute = {
  method: 'POST',
  path: '/withdrawal-addresses/removal',
  ids: ['address'],
  access: 'present',
  async handle({ live, identity }, { body, session: { uid } }) {
    const coin = coinOf(live, body).code;
    const { name: chain, readAddress } = live.chainTerms;
    const given = text(body, 'address', ADDRESS_LENGTH_MAX);
    const read = readAddress(given);
    const address = 'problem' in read ? given : read.address;
    await identity.removeAddress({ uid, coin, chain, address });
    return null;
  },
};

const ask: WebRoute = {
  method: 'POST',
  path: '/withdrawals',
  ids: ['address'],
  access: 'proved',
  async handle({ live }, request): Promise<WithdrawalTaken> {
    const { body, session } = request;
    const { uid } = session;
    const asset = coinOf(live, body);
    const given = text(body, 'address', ADDRESS_LENGTH_MAX);
    const target = () => targetOf(live, uid, asset, given);
    const amount = bigUnitsOf('size', text(body, 'size', AMOUNT_MAX), asset);
    const clientId = clientIdOf(body);
    const by = { ...callerOf(request), origin: originOf(request) };
    const shownFee = feeOf(body, asset);
    const id = await requestWithdrawal(live, by, { asset, amount, target, clientId, shownFee });
    return { orderId: wireId(id) };
  },
};

/** It keeps money here: it needs no fresh proof. */
const cancel: WebRoute = {
  method: 'POST',
  path: '/withdrawals/cancellation',
  ids: ['orderId'],
  access: 'present',
  async handle({ live }, request) {
    const caller = callerOf(request);
    const id = parseWireId(text(request.body, 'orderId', ID_MAX));
    await cancelOwnWithdrawal(live, caller, id, userAckSeq(live.views, caller.user));
    return null;
  },
};

/** The routes of this file. */
export const WITHDRAWAL_ROUTES: readonly WebRoute[] = [terms, day, book, add, remove, ask, cancel];
