/** The last requests with a key, and why one was not believed. */

import type {
  ApiKeyRow,
  KeyLimitRow,
  KeyRequestRow,
  SignatureReport,
  SigningMistake,
} from '@halcyon/domain/web';
import { Alert, Button, Form, Input, Tag } from 'antd';
import { useState } from 'react';
import { CardTable } from '../../components/antd/card-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ErrorState } from '../../components/states.tsx';
import { duration } from '../../data/duration.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { venueKey } from '../../platform/simulation/venue.ts';
import { useKeyOwner } from './key-owner.ts';
import { firstDifference } from './signed-text.ts';

const MISTAKES: Readonly<Record<SigningMistake, MessageId>> = {
  queryLeftOut: 'keys.mistake.queryLeftOut',
  questionMark: 'keys.mistake.questionMark',
  queryOrder: 'keys.mistake.queryOrder',
  bodyLeftOut: 'keys.mistake.bodyLeftOut',
  bodyRewritten: 'keys.mistake.bodyRewritten',
  methodCase: 'keys.mistake.methodCase',
  wholeUrl: 'keys.mistake.wholeUrl',
  timestampUnit: 'keys.mistake.timestampUnit',
  hex: 'keys.mistake.hex',
  base64Url: 'keys.mistake.base64Url',
  secretDecoded: 'keys.mistake.secretDecoded',
  passphraseAsSecret: 'keys.mistake.passphraseAsSecret',
  secretAsPassphrase: 'keys.mistake.secretAsPassphrase',
};

/** Takes the text that a program signed, and says where it leaves ours. Nothing of it is sent. */
function Comparison({ report }: { readonly report: SignatureReport }) {
  const t = useT();
  const [theirs, setTheirs] = useState('');
  const found = theirs === '' ? null : firstDifference(report.text, theirs, report.cut);
  return (
    <Form layout="vertical">
      <Form.Item label={t('keys.yourText')} extra={t('keys.yourTextHint')} htmlFor="signed-text">
        <Input.TextArea
          id="signed-text"
          dir="ltr"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          className="key-mono"
          value={theirs}
          onChange={(event) => setTheirs(event.target.value)}
        />
      </Form.Item>
      <div role="status">
        {theirs !== '' && found === null && <Alert type="info" title={t('keys.sameText')} />}
        {found !== null && (
          <Alert
            type="warning"
            title={t('keys.differs', { byte: found.byte })}
            description={
              <dl className="key-sides">
                <dt>{t('keys.ours')}</dt>
                <dd dir="ltr">
                  <code>{found.ours === '' ? '∅' : found.ours}</code>
                </dd>
                <dt>{t('keys.yours')}</dt>
                <dd dir="ltr">
                  <code>{found.theirs === '' ? '∅' : found.theirs}</code>
                </dd>
              </dl>
            }
          />
        )}
      </div>
    </Form>
  );
}

function clockText(t: ReturnType<typeof useT>, aheadMs: number | null): string {
  if (aheadMs === null) return t('keys.noTime');
  const time = duration(Math.abs(aheadMs), 3);
  return t(aheadMs < 0 ? 'keys.behind' : 'keys.ahead', { time });
}

/** Everything that is known about a request that was not believed. */
function Report(props: { readonly row: KeyRequestRow; readonly report: SignatureReport }) {
  const t = useT();
  const { row, report } = props;
  const { mistakes, aheadMs, text, cut } = report;
  return (
    <section className="key-report" aria-label={t('keys.whyTitle')}>
      <h3>{t('keys.whyTitle')}</h3>
      {mistakes.map((mistake) => (
        <Alert key={mistake} type="error" showIcon title={t(MISTAKES[mistake])} />
      ))}
      {mistakes.length === 0 && row.reason === 'signWrong' && <p>{t('keys.noMistake')}</p>}
      <p>{clockText(t, aheadMs)}</p>
      <h4>{t('keys.expectedText')}</h4>
      <pre dir="ltr" className="key-mono key-text">
        {text}
      </pre>
      {cut && <p className="muted">{t('keys.textCut')}</p>}
      {row.reason === 'signWrong' && <Comparison key={row.id} report={report} />}
    </section>
  );
}

