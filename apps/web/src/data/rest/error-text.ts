/** What a person is told of a failed request, in the language of the page. */

import type { Translate } from '../../platform/locale/intl.tsx';
import { type FormRefusal, NETWORK_ERROR, RequestError } from './api-error.ts';
import { refusalTable } from './refusal-words.ts';

/** What went wrong, and at which field. Nothing is told of what its person gave up. */
export function refusalOf(t: Translate, error: unknown): FormRefusal {
  if (!(error instanceof RequestError)) return { field: '', text: t('state.failed') };
  const { code } = error;
  if (code === NETWORK_ERROR) return { field: '', text: t('state.unreachable') };
  if (code === '' && error.reason === '') return { field: '', text: '' };
  const known = refusalTable()?.refusalIn(t, error);
  if (known != null) return known;
  return { field: error.about.field ?? '', text: t('state.refused', { code }) };
}

/** The same where there is no field to show it at. */
export function errorText(t: Translate, error: unknown): string {
  return refusalOf(t, error).text;
}
