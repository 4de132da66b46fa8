/** What the page says: toasts, states of lists, faults. */

import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { ToastView, toast } from '../../components/toast.tsx';
import type { ToastType } from '../../components/toast-list.ts';
import { Group, Sample } from './sample.tsx';

const TOASTS: Readonly<Record<ToastType, string>> = {
  info: 'A new version is ready.',
  success: 'Bought 0.5 BTC at 94,251.60.',
  question: 'Is this still you?',
  warning: 'The price is far from the last one.',
  error: 'The balance is too small: 12.50 USDT are available and the order needs 1,000.00 USDT.',
  loading: 'Sending the order',
};
/** Longer than other toasts stay. */
const LOADING_MS = 9_000;
const KINDS = Object.keys(TOASTS) as ToastType[];

function stillToast(type: ToastType) {
  const action = type === 'info' ? { label: 'Reload', run: () => undefined } : null;
  return { type, text: TOASTS[type], action };
}

function ToastSamples() {
  const load = () => {
    const done = toast('loading', TOASTS.loading);
    setTimeout(() => {
      done();
      toast('success', TOASTS.success);
    }, LOADING_MS);
  };
  return (
    <>
      <Sample name="Toasts, still" wide>
        {KINDS.map((type) => (
          <ToastView key={type} {...stillToast(type)} onClose={() => undefined} />
        ))}
      </Sample>
      <Sample name="Toasts, live">
        {KINDS.map((type) => (
          <Button
            key={type}
            onClick={() => (type === 'loading' ? load() : toast(type, TOASTS[type]))}
          >
            {type}
          </Button>
        ))}
      </Sample>
    </>
  );
}

const ROWS = [
  { pair: 'BTC/USDT', price: '94,251.60', size: '0.5' },
  { pair: 'ETH/USDT', price: '3,104.02', size: '12' },
];
const COLUMNS = [
  { key: 'pair', label: 'Pair', cell: (row: (typeof ROWS)[number]) => row.pair },
  { key: 'price', label: 'Price', end: true, cell: (row: (typeof ROWS)[number]) => row.price },
  { key: 'size', label: 'Amount', end: true, cell: (row: (typeof ROWS)[number]) => row.size },
];

function Broken(): ReactNode {
  throw new Error('a sample of a part that fails');
}

/** The samples. */
export function FeedbackSamples() {
  return (
    <Group title="Feedback">
      <ToastSamples />
      <Sample name="Badges">
        <span className="badge">
          <span className="badge-dot" /> Simulated
        </span>
        <span className="badge badge-warn">
          <span className="badge-dot" /> Stale
        </span>
      </Sample>
      <Sample name="List, loading">
        <SkeletonRows rows={4} />
      </Sample>
      <Sample name="List, empty">
        <EmptyState />
      </Sample>
      <Sample name="List, empty, with a way on">
        <EmptyState text="No open orders.">
          <Button look="primary">Trade</Button>
        </EmptyState>
      </Sample>
      <Sample name="List, failed">
        <ErrorState onRetry={() => undefined} />
      </Sample>
      <Sample name="A part of the page that failed">
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </Sample>
      <Sample name="Table" wide>
        <DataTable label="Orders" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.pair} />
      </Sample>
    </Group>
  );
}
