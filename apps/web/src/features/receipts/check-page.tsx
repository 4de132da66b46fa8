/** A receipt that somebody gave away, checked in this browser: its arithmetic, and its proof. */

import {
  parseReceiptFile,
  ReceiptError,
  type ReceiptFile,
  receiptVerdict,
  type SealAnswer,
  sha256,
} from '@halcyon/domain';
import { useState } from 'react';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Upload } from '../../components/upload.tsx';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchSeals } from '../../data/rest/receipts.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { useTitle } from '../shell/use-title.ts';
import { ReceiptBody } from './receipt-body.tsx';

/** More than the longest receipt has. */
const BYTES_MAX = 1024 * 1024;
const FRESH_MS = 5_000;
const COMMAND = 'halcyon verify --receipt FILE --seals FILE';

const UNPROVED = {
  unproved: 'receipt.noProof',
  broken: 'receipt.broken',
  differs: 'receipt.unproved',
} as const satisfies Record<string, MessageId>;

/** Whether what was given proves itself by the seals of this exchange. */
function Told({
  file,
  seals,
}: {
  readonly file: ReceiptFile;
  readonly seals: readonly SealAnswer[];
}) {
  const t = useT();
  const verdict = receiptVerdict(sha256, file, seals);
  if (verdict.name === 'foreign') {
    return <p className="receipt-verdict">{t('receipt.foreign', { command: COMMAND })}</p>;
  }
  if (verdict.name !== 'proved') {
    const look = verdict.name === 'unproved' ? '' : 'receipt-wrong';
    return <p className={`receipt-verdict ${look}`}>{t(UNPROVED[verdict.name])}</p>;
  }
  const { from, to, link } = verdict.seal;
  return (
    <div className="receipt-verdict receipt-right">
      <p>{t('receipt.holds', { from: String(from), to: String(to) })}</p>
      <p>
        {t('receipt.link')} <code>{link}</code>
      </p>
    </div>
  );
}

function Verdict({ file }: { readonly file: ReceiptFile }) {
  const t = useT();
  const { venue } = file.receipt;
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['seals', venue],
    queryFn: () => fetchSeals(venue),
    staleTime: FRESH_MS,
  });
  if (data !== undefined) return <Told file={file} seals={data} />;
  if (!isError) return <SkeletonRows rows={1} height={48} />;
  return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
}

function Found({ file }: { readonly file: ReceiptFile }) {
  const t = useT();
  return (
    <section className="card receipt" aria-label={t('receipt.title')}>
      <div aria-live="polite">
        <Verdict file={file} />
      </div>
      <ul className="receipt-lines">
        <li>
          <span>{t('subs.uid')}</span>
          <bdi className="num">{file.receipt.user}</bdi>
        </li>
      </ul>
      <ReceiptBody receipt={file.receipt} onShow={null} />
    </section>
  );
}

/** The page at `/verify-receipt`. */
export function CheckPage() {
  const t = useT();
  useTitle(`${t('nav.checkReceipt')} | Halcyon`, t('receipt.checkAbout'));
  const [found, setFound] = useState<ReceiptFile | string | null>(null);
  const read = async (chosen: File) => {
    try {
      setFound(parseReceiptFile(await chosen.text()));
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error;
      setFound(error.message);
    }
  };
  return (
    <div className="page receipt-check">
      <h1 className="page-title">{t('nav.checkReceipt')}</h1>
      <p className="page-intro">{t('receipt.checkAbout')}</p>
      <Upload
        label={t('receipt.title')}
        endings={['.json']}
        bytesMax={BYTES_MAX}
        onFile={read}
        onRemove={() => setFound(null)}
      />
      {typeof found === 'string' && (
        <p className="receipt-verdict receipt-wrong" role="alert">
          {t('receipt.none')} <span dir="ltr">{found}</span>
        </p>
      )}
      {found !== null && typeof found !== 'string' && <Found file={found} />}
    </div>
  );
}
