/** A QR code; one that has run out of time is covered, with a way to get a fresh one. */

import { useMemo } from 'react';
import { encode } from 'uqr';
import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';

/** The dark squares of a code as one SVG path, one unit a square. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size };
}

interface Props {
  readonly value: string;
  /** What the code holds, for those who cannot see it. */
  readonly label: string;
  readonly size?: number;
  readonly expired?: boolean;
  readonly onRefresh?: () => void;
}

/** The code: dark on white in both themes, because cameras want it so. */
export function QrCode({ value, label, size = 180, expired = false, onRefresh }: Props) {
  const t = useT();
  // What has expired is not merely covered: it is no longer in the page.
  const code = useMemo(() => qrPath(expired ? '' : value), [value, expired]);
  return (
    <div className="qr">
      {expired && (
        <div className="qr-cover" role="status">
          <p>{t('qr.expired')}</p>
          {onRefresh !== undefined && <Button onClick={onRefresh}>{t('qr.refresh')}</Button>}
        </div>
      )}
      <svg
        role="img"
        aria-label={t('qr.label', { label })}
        width={size}
        height={size}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
      >
        <path d={code.path} fill="#000" />
      </svg>
    </div>
  );
}
