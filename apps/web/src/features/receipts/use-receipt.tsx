/** What opens the receipt of a row in a list, and the dialog that shows it. */

import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import type { ReceiptRequest } from '../../data/rest/receipts.ts';
import { useT } from '../../platform/locale/intl.tsx';
import type { ReceiptDialogProps } from './receipt-dialog.tsx';

const ReceiptDialog = lazyPart<ReceiptDialogProps>(
  async () => (await import('./receipt-dialog.tsx')).ReceiptDialog,
  0,
);

/** A list's last column, and its dialog. @param requestOf undefined = the row has no receipt */
export function useReceipt<T>(requestOf: (row: T) => ReceiptRequest | undefined): {
  readonly column: TableColumn<T>;
  readonly dialog: ReactNode;
} {
  const t = useT();
  const [shown, show] = useState<ReceiptRequest | null>(null);
  const opener = (row: T) => {
    const request = requestOf(row);
    return (
      request !== undefined && (
        <Button look="link" onClick={() => show(request)}>
          {t('positions.show')}
        </Button>
      )
    );
  };
  return {
    column: { key: 'receipt', goes: 0, label: t('receipt.title'), cell: opener, end: true },
    dialog: shown !== null && <ReceiptDialog request={shown} onClose={() => show(null)} />,
  };
}
