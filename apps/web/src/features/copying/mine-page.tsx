/** The own portfolios: as a trader with followers and shares, as a follower with what was copied and what was not. */

import type { CopyPortfolioRow, CopyPortfolios } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Segments } from '../../components/tabs.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import {
  fetchOwnOutcomes,
  fetchOwnShares,
  fetchPortfolio,
  fetchPortfolios,
} from '../../data/rest/copying.ts';
import { KEYS } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { authPath } from '../../platform/routes/paths.ts';
import { FigureLine } from '../terminal/figure-line.tsx';
import { Exits, Gathered, Moves } from './activity-lists.tsx';
import {
  useOrderColumns,
  useOutcomeColumns,
  usePositionColumns,
  useShareColumns,
} from './columns.tsx';
import { ContractTerms } from './contract-terms.tsx';
import { END_NAMES, Money, TimeText } from './figures.tsx';
import { ChoicesDialog } from './follow-dialog.tsx';
import { PlaceForm } from './place-form.tsx';
import {
  EndDialog,
  MoneyDialog,
  OfferDialog,
  OpenDialog,
  StopDialog,
} from './portfolio-dialogs.tsx';
import { ListSection, ReadState, useCopyPages } from './section.tsx';
import { OrderActions } from './trader-orders.tsx';
import { Batches, Followers, OpenList, Shares } from './trader-page.tsx';
import './copying.css';
import { COPY_PATHS } from './copy-paths.ts';

const EVERY_MS = 5_000;
type DialogName = 'money' | 'stop' | 'end' | 'offer' | 'choices';

function Figures({ row }: { readonly row: CopyPortfolioRow }) {
  const t = useT();
  const { coin, trader, endedAt } = row;
  const end = row.end === '' ? undefined : END_NAMES[row.end];
  const line = (label: string, text: string, signed = false) => (
    <FigureLine label={label} value={<Money coin={coin} text={text} signed={signed} />} />
  );
  return (
    <dl className="order-figures">
      {line(t('curve.profit'), row.profit, true)}
      {line(t('futures.equity'), row.equity)}
      {line(t('copy.paidIn'), row.paidIn)}
      {endedAt === null && line(t('futures.unrealised'), row.unrealised, true)}
      {line(t('copy.shares'), row.shares)}
      {trader !== null && line(t('copy.owed'), row.owed)}
      {trader !== null && line(t('copy.markNow'), row.mark)}
      <FigureLine label={t('copy.share')} value={<bdi dir="ltr">{row.share} %</bdi>} />
      {trader === null && <FigureLine label={t('copy.followers')} value={row.followers} />}
      <FigureLine label={t('positions.opened')} value={<TimeText at={row.openedAt} />} />
      {endedAt !== null && <FigureLine label={t('copy.ended')} value={<TimeText at={endedAt} />} />}
      {end !== undefined && <FigureLine label={t('copy.howEnded')} value={t(end)} />}
      {row.endUnrealised !== '' && line(t('futures.unrealised'), row.endUnrealised, true)}
    </dl>
  );
}

function Buttons(props: {
  readonly row: CopyPortfolioRow;
  readonly open: (dialog: DialogName) => void;
}) {
  const t = useT();
  const { row, open } = props;
  if (row.endedAt !== null) return <span className="badge">{t('copy.ended')}</span>;
  const follows = row.trader !== null;
  return (
    <div className="copy-actions">
      <Button onClick={() => open('money')}>{t('copy.money')}</Button>
      <Button onClick={() => open(follows ? 'choices' : 'offer')}>
        {t(follows ? 'copy.settings' : 'copy.offer')}
      </Button>
      <Button look="danger" onClick={() => open(follows ? 'stop' : 'end')}>
        {t(follows ? 'copy.stop' : 'copy.end')}
      </Button>
    </div>
  );
}

/** What of a follower's portfolio was copied, and what was not. */
function Outcomes({ id, coin }: { readonly id: string; readonly coin: string }) {
  const t = useT();
  const [only, setOnly] = useState<'leftOut' | 'all'>('all');
  const columns = useOutcomeColumns(coin, false);
  const list = useCopyPages(['copy-own-outcomes', id, only], (before) =>
    fetchOwnOutcomes(id, only === 'all' ? '' : only, before),
  );
  return (
    <ListSection
      title={t('copy.batches')}
      list={list}
      columns={columns}
      rowKey={({ batch }) => batch}
      empty={t('copy.batchesNone')}
      note={
        <Segments<'leftOut' | 'all'>
          label={t('copy.filters')}
          items={[
            { key: 'all', label: t('copy.allOrders') },
            { key: 'leftOut', label: t('copy.leftOut') },
          ]}
          value={only}
          onChange={setOnly}
        />
      }
    />
  );
}

function OwnShares({ id, coin }: { readonly id: string; readonly coin: string }) {
  const t = useT();
  const columns = useShareColumns(coin);
  const list = useCopyPages(['copy-own-shares', id], (cursor) => fetchOwnShares(id, cursor));
  return (
    <ListSection
      title={t('copy.shares')}
      list={list}
      columns={columns}
      rowKey={({ command, portfolio }) => `${command} ${portfolio}`}
      empty={t('copy.sharesNone')}
      note={<p className="muted copy-note">{t('copy.shareRule')}</p>}
    />
  );
}

