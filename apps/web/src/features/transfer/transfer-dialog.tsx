/** Moves money between the accounts of one person. */

import { createPortal } from 'react-dom';
import { Dialog } from '../../components/dialog.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { TransferForm, type TransferStart } from './transfer-form.tsx';

/** The dialog. */
export function TransferDialog(props: TransferStart & { readonly onClose: () => void }) {
  const t = useT();
  // Order forms open it too, and browsers send a form that is in another by themselves.
  return createPortal(
    <Dialog title={t('transfer.title')} onClose={props.onClose}>
      <TransferForm {...props} />
    </Dialog>,
    document.body,
  );
}
