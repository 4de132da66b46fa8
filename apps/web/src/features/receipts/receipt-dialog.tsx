/** What an entry follows from, worked out again here, how it proves that to others, and as a file. */

import { type Receipt, receiptFileText } from '@halcyon/domain';
import type { ReceiptAnswer } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchReceipt, type ReceiptRequest, sealReceipts } from '../../data/rest/receipts.ts';
import { KEYS } from '../../data/state/account.ts';
import { saveFile } from '../../platform/links/page.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ReceiptProofLine } from './receipt-proof-line.tsx';
import { ReceiptView } from './receipt-view.tsx';

/** How the command line is asked to hold a file against the journal. */
const COMMAND = 'halcyon verify --receipt FILE';
/** How often a proof that is on its way is asked for, ms. */
const SEALING_MS = 5_000;

/** Whose receipt is shown. */
export interface ReceiptDialogProps {
  readonly request: ReceiptRequest;
  readonly onClose: () => void;
}

interface ShownProps {
  readonly answer: ReceiptAnswer;
  /** Of its file. */
  readonly name: string;
  readonly sealing: boolean;
  readonly onSeal: () => void;
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
      <ReceiptView receipt={receipt} onShow={onShow} />
      <ReceiptProofLine answer={answer} sealing={sealing} onSeal={onSeal} />
      <p className="muted">{t('receipt.check', { command: COMMAND })}</p>
      <div className="dialog-actions">
        <Button look="primary" onClick={save}>
          {t('nav.download')}
        </Button>
      </div>
    </div>
  );
}

/** The receipt; what happened stays as it was, so that only a proof that is not there is asked for again. */
function useReceiptAnswer(request: ReceiptRequest, sealing: boolean) {
  const { of, account, id, role = '' } = request;
  const queryKey = [...KEYS.all, 'receipt', of, account, id, role];
  const known = useQueryClient().getQueryData<ReceiptAnswer>(queryKey);
  const waits = known?.proof === 'waiting';
  return useQuery({
    queryKey,
    queryFn: () => fetchReceipt(request),
    // A damaged seal can be put back.
    staleTime: waits || known?.proof === 'damaged' ? SEALING_MS : Number.POSITIVE_INFINITY,
    ...(waits && sealing && { refetchInterval: SEALING_MS }),
  });
}

/** Asks for a seal; one seals all that wait. */
function useSealing() {
  const t = useT();
  const [sealing, setSealing] = useState(false);
  const seal = (venue: Receipt['venue']) => {
    setSealing(true);
    sealReceipts(venue).catch((problem: unknown) => {
      setSealing(false);
      toast('error', errorText(t, problem));
    });
  };
  return { sealing, seal };
}

/** The dialog; what was opened out of a receipt closes to it. */
export function ReceiptDialog({ request: first, onClose }: ReceiptDialogProps) {
  const t = useT();
  const [inner, setInner] = useState<ReceiptRequest | null>(null);
  const request = inner ?? first;
  const close = inner === null ? onClose : () => setInner(null);
  const { sealing, seal } = useSealing();
  const { data, isError, error, refetch } = useReceiptAnswer(request, sealing);
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
          onSeal={() => seal(data.receipt.venue)}
          onShow={setInner}
        />
      )}
    </Dialog>
  );
}