function Answer({ row }: { readonly row: KeyRequestRow }) {
  return (
    <span dir="ltr">
      <Tag color={row.reason === '' ? 'green' : 'red'}>{row.code}</Tag>{' '}
      {row.reason === '' ? row.status : `${row.status} ${row.reason}`}
    </span>
  );
}

function useColumns(shown: number | null, show: (id: number | null) => void) {
  const t = useT();
  return [
    { key: 'time', title: t('orders.time'), render: (row: KeyRequestRow) => dateTime(row.at) },
    {
      key: 'request',
      title: t('keys.request'),
      className: 'cell-wide',
      render: (row: KeyRequestRow) => (
        <code dir="ltr" className="key-mono key-path">
          {row.method} {row.path}
        </code>
      ),
    },
    {
      key: 'answer',
      title: t('keys.answer'),
      render: (row: KeyRequestRow) => <Answer row={row} />,
    },
    {
      key: 'took',
      title: t('keys.took'),
      align: 'end' as const,
      render: (row: KeyRequestRow) => duration(row.ms),
    },
    {
      key: 'address',
      title: t('security.address'),
      render: (row: KeyRequestRow) => <span dir="ltr">{row.address}</span>,
    },
    {
      key: 'why',
      goes: 0,
      title: '',
      render: (row: KeyRequestRow) =>
        row.signature !== null && (
          <Button
            size="small"
            aria-expanded={shown === row.id}
            onClick={() => show(shown === row.id ? null : row.id)}
          >
            {t('keys.why')}
          </Button>
        ),
    },
  ];
}

function Limits({ limits }: { readonly limits: readonly KeyLimitRow[] }) {
  const t = useT();
  if (limits.length === 0) return null;
  return (
    <>
      <h3 className="key-limits">{t('keys.limits')}</h3>
      <p className="muted">{t('keys.limitsHint')}</p>
      <CardTable<KeyLimitRow>
        label={t('keys.limits')}
        size="small"
        rowKey="path"
        dataSource={limits}
        columns={[
          {
            key: 'path',
            title: t('keys.request'),
            className: 'cell-wide',
            render: (row) => (
              <code dir="ltr" className="key-mono key-path">
                {row.path}
              </code>
            ),
          },
          { key: 'busiest', title: t('keys.busiest'), align: 'end', render: (row) => row.busiest },
          {
            key: 'limit',
            title: t('keys.perSecond'),
            align: 'end',
            render: (row) => row.perSecond,
          },
          { key: 'refused', title: t('keys.refused'), align: 'end', render: (row) => row.refused },
        ]}
      />
    </>
  );
}

/** The dialog. */
export function KeyRequestsDialog(props: {
  readonly apiKey: ApiKeyRow;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { apiKey, onClose } = props;
  const [shown, setShown] = useState<number | null>(null);
  const columns = useColumns(shown, setShown);
  const keys = useKeyOwner();
  const query = useQuery({
    queryKey: venueKey('account', 'api-keys', apiKey.id, 'requests'),
    queryFn: () => keys.requests(apiKey.id),
  });
  const requests = query.data?.requests ?? [];
  const row = requests.find(({ id }) => id === shown);
  return (
    <Dialog title={t('keys.requestsTitle', { label: apiKey.label })} wide onClose={onClose}>
      <p className="muted">{t('keys.requestsIntro')}</p>
      {row !== undefined && row.signature !== null && <Report row={row} report={row.signature} />}
      {query.isError ? (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <CardTable<KeyRequestRow>
          label={t('keys.requests')}
          size="small"
          empty={<EmptyList what="requests" />}
          rowKey="id"
          loading={query.isPending}
          dataSource={requests}
          columns={columns}
        />
      )}
      <Limits limits={query.data?.limits ?? []} />
      <div className="dialog-actions">
        <Button onClick={() => void query.refetch()}>{t('keys.readAgain')}</Button>
      </div>
    </Dialog>
  );
}
