/** Moves money between the accounts of one person. */

import { Dialog } from '../../components/dialog.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { TransferForm, type TransferStart } from './transfer-form.tsx';

/** The dialog. */
export function TransferDialog(props: TransferStart & { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('transfer.title')} onClose={props.onClose}>
      <TransferForm {...props} />
    </Dialog>
  );
}
