/** What a person is told of a failed request. */

import type { Translate } from '../../platform/locale/intl.tsx';
import { ApiError, NETWORK_ERROR } from './http.ts';

/** The server's own words; ours where it could not be reached or something else failed; '' where it was given up. */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('state.failed');
  return error.code === NETWORK_ERROR ? t('state.unreachable') : error.message;
}
