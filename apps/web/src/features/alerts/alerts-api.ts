/** Price alerts of the account, by the web app's own API. */

import type { AlertRow, AlertState } from '@halcyon/domain/web';
import { web } from '../../data/rest/web.ts';

/** What an alert says. */
export type AlertFields = Pick<AlertRow, 'price' | 'condition' | 'level' | 'note' | 'mail'>;
/** Of which instrument it is. */
export type AlertMarket = Pick<AlertRow, 'product' | 'symbol'>;

/** What an alert says, without the rest of its row. */
export function settingOf({ price, condition, level, note, mail }: AlertFields): AlertFields {
  return { price, condition, level, note, mail };
}

/** All alerts that wait, or that fired, newest first. */
export function fetchAlerts(state: AlertState): Promise<readonly AlertRow[]> {
  return web('GET /alerts', { state });
}

/** Sets an alert. */
export function setAlert(market: AlertMarket, setting: AlertFields): Promise<AlertRow> {
  const { product, symbol } = market;
  return web('POST /alerts', { product, symbol, ...settingOf(setting) });
}

/** Changes one that waits: all that it says. */
export function changeAlert(id: string, setting: AlertFields): Promise<AlertRow> {
  return web('PATCH /alerts/:id', { id, ...settingOf(setting) });
}

/** Forgets one, fired or not. */
export async function forgetAlert(id: string): Promise<void> {
  await web('DELETE /alerts/:id', { id });
}
