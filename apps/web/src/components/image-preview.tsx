/** A picture in a box of fixed size; says FAILED when it cannot be shown. */

import { useState } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** The picture. */
export function ImagePreview({ src, alt, width, height }: Props) {
  const t = useT();
  const [failed, setFailed] = useState('');
  return (
    <span className="image-preview" style={{ width, height }}>
      {failed === src ? (
        <span className="image-failed" role="img" aria-label={`${alt}: ${t('image.failed')}`}>
          <Icon name="image" size={24} />
          {t('image.failed')}
        </span>
      ) : (
        <img src={src} alt={alt} onError={() => setFailed(src)} />
      )}
    </span>
  );
}
