/** Which commands a seal is of, and its link to compare and to keep. */

import type { SealAnswer } from '@halcyon/domain';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { toast } from '../../components/toast.tsx';
import { useT } from '../../platform/locale/intl.tsx';

/** As many digits as eyes compare. */
const LINK_SHOWN = 16;

/** The lines. */
export function SealLines({ seal }: { readonly seal: SealAnswer }) {
  const t = useT();
  const { from, to, link } = seal;
  const copy = () => {
    navigator.clipboard.writeText(link).then(
      () => toast('success', t('action.copied')),
      () => toast('warning', t('action.copyFailed')),
    );
  };
  return (
    <ul className="receipt-lines">
      <li>
        <span>{t('receipt.sealed')}</span>
        <bdi dir="ltr" className="num">{`${from}–${to}`}</bdi>
      </li>
      <li>
        <span>{t('receipt.link')}</span>
        <span className="receipt-link">
          <bdi dir="ltr" className="num" title={link}>{`${link.slice(0, LINK_SHOWN)}…`}</bdi>
          <Button
            look="ghost"
            icon
            aria-label={`${t('action.copy')}: ${t('receipt.link')}`}
            onClick={copy}
          >
            <Icon name="copy" />
          </Button>
        </span>
      </li>
    </ul>
  );
}
