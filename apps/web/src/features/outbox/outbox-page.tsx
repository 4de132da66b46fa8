/** The mails of an exchange without a mail server, for the person at its machine. */

import type { Outbox, OutboxMail } from '@halcyon/domain/web';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { web } from '../../data/rest/web.ts';
import { PlainLink } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import './outbox.css';

const LOOK_MS = 5_000;
const ADDRESS = /https?:\/\/\S+/;

/** The text with its address as a link, which leads to this exchange by the name that is on screen. */
function MailBody({ text }: { readonly text: string }) {
  const found = ADDRESS.exec(text);
  const url = found === null || !URL.canParse(found[0]) ? null : new URL(found[0]);
  if (found === null || url === null) return <p className="mail-text">{text}</p>;
  const end = found.index + found[0].length;
  return (
    <p className="mail-text">
      {text.slice(0, found.index)}
      <PlainLink href={url.pathname + url.search + url.hash}>{found[0]}</PlainLink>
      {text.slice(end)}
    </p>
  );
}

function Mail({ mail }: { readonly mail: OutboxMail }) {
  const t = useT();
  return (
    <li className="card mail">
      <h2>{mail.subject}</h2>
      <p className="muted">
        <bdi>{t('outbox.to', { address: mail.recipient })}</bdi> ·{' '}
        <bdi>{dateTime(String(mail.createdAt))}</bdi>
      </p>
      <MailBody text={mail.text} />
    </li>
  );
}

/** The page at `/outbox`. */
export function OutboxPage() {
  const t = useT();
  useTitle(`${t('outbox.title')} | Halcyon`);
  const mails = useQuery<Outbox>({
    queryKey: ['outbox'],
    queryFn: () => web('GET /outbox'),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
  return (
    <div className="page">
      <h1 className="page-title">{t('outbox.title')}</h1>
      <p className="page-intro">{t('outbox.intro')}</p>
      {mails.isPending && <SkeletonRows rows={6} height={24} />}
      {mails.isError && (
        <ErrorState message={errorText(t, mails.error)} onRetry={() => void mails.refetch()} />
      )}
      {!mails.isError && mails.data?.length === 0 && <EmptyState text={t('outbox.empty')} />}
      {!mails.isError && (
        <ul className="mails">
          {(mails.data ?? []).map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  );
}
