/** The API reference, from the document that the server makes out of its own schemas. */

import { useMemo, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { getDocument } from '../../data/rest/document.ts';
import { webAddress } from '../../data/rest/web-address.ts';
import { PlainLink } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { venueKey } from '../../platform/simulation/venue.ts';
import { type Field, type Operation, type Reference, readReference } from './openapi.ts';
import './api-docs.css';

function FieldTable(props: {
  readonly label: string;
  readonly fields: readonly Field[];
  /** Whether required fields are marked. */
  readonly marks: boolean;
}) {
  const { label, fields, marks } = props;
  const t = useT();
  return (
    <div className="doc-fields">
      <h4>{label}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <section className="table-scroll" tabIndex={0} aria-label={label}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('docs.field')}</th>
              <th scope="col">{t('docs.type')}</th>
              <th scope="col">{t('docs.meaning')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.path}>
                <td style={{ paddingInlineStart: 12 + field.depth * 16 }}>
                  <code>{field.path}</code>
                  {marks && field.required && (
                    <span className="doc-required">{t('docs.required')}</span>
                  )}
                </td>
                <td className="doc-type">{field.type}</td>
                <td className="doc-meaning">{field.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function OperationCard({ operation }: { readonly operation: Operation }) {
  const t = useT();
  return (
    <details className="card doc-operation">
      <summary>
        <span className={`doc-method doc-${operation.method.toLowerCase()}`}>
          {operation.method}
        </span>
        <code className="doc-path">{operation.path}</code>
        <span className="muted doc-summary">{operation.summary}</span>
        <span className={operation.signed ? 'badge' : 'badge badge-plain'}>
          {t(operation.signed ? 'docs.signed' : 'docs.public')}
        </span>
      </summary>
      <p className="muted">{operation.description}</p>
      {operation.request.length > 0 && (
        <FieldTable label={t('docs.request')} fields={operation.request} marks />
      )}
      {operation.answer.length > 0 && (
        <FieldTable label={t('docs.answer')} fields={operation.answer} marks={false} />
      )}
    </details>
  );
}

function Intro({ reference }: { readonly reference: Reference }) {
  const t = useT();
  return (
    <section className="doc-intro">
      <p>{reference.description}</p>
      <dl className="card doc-facts">
        <div>
          <dt>{t('docs.rest')}</dt>
          <dd>
            <code>{location.origin}</code>
          </dd>
        </div>
        <div>
          <dt>{t('docs.wsPublic')}</dt>
          <dd>
            <code>{location.origin.replace(/^http/, 'ws')}/v2/ws/public</code>
          </dd>
        </div>
        <div>
          <dt>{t('docs.wsPrivate')}</dt>
          <dd>
            <code>{location.origin.replace(/^http/, 'ws')}/v2/ws/private</code>
          </dd>
        </div>
        <div>
          <dt>{t('docs.signature')}</dt>
          <dd>
            <code>
              {'base64(HMAC-SHA256(secret, timestamp + METHOD + path + "?" + query + body))'}
            </code>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Operations({ reference }: { readonly reference: Reference }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const words = search.toLowerCase();
  const found = reference.operations.filter((operation) =>
    `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase().includes(words),
  );
  const slug = (tag: string) => `tag-${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  return (
    <div className="doc-grid">
      <nav className="doc-nav" aria-label={t('docs.areas')}>
        <label className="input-box">
          <Icon name="search" />
          <span className="visually-hidden">{t('docs.search')}</span>
          <input
            type="search"
            placeholder={t('docs.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        {reference.tags.map((tag) => (
          <PlainLink key={tag} href={`#${slug(tag)}`}>
            {tag}
          </PlainLink>
        ))}
      </nav>
      <div>
        <Intro reference={reference} />
        {found.length === 0 && <EmptyState text={t('palette.none', { query: search })} />}
        {reference.tags.map((tag) => {
          const own = found.filter((operation) => operation.tag === tag);
          if (own.length === 0) return null;
          return (
            <section key={tag} id={slug(tag)} className="doc-tag">
              <h2>{tag}</h2>
              {own.map((operation) => (
                <OperationCard key={operation.id} operation={operation} />
              ))}
            </section>
          );
        })}
      </div>
    </div>
  );
}

/** The page at `/api-docs`. */
export function ApiDocsPage() {
  const t = useT();
  useTitle(`${t('nav.apiDocs')} | Halcyon`);
  const query = useQuery({
    queryKey: venueKey('openapi'),
    queryFn: () => getDocument(webAddress('GET /openapi.json', {})),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reference = useMemo(
    () => (query.data === undefined ? null : readReference(query.data)),
    [query.data],
  );
  return (
    <div className="page">
      <h1 className="page-title">{t('nav.apiDocs')}</h1>
      {query.isPending && <SkeletonRows rows={8} height={28} />}
      {query.isError && (
        <ErrorState message={t('state.unreachable')} onRetry={() => void query.refetch()} />
      )}
      {reference !== null && <Operations reference={reference} />}
    </div>
  );
}
