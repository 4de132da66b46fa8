/** Which program the page runs in: the request header, hints to install, the list of devices. */

import { CLIENT_TYPES, type ClientType } from '@halcyon/domain/web';

/** What can be seen of the program. */
export interface ClientSigns {
  readonly userAgent: string;
  /** Whether the page runs in a window of its own, installed as an app. */
  readonly installed: boolean;
}

const MOBILE = /Android|iPhone|Symbian|Windows Phone|midp/i;
const OWN_APP = /HalcyonApp/;

/** Operating system of a device that is not a desktop. */
export const APP_PLATFORMS = { ios: 1, android: 2, other: 3 } as const;

/** Whether a user agent is a phone's; tablets that call themselves desktops are none. */
export function isMobile(userAgent: string): boolean {
  return MOBILE.test(userAgent);
}

/** The client type that the signs speak for. */
export function clientTypeOf({ userAgent, installed }: ClientSigns): ClientType {
  if (OWN_APP.test(userAgent)) return CLIENT_TYPES.APP_BROWSER;
  if (isMobile(userAgent)) return CLIENT_TYPES.H5;
  if (installed && /Windows/.test(userAgent)) return CLIENT_TYPES.WINDOWS;
  if (installed && /Macintosh/.test(userAgent)) return CLIENT_TYPES.MACOS;
  return CLIENT_TYPES.WEB;
}

/**
 * Whether to offer the provider's own app, and for which system: '' on a desktop and inside the app,
 * else 1 iOS, 2 Android, 3 another one.
 */
export function appOffer(userAgent: string): '' | 1 | 2 | 3 {
  if (OWN_APP.test(userAgent) || !isMobile(userAgent)) return '';
  // Windows Phone names the two others in its user agent.
  if (/Windows Phone/i.test(userAgent)) return APP_PLATFORMS.other;
  if (/iPhone/i.test(userAgent)) return APP_PLATFORMS.ios;
  return /Android/i.test(userAgent) ? APP_PLATFORMS.android : APP_PLATFORMS.other;
}

/** The client type of this page now: installing it moves an open page into its own window. */
export function clientType(): ClientType {
  const installed = globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false;
  return clientTypeOf({ userAgent: navigator.userAgent, installed });
}
