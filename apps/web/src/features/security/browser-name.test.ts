import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const GECKO = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${GECKO} HeadlessChrome/140.0 Safari/537.36`, 'Chrome, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${GECKO} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Firefox/140.0', 'Firefox, macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 'Safari, iOS'],
  [`Mozilla/5.0 (Linux; Android 16) ${GECKO} Chrome/140.0 Mobile Safari/537.36`, 'Chrome, Android'],
  ['curl/8.9', 'curl/8.9'],
  ['x'.repeat(100), 'x'.repeat(40)],
  ['', '–'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
