/** Moves money between any two accounts of a person and the sub-accounts, from the page of one of these. */

import type { FamilyRead } from '@halcyon/domain/web';
import { Dialog } from '../../components/dialog.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { FamilyTransferForm } from './transfer-form.tsx';

/** The dialog. @param props.to the sub-account that it is opened for */
export function FamilyTransferDialog(props: {
  readonly family: FamilyRead;
  readonly to: string;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { family, to, onClose } = props;
  const way = {
    from: { uid: family.own.uid, account: 'spot' },
    to: { uid: to, account: 'spot' },
  } as const;
  return (
    <Dialog title={t('transfer.title')} onClose={onClose}>
      <FamilyTransferForm family={family} way={way} onClose={onClose} />
    </Dialog>
  );
}
