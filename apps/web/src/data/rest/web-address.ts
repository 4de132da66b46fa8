/** Addresses of the web app's own API that the browser itself asks. */

import type { WebName } from '@halcyon/protocol/web';
import { searchOf } from './http.ts';
import { PREFIX, type WebRequestFields } from './web.ts';

/** The address of a GET whose path has no fields. */
export function webAddress<N extends WebName & `GET ${string}`>(
  name: N,
  fields: WebRequestFields<N>,
): string {
  return PREFIX + name.slice('GET '.length) + searchOf(fields);
}
