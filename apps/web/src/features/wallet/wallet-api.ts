/** Deposits, withdrawals and the address book of the signed-in person. */

import type {
  AddressRow,
  ArrivingList,
  WithdrawalTaken,
  WithdrawDay,
  WithdrawTerms,
} from '@halcyon/domain/web';
import { type RouteAnswer, read } from '../../data/rest/trading.ts';
import type { DepositRow, WithdrawalRow } from '../../data/rest/types.ts';
import { web } from '../../data/rest/web.ts';

const WIRE = '/api/v2/spot/wallet';
const ROWS = 20;
/** The longest stretch that the wire lists at once. */
const LISTED_MS = 89 * 24 * 60 * 60 * 1000;

/** Where deposits of a coin go. */
export type DepositAddress = RouteAnswer<'/api/v2/spot/wallet/deposit-address'>;

/** What withdrawals cost, by coin. */
export function fetchTerms(): Promise<readonly WithdrawTerms[]> {
  return web('GET /withdrawal-terms');
}

/** What may be withdrawn today; null = no level says. */
export function fetchDay(): Promise<WithdrawDay | null> {
  return web('GET /withdrawal-day');
}

/** The person's address for a coin. */
export function fetchAddress(coin: string): Promise<DepositAddress> {
  return read(`${WIRE}/deposit-address`, { coin });
}

function latest() {
  const now = Date.now();
  return { startTime: String(now - LISTED_MS), endTime: String(now + 60_000), limit: String(ROWS) };
}

/** Deposits on their way. */
export function fetchArriving(): Promise<ArrivingList> {
  return web('GET /records/arriving');
}

/** The latest deposits. */
export function fetchLatestDeposits(): Promise<readonly DepositRow[]> {
  return read(`${WIRE}/deposit-records`, latest());
}

/** The latest withdrawals. */
export function fetchLatestWithdrawals(): Promise<readonly WithdrawalRow[]> {
  return read(`${WIRE}/withdrawal-records`, latest());
}

/** The addresses that money may be withdrawn to. */
export function fetchBook(): Promise<readonly AddressRow[]> {
  return web('GET /withdrawal-addresses');
}

/** Adds an address. */
export function addAddress(body: {
  readonly coin: string;
  readonly address: string;
  readonly label: string;
}): Promise<AddressRow> {
  return web('POST /withdrawal-addresses', body);
}

/** Takes an address away. */
export async function removeAddress(body: {
  readonly coin: string;
  readonly address: string;
}): Promise<void> {
  await web('POST /withdrawal-addresses/removal', body);
}

/** Asks for a withdrawal; the same client id asks once. */
export function askWithdrawal(body: {
  readonly coin: string;
  readonly address: string;
  readonly size: string;
  /** As it was shown: it is refused where the chain asks for another one by now. */
  readonly fee: string;
  readonly clientOid: string;
}): Promise<WithdrawalTaken> {
  return web('POST /withdrawals', body);
}

/** Takes a withdrawal back that is not on the chain. */
export async function cancelWithdrawal(orderId: string): Promise<void> {
  await web('POST /withdrawals/cancellation', { orderId });
}
