/** How a receipt proves itself to others, or when it will. */

import { provenSeal, sealLink, sha256 } from '@halcyon/domain';
import type { ReceiptAnswer } from '@halcyon/domain/web';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { SealLines } from './seal-lines.tsx';

interface Props {
  readonly answer: ReceiptAnswer;
  /** A seal was asked for. */
  readonly sealing: boolean;
  readonly onSeal: () => void;
}

/** Why there is no proof, where none is on its way. */
const WITHOUT = {
  parts: 'receipt.parts',
  none: 'receipt.unsealed',
  damaged: 'receipt.damaged',
  older: 'receipt.older',
} as const satisfies Record<Exclude<ReceiptAnswer['proof'], 'waiting' | object>, string>;

function Waiting({ sealing, onSeal }: Pick<Props, 'sealing' | 'onSeal'>) {
  const t = useT();
  const { user } = useSession();
  return (
    <>
      <p role="status">{t(sealing ? 'receipt.sealing' : 'receipt.waiting')}</p>
      {user !== null && (
        <div>
          <Button busy={sealing} onClick={onSeal}>
            {t('receipt.sealNow')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The part of the dialog. */
export function ReceiptProofLine({ answer, sealing, onSeal }: Props) {
  const t = useT();
  const { receipt, proof } = answer;
  const seal = typeof proof === 'string' ? null : provenSeal(sha256, receipt, proof);
  return (
    <div className="receipt-proof">
      {proof === 'waiting' && <Waiting sealing={sealing} onSeal={onSeal} />}
      {typeof proof === 'string' && proof !== 'waiting' && <p>{t(WITHOUT[proof])}</p>}
      {seal !== null && (
        <>
          <p className="receipt-proved">
            <Icon name="success" />
            {t('receipt.proved')}
          </p>
          <SealLines seal={{ ...seal, link: sealLink(sha256, seal) }} />
        </>
      )}
    </div>
  );
}
