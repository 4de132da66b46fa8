/** Worth at each full hour as a line. */

import { useT } from '../../../platform/locale/intl.tsx';
import type { CurveStep } from './curve-steps.ts';
import { useCurveTexts } from './curve-texts.tsx';
import { LinePicture } from './line-picture.tsx';

/** The picture. @param props.steps at least two */
export function WorthPicture({ steps }: { readonly steps: readonly CurveStep[] }) {
  const t = useT();
  const texts = useCurveTexts();
  const points = steps.map(({ time, worth }) => ({ time, value: worth, text: texts.worth(worth) }));
  return <LinePicture label={t('curve.picture')} points={points} />;
}
