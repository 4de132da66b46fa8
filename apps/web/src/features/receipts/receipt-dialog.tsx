/** What an entry follows from, worked out again here, and as a file with its proof. */

import { type ReceiptProof, receiptFileText } from '@halcyon/domain';
import type { ReceiptAnswer } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchReceipt, type ReceiptRequest, sealSoon } from '../../data/rest/receipts.ts';
import { KEYS } from '../../data/state/account.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { saveFile } from '../../platform/links/page.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { ReceiptBody } from './receipt-body.tsx';

/** How the command line is asked to hold a file against the journal. */
const COMMAND = 'halcyon verify --receipt FILE';
/** While a receipt is being sealed it is asked for this often, ms. */
const SEALING_MS = 5_000;

/** Whose receipt is shown. */
export interface ReceiptDialogProps {
  readonly request: ReceiptRequest;
  readonly onClose: () => void;
}

/** Has the receipt sealed now. @param sealing it was asked for */
function Waiting({ sealing, onSeal }: { readonly sealing: boolean; readonly onSeal: () => void }) {
  const t = useT();
  return (
    <p className="receipt-proof" aria-live="polite">
      <span>{t(sealing ? 'receipt.sealing' : 'receipt.waiting')}</span>
      {!sealing && (
        <Button look="link" onClick={onSeal}>
          {t('receipt.seal')}
        </Button>
      )}
    </p>
  );
}

/** By which seal the receipt is proved, and where. */
function Sealed({ proof }: { readonly proof: ReceiptProof }) {
  const t = useT();
  const { from, to } = proof.seal;
  return (
    <p className="receipt-proof">
      <span>{t('receipt.proved', { from: String(from), to: String(to) })}</span>
      <Link to={PATHS.checkReceipt}>{t('nav.checkReceipt')}</Link>
    </p>
  );
}

interface ProofProps {
  readonly proof: ReceiptAnswer['proof'];
  readonly sealing: boolean;
  readonly onSeal: () => void;
}

function Proof({ proof, sealing, onSeal }: ProofProps) {
  const t = useT();
  if (proof === 'waiting') return <Waiting sealing={sealing} onSeal={onSeal} />;
  if (typeof proof !== 'string') return <Sealed proof={proof} />;
  return <p className="muted">{t(proof === 'parts' ? 'receipt.parts' : 'receipt.unsealed')}</p>;
}

interface ShownProps extends Pick<ProofProps, 'sealing' | 'onSeal'> {
  readonly answer: ReceiptAnswer;
  /** Of its file. */
  readonly name: string;
  readonly onShow: (request: ReceiptRequest) => void;
}

function Shown({ answer, name, sealing, onSeal, onShow }: ShownProps) {
  const t = useT();
  const { receipt, proof } = answer;
  const save = () => {
    const text = receiptFileText({ receipt, proof: typeof proof === 'string' ? null : proof });
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    saveFile(`${name}.json`, address);
    setTimeout(() => URL.revokeObjectURL(address), 1_000);
  };
  return (
    <div className="receipt">
      <ReceiptBody receipt={receipt} onShow={onShow} />
      <Proof proof={proof} sealing={sealing} onSeal={onSeal} />
      <p className="muted">{t('receipt.check', { command: COMMAND })}</p>
      <div className="dialog-actions">
        <Button look="primary" onClick={save}>
          {t('nav.download')}
        </Button>
      </div>
    </div>
  );
}

/** A receipt, asked for again while it is being sealed. What happened stays: only its proof may come. */
function useAnswer(request: ReceiptRequest) {
  const t = useT();
  const [sealing, setSealing] = useState(false);
  const { of, account, id, role = '' } = request;
  const query = useQuery({
    queryKey: [...KEYS.all, 'receipt', of, account, id, role],
    queryFn: () => fetchReceipt(request),
    staleTime: 0,
    ...(sealing ? { refetchInterval: SEALING_MS } : {}),
  });
  const isWaiting = query.data?.proof === 'waiting';
  if (sealing && !isWaiting && query.data !== undefined) setSealing(false);
  const seal = () => {
    setSealing(true);
    sealSoon().catch((error: unknown) => {
      setSealing(false);
      toast('error', errorText(t, error));
    });
  };
  return { ...query, sealing, seal };
}

/** The dialog; what was opened out of a receipt closes to it. */
export function ReceiptDialog({ request: first, onClose }: ReceiptDialogProps) {
  const t = useT();
  const [inner, setInner] = useState<ReceiptRequest | null>(null);
  const request = inner ?? first;
  const close = inner === null ? onClose : () => setInner(null);
  const { data, isError, error, refetch, sealing, seal } = useAnswer(request);
  return (
    <Dialog title={t('receipt.title')} onClose={close}>
      {data === undefined && !isError && <SkeletonRows rows={6} height={24} />}
      {data === undefined && isError && (
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Shown
          answer={data}
          name={`receipt-${request.of}-${request.id}`}
          sealing={sealing}
          onSeal={seal}
          onShow={setInner}
        />
      )}
    </Dialog>
  );
}
