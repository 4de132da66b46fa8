/** A stranger's receipt: what it says, whether its arithmetic holds, and the verdict of the seals. */

import {
  type ReceiptFile,
  type ReceiptVerdict,
  receiptLines,
  receiptVerdict,
  type SealAnswer,
  sha256,
} from '@halcyon/domain';
import { useMemo } from 'react';
import { Icon } from '../../components/icon.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchSeals } from '../../data/rest/receipts.ts';
import { type Translate, useT } from '../../platform/locale/intl.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { SealLines } from './seal-lines.tsx';

/** How the command line of another exchange is asked. */
const COMMAND = 'halcyon verify --receipt FILE --seals FILE';

function verdictText(t: Translate, verdict: ReceiptVerdict, { receipt }: ReceiptFile): string {
  switch (verdict.name) {
    case 'proved':
      return t('receipt.provedBy');
    case 'differs':
      return t('receipt.differs');
    case 'broken': {
      const { from, to } = verdict.seal;
      return t('receipt.broken', { from: String(from), to: String(to) });
    }
    case 'foreign':
      return t('receipt.foreign', { exchange: receipt.exchange, command: COMMAND });
    case 'unproved': {
      const isSum = receipt.kind === 'order' || receipt.kind === 'position';
      return t(isSum ? 'receipt.parts' : 'receipt.noProof');
    }
  }
}

const WRONG: readonly ReceiptVerdict['name'][] = ['differs', 'broken'];

function Verdict(props: { readonly file: ReceiptFile; readonly seals: readonly SealAnswer[] }) {
  const t = useT();
  const { file, seals } = props;
  const verdict = useMemo(() => receiptVerdict(sha256, file, seals), [file, seals]);
  const isProved = verdict.name === 'proved';
  const isWrong = WRONG.includes(verdict.name);
  return (
    <>
      <p
        className={`verify-verdict ${isProved ? 'proved' : isWrong ? 'wrong' : ''}`}
        role={isWrong ? 'alert' : 'status'}
      >
        <Icon name={isProved ? 'success' : isWrong ? 'error' : 'info'} size={20} />
        <span>{verdictText(t, verdict, file)}</span>
      </p>
      {isProved && <SealLines seal={verdict.seal} />}
    </>
  );
}

/** The part of the page. */
export function CheckedReceipt({ file }: { readonly file: ReceiptFile }) {
  const t = useT();
  const { receipt, proof } = file;
  const { data, isError, error, isPending, refetch } = useQuery({
    // A list from before the seal of this proof would say that the receipt differs.
    queryKey: ['seals', receipt.venue, proof?.seal.to ?? 0],
    queryFn: () => fetchSeals(receipt.venue),
  });
  const isSound = receiptLines(receipt).every(({ holds }) => holds);
  return (
    <section className="card receipt">
      <h2>{t('receipt.title')}</h2>
      {isPending && <SkeletonRows rows={2} height={24} />}
      {data === undefined && isError && (
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Verdict file={file} seals={data} />}
      {isSound && (
        <p className="receipt-proved">
          <Icon name="check" />
          {t('receipt.holds')}
        </p>
      )}
      <ReceiptView receipt={receipt} />
    </section>
  );
}
