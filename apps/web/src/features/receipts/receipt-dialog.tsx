/** What an entry follows from, worked out again here, and as a file. */

import { type OrderReceipt, type Receipt, type ReceiptLine, receiptLines } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { amount, dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchReceipt, type ReceiptRequest } from '../../data/rest/receipts.ts';
import { KEYS } from '../../data/state/account.ts';
import { saveFile } from '../../platform/links/page.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { inputsOf, LINE_NAMES, rulesOf } from './receipt-words.ts';
import './receipts.css';

/** How the command line is asked to hold a file against the journal. */
const COMMAND = 'halcyon verify --receipt FILE';

/** Whose receipt is shown. */
export interface ReceiptDialogProps {
  readonly request: ReceiptRequest;
  readonly onClose: () => void;
}

function Line({ line }: { readonly line: ReceiptLine }) {
  const t = useT();
  const { name, sum, result, unit, holds } = line;
  const label = name === 'level' ? t('vip.earned', { level: result }) : t(LINE_NAMES[name]);
  const told = sum === '' ? `${amount(result)} ${unit}` : `${sum} = ${result} ${unit}`;
  return (
    <li className={holds ? '' : 'receipt-wrong'}>
      <span>{label}</span>
      {name !== 'level' && (
        <bdi dir="ltr" className="num">
          {told}
        </bdi>
      )}
    </li>
  );
}

/** The fills that an order is the sum of; each opens its own receipt. */
function Fills(props: {
  readonly receipt: OrderReceipt;
  readonly onShow: (request: ReceiptRequest) => void;
}) {
  const t = useT();
  const { account, base, coin, fills } = props.receipt;
  if (fills.length === 0) return null;
  return (
    <ul className="receipt-lines receipt-sums" aria-label={t('orders.fills')}>
      {fills.map(([, trade, role, price, size, value]) => (
        <li key={`${trade} ${role}`}>
          <bdi dir="ltr" className="num">{`${size} ${base} × ${price} = ${value} ${coin}`}</bdi>
          <Button
            look="link"
            onClick={() => props.onShow({ of: 'fill', account, id: trade, role })}
          >
            {t('positions.show')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface ShownProps {
  readonly receipt: Receipt;
  /** Of its file. */
  readonly name: string;
  readonly onShow: (request: ReceiptRequest) => void;
}

function Shown({ receipt, name, onShow }: ShownProps) {
  const t = useT();
  const lines = receiptLines(receipt);
  const save = () => {
    const text = `${JSON.stringify(receipt, null, 2)}\n`;
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    saveFile(`${name}.json`, address);
    setTimeout(() => URL.revokeObjectURL(address), 1_000);
  };
  return (
    <div className="receipt">
      {rulesOf(t, receipt).map((rule) => (
        <p key={rule} className="muted">
          {rule}
        </p>
      ))}
      <ul className="receipt-lines">
        <li>
          <span>{t('orders.time')}</span>
          <span className="when">{dateTime(receipt.time)}</span>
        </li>
        {[[t('receipt.place'), String(receipt.seq)], ...inputsOf(t, receipt)].map(
          ([label, value]) => (
            <li key={`${label} ${value}`}>
              <span>{label}</span>
              <bdi className="num">{value}</bdi>
            </li>
          ),
        )}
      </ul>
      {receipt.kind === 'order' && <Fills receipt={receipt} onShow={onShow} />}
      <ul className="receipt-lines receipt-sums">
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
      {lines.some(({ holds }) => !holds) && <p role="alert">{t('receipt.wrong')}</p>}
      <p className="muted">{t('receipt.check', { command: COMMAND })}</p>
      <div className="dialog-actions">
        <Button look="primary" onClick={save}>
          {t('nav.download')}
        </Button>
      </div>
    </div>
  );
}

/** The dialog; what was opened out of a receipt closes to it. */
export function ReceiptDialog({ request: first, onClose }: ReceiptDialogProps) {
  const t = useT();
  const [inner, setInner] = useState<ReceiptRequest | null>(null);
  const request = inner ?? first;
  const close = inner === null ? onClose : () => setInner(null);
  const { of, account, id, role = '' } = request;
  const { data, isError, error, refetch } = useQuery({
    queryKey: [...KEYS.all, 'receipt', of, account, id, role],
    queryFn: () => fetchReceipt(request),
    // What happened stays as it was.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog title={t('receipt.title')} onClose={close}>
      {data === undefined && !isError && <SkeletonRows rows={6} height={24} />}
      {data === undefined && isError && (
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Shown receipt={data} name={`receipt-${of}-${id}`} onShow={setInner} />
      )}
    </Dialog>
  );
}
