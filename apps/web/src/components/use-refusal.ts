/** Why a form was refused: said at the field that it is about, or at the form's end. */

import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FormRefusal } from '../data/rest/api-error.ts';
import { refusalOf } from '../data/rest/error-text.ts';
import { useT } from '../platform/locale/intl.tsx';

const NONE: FormRefusal = { field: '', text: '' };

/**
 * See the head of the file.
 * @param fields on screen, as refusal-table.ts calls those of requests
 */
export function useRefusal(fields: readonly string[] = []) {
  const t = useT();
  const [refusal, setRefusal] = useState(NONE);
  const there = fields.includes(refusal.field);
  return {
    /** Of what no field says; '' = nothing. */
    refusal: there ? '' : refusal.text,
    /** What a field says; undefined = nothing. */
    at: (field: string) => (there && refusal.field === field ? refusal.text : undefined),
    /** Takes what was thrown; its words are given back. */
    refuse: (error: unknown) => {
      const said = refusalOf(t, error);
      // On screen before the form looks for the field at fault: the next frame may be too early.
      flushSync(() => setRefusal(said));
      return said;
    },
    say: (text: string) => setRefusal({ field: '', text }),
    clear: useCallback(() => setRefusal(NONE), []),
  };
}
