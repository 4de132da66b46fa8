/** What a receipt says, with its lines worked out again. */

import { type OrderReceipt, type Receipt, type ReceiptLine, receiptLines } from '@halcyon/domain';
import { Button } from '../../components/button.tsx';
import { amount, dateTime } from '../../data/format.ts';
import type { ReceiptRequest } from '../../data/rest/receipts.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { inputsOf, LINE_NAMES, rulesOf } from './receipt-words.ts';
import './receipts.css';

interface Props {
  readonly receipt: Receipt;
  /** Opens the receipt of a part; absent = parts are a stranger's. */
  readonly onShow?: (request: ReceiptRequest) => void;
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
function Fills(props: { readonly receipt: OrderReceipt; readonly onShow: Props['onShow'] }) {
  const t = useT();
  const { onShow, receipt } = props;
  const { account, base, coin, fills } = receipt;
  if (fills.length === 0) return null;
  return (
    <ul className="receipt-lines receipt-sums" aria-label={t('orders.fills')}>
      {fills.map(([, trade, role, price, size, value]) => (
        <li key={`${trade} ${role}`}>
          <bdi dir="ltr" className="num">{`${size} ${base} × ${price} = ${value} ${coin}`}</bdi>
          {onShow !== undefined && (
            <Button look="link" onClick={() => onShow({ of: 'fill', account, id: trade, role })}>
              {t('positions.show')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Rules, inputs and lines. */
export function ReceiptView({ receipt, onShow }: Props) {
  const t = useT();
  const lines = receiptLines(receipt);
  return (
    <>
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
    </>
  );
}
