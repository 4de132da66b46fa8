import { describe, expect, it } from 'vitest';
import { appOffer, clientTypeOf, isMobile } from './client-type.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const MACOS =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile';
const WINDOWS_PHONE =
  'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; like iPhone OS 7_0_3) Edge/15';
const SYMBIAN = 'Mozilla/5.0 (SymbianOS/9.4; Series60/5.0 Nokia5800d-1) AppleWebKit/413';
const MIDP = 'Nokia2700c-2/2.0 Profile/MIDP-2.1 Configuration/CLDC-1.1';

/** user agent, mobile, type in a tab, type as an installed window, offer of the app */
const AGENTS: readonly (readonly [string, string, boolean, number, number, '' | 1 | 2 | 3])[] = [
  ['Windows', WINDOWS, false, 1, 13, ''],
  ['macOS', MACOS, false, 1, 14, ''],
  ['Linux', LINUX, false, 1, 1, ''],
  ['iPhone', IPHONE, true, 5, 5, 1],
  ['Android', ANDROID, true, 5, 5, 2],
  ['Windows Phone', WINDOWS_PHONE, true, 5, 5, 3],
  ['Symbian', SYMBIAN, true, 5, 5, 3],
  ['MIDP', MIDP, true, 5, 5, 3],
  ['own app on iPhone', `${IPHONE} HalcyonApp/1.0`, true, 8, 8, ''],
  ['own app on Android', `${ANDROID} HalcyonApp/1.0`, true, 8, 8, ''],
  ['own app on a desktop', `${WINDOWS} HalcyonApp/1.0`, false, 8, 8, ''],
  ['no user agent', '', false, 1, 1, ''],
];

describe('client detection', () => {
  it.each(AGENTS)('%s', (_name, userAgent, mobile, inTab, installed, offer) => {
    expect(isMobile(userAgent)).toBe(mobile);
    expect(clientTypeOf({ userAgent, installed: false })).toBe(inTab);
    expect(clientTypeOf({ userAgent, installed: true })).toBe(installed);
    expect(appOffer(userAgent)).toBe(offer);
  });
});