/** One portfolio with all that belongs to it. */
function Detail({ row, onDone }: { readonly row: CopyPortfolioRow; readonly onDone: () => void }) {
  const t = useT();
  const { id, coin, trader, endedAt, positionMode } = row;
  const { data, refetch } = useQuery({
    queryKey: [...KEYS.all, 'copy-portfolio', id],
    queryFn: () => fetchPortfolio(id),
    refetchInterval: EVERY_MS,
  });
  const changed = () => {
    void refetch();
    onDone();
  };
  const positions = usePositionColumns(coin);
  const orders = useOrderColumns((order) => <OrderActions id={id} order={order} />);
  const name = { trader: id, code: row.offer?.code ?? '' };
  return (
    <>
      {trader === null && endedAt === null && (
        <section className="card copy-section">
          <div className="copy-head">
            <h2>{t('copy.place')}</h2>
            <ContractTerms id={id} contracts={data?.contracts ?? []} onDone={changed} />
          </div>
          <PlaceForm id={id} mode={positionMode} onDone={changed} />
        </section>
      )}
      <OpenList
        title={t('positions.title')}
        rows={data?.positions ?? []}
        columns={positions}
        rowKey={({ symbol, side }) => `${symbol} ${side}`}
      />
      {trader === null && (
        <OpenList
          title={t('orders.open')}
          rows={data?.orders ?? []}
          columns={orders}
          rowKey={(order) => order.id}
        />
      )}
      {trader === null ? (
        <>
          <Gathered id={id} />
          <Batches name={name} coin={coin} />
          <Followers name={name} coin={coin} />
          <Shares name={name} coin={coin} />
        </>
      ) : (
        <>
          <Outcomes id={id} coin={coin} />
          <Exits id={id} coin={coin} />
          <OwnShares id={id} coin={coin} />
        </>
      )}
      <Moves id={id} coin={coin} />
    </>
  );
}

function Dialogs(props: {
  readonly dialog: DialogName | null;
  readonly row: CopyPortfolioRow;
  readonly available: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { dialog, row, available, onClose, onDone } = props;
  const own = { portfolio: row, onClose, onDone };
  if (dialog === 'money') return <MoneyDialog {...own} available={available} />;
  if (dialog === 'stop') return <StopDialog {...own} />;
  if (dialog === 'end') return <EndDialog {...own} />;
  if (dialog === 'offer') return <OfferDialog {...own} />;
  if (dialog === 'choices') return <ChoicesDialog {...own} />;
  return null;
}

/** A portfolio in the list. */
function Portfolio(props: {
  readonly row: CopyPortfolioRow;
  readonly available: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { row, available, isOpen, toggle, onDone } = props;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const followed = row.trader ?? row.id;
  return (
    <section className="card copy-section" aria-label={t('copy.portfolioOf', { id: row.id })}>
      <div className="copy-head">
        <h3>
          <Link className="pair-link" to={COPY_PATHS.trader(followed)}>
            {row.trader === null
              ? t('copy.portfolioOf', { id: row.id })
              : t('copy.traderOf', { id: followed })}
          </Link>
        </h3>
        <Buttons row={row} open={setDialog} />
      </div>
      <Figures row={row} />
      <Button look="link" aria-expanded={isOpen} onClick={toggle}>
        {t('copy.details')}
      </Button>
      {isOpen && <Detail row={row} onDone={onDone} />}
      <Dialogs {...{ dialog, row, available, onDone }} onClose={() => setDialog(null)} />
    </section>
  );
}

function Lists(props: { readonly data: CopyPortfolios; readonly onDone: () => void }) {
  const t = useT();
  const { data, onDone } = props;
  const { rows, available, coin } = data;
  const [open, setOpen] = useState<string | null>(null);
  const [becoming, setBecoming] = useState(false);
  const list = (title: string, some: readonly CopyPortfolioRow[]) =>
    some.length > 0 && (
      <>
        <h2>{title}</h2>
        {some.map((row) => (
          <Portfolio
            key={row.id}
            {...{ row, available, onDone }}
            isOpen={open === row.id}
            toggle={() => setOpen(open === row.id ? null : row.id)}
          />
        ))}
      </>
    );
  return (
    <>
      <div className="copy-actions">
        <ButtonLink to={COPY_PATHS.traders}>{t('copy.traders')}</ButtonLink>
        {coin !== '' && <Button onClick={() => setBecoming(true)}>{t('copy.become')}</Button>}
      </div>
      {rows.length === 0 && <EmptyState text={t('copy.mineNone')} />}
      {list(
        t('copy.asFollower'),
        rows.filter(({ trader }) => trader !== null),
      )}
      {list(
        t('copy.asTraderTitle'),
        rows.filter(({ trader }) => trader === null),
      )}
      {becoming && (
        <OpenDialog {...{ coin, available, onDone }} onClose={() => setBecoming(false)} />
      )}
    </>
  );
}

function Own() {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...KEYS.all, 'copy-portfolios'],
    queryFn: fetchPortfolios,
    refetchInterval: EVERY_MS,
  });
  if (data === undefined)
    return <ReadState isPending={isPending} error={error} refetch={refetch} />;
  return <Lists data={data} onDone={() => void refetch()} />;
}

/** The page at `/copy-trading/mine`. */
export function MinePage() {
  const t = useT();
  const title = t('nav.copyMine');
  useTitle(`${title} | Halcyon`);
  const { phase, user } = useSession();
  return (
    <div className="page page-wide copy-page">
      <h1 className="page-title">{title}</h1>
      {user !== null && <Own />}
      {user === null && phase === 'known' && (
        <section className="card copy-section">
          <p>{t('copy.intro')}</p>
          <div className="copy-actions">
            <ButtonLink look="primary" to={authPath('login', COPY_PATHS.mine)}>
              {t('auth.login')}
            </ButtonLink>
            <ButtonLink to={COPY_PATHS.traders}>{t('copy.traders')}</ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}
