/** Security of the signed-in person's account, by the web's own API. */

import type { ClosingPart } from '@halcyon/domain';
import type { BrowserRow, LoginRow, SecurityState, SessionEntryRow } from '@halcyon/domain/web';
import { web } from '../../data/rest/web.ts';
import { replaceSession } from '../../data/state/sign-in.ts';

/** What the page says first. */
export function fetchSecurity(): Promise<SecurityState> {
  return web('GET /security');
}

/** Sets the text that mails begin with; '' = none. */
export async function setAntiPhishing(antiPhishing: string): Promise<void> {
  await web('PUT /anti-phishing', { antiPhishing });
}

/** Ends every session; this browser gets a new one. */
export async function changePassword(current: string, next: string): Promise<void> {
  const body = { currentPassword: current, newPassword: next };
  await replaceSession(() => web('POST /password', body));
}

/** The sessions of the account. */
export function fetchSessions(): Promise<readonly SessionEntryRow[]> {
  return web('GET /sessions');
}

/** Ends one of them. */
export async function endSession(id: string): Promise<void> {
  await web('DELETE /sessions/:id', { id });
}

/** Ends all but this one. */
export async function endOtherSessions(): Promise<void> {
  await web('DELETE /sessions');
}

/** The sign-ins of the account. */
export function fetchLogins(): Promise<readonly LoginRow[]> {
  return web('GET /logins');
}

/** The browsers whose log-in gives no notice. */
export function fetchBrowsers(): Promise<readonly BrowserRow[]> {
  return web('GET /browsers');
}

/** Makes one of them a stranger. */
export async function forgetBrowser(id: string): Promise<void> {
  await web('DELETE /browsers/:id', { id });
}

/** Has a link sent to a new address, if nobody has it; nobody is told. */
export async function askEmailChange(email: string): Promise<void> {
  await web('POST /email', { email });
}

/** Takes the address that a link was sent to; every session ends. */
export async function confirmEmailChange(token: string): Promise<void> {
  await web('PUT /email-change', { token });
}

/** What keeps the account from being closed; empty = nothing does. */
export function fetchClosing(): Promise<readonly ClosingPart[]> {
  return web('GET /close-account');
}

/** Closes the account for good; refused while it has something open. */
export async function closeAccount(): Promise<void> {
  await web('POST /close-account');
}

/** Ends everything until the account is thawed. */
export async function freezeAccount(): Promise<void> {
  await web('POST /freeze');
}
