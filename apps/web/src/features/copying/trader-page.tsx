/** One trader: offer, results, what is open, every order with each follower's outcome, shares. */

import {
  type CopyBatchRow,
  type CopyRange,
  type CopyTraderDetail,
  placeAt,
} from '@halcyon/domain/web';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { DataTable, LOW_CELLS } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/states.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { Segments } from '../../components/tabs.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useTitle } from '../../components/use-title.ts';
import { amount, dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import {
  fetchBatches,
  fetchFollowers,
  fetchOutcomes,
  fetchShares,
  fetchTrader,
  type TraderName,
} from '../../data/rest/copying.ts';
import { KEYS } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { authPath } from '../../platform/routes/paths.ts';
import { FigureLine } from '../terminal/figure-line.tsx';
import {
  useBatchColumns,
  useFollowerColumns,
  useOrderColumns,
  useOutcomeColumns,
  usePositionColumns,
  useShareColumns,
} from './columns.tsx';
import { Money, partText, SimulatedTag, TimeText, useRanges } from './figures.tsx';
import { FollowDialog } from './follow-dialog.tsx';
import { GrowthCurve } from './growth-curve.tsx';
import { ResultTable } from './result-table.tsx';
import { ListSection, ReadState, useCopyPages } from './section.tsx';
import './copying.css';
import { COPY_PATHS } from './copy-paths.ts';

const EVERY_MS = 5_000;

function useTrader(name: TraderName, range: CopyRange) {
  return useQuery({
    queryKey: [...KEYS.all, 'copy-trader', name.trader, name.code, range],
    queryFn: () => fetchTrader(name, range),
    refetchInterval: EVERY_MS,
  });
}

function Offer({ trader }: { readonly trader: CopyTraderDetail }) {
  const t = useT();
  const { coin, share, followers, followersMax, amountMin, amountMax } = trader;
  const money = (text: string) => <Money coin={coin} text={text} />;
  const bounds = `${amount(amountMin)} – ${amount(amountMax)} ${coin}`;
  return (
    <dl className="order-figures">
      <FigureLine label={t('copy.share')} value={<bdi dir="ltr">{share} %</bdi>} />
      <FigureLine label={t('futures.equity')} value={money(trader.equity)} />
      <FigureLine label={t('copy.copied')} value={money(trader.copied)} />
      <FigureLine
        label={t('copy.followers')}
        value={
          <bdi dir="ltr">
            {followers} / {followersMax}
          </bdi>
        }
      />
      <FigureLine label={t('copy.simulatedFollowers')} value={trader.simulatedFollowers} />
      <FigureLine label={t('copy.ownTraded')} value={partText(trader.ownTraded)} />
      <FigureLine label={t('order.size')} value={<bdi dir="ltr">{bounds}</bdi>} />
      <FigureLine label={t('copy.shares')} value={money(trader.shares)} />
      <FigureLine label={t('positions.opened')} value={<TimeText at={trader.openedAt} />} />
      {trader.endedAt !== null && (
        <FigureLine label={t('copy.ended')} value={<TimeText at={trader.endedAt} />} />
      )}
    </dl>
  );
}

/** What the visitor may do here. */
function Action({
  trader,
  follow,
}: {
  readonly trader: CopyTraderDetail;
  readonly follow: () => void;
}) {
  const t = useT();
  const { user } = useSession();
  const { pathname } = useLocation();
  if (trader.isOwn) return <ButtonLink to={COPY_PATHS.mine}>{t('copy.own')}</ButtonLink>;
  if (trader.following !== null) {
    return <ButtonLink to={COPY_PATHS.mine}>{t('copy.following')}</ButtonLink>;
  }
  if (trader.endedAt !== null || trader.closing) {
    return <span className="badge">{t(trader.closing ? 'copy.closing' : 'copy.ended')}</span>;
  }
  if (user === null) {
    return (
      <ButtonLink look="primary" to={authPath('login', pathname)}>
        {t('copy.follow')}
      </ButtonLink>
    );
  }
  return (
    <Button look="primary" onClick={follow}>
      {t('copy.follow')}
    </Button>
  );
}

function OpenList<Row>(props: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: Parameters<typeof DataTable<Row>>[0]['columns'];
  readonly rowKey: (row: Row) => string;
  readonly children?: ReactNode;
}) {
  const { title, rows, columns, rowKey, children } = props;
  return (
    <section className="card copy-section">
      <h2>{title}</h2>
      {children}
      {rows.length === 0 && <EmptyState />}
      {rows.length > 0 && (
        <DataTable label={title} columns={columns} rows={rows} rowKey={rowKey} cells={LOW_CELLS} />
      )}
    </section>
  );
}

export { OpenList };

/** Each owner's part of an order. */
function OutcomesDialog(props: {
  readonly name: TraderName;
  readonly coin: string;
  readonly batch: CopyBatchRow;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { name, coin, batch, onClose } = props;
  const columns = useOutcomeColumns(coin, true);
  const list = useCopyPages(['copy-outcomes', name.trader, batch.id], (before) =>
    fetchOutcomes(name, batch.id, before),
  );
  return (
    <Dialog wide title={t('copy.outcomes')} onClose={onClose}>
      <ListSection
        title={`${batch.symbol} · ${dateTime(batch.time)}`}
        list={list}
        columns={columns}
        rowKey={({ portfolio }) => portfolio}
        empty={t('table.empty')}
      />
    </Dialog>
  );
}

/** Orders with all who followed, and each owner's part of them. */
export function Batches({ name, coin }: { readonly name: TraderName; readonly coin: string }) {
  const t = useT();
  const [shown, show] = useState<CopyBatchRow | null>(null);
  const columns = useBatchColumns(show);
  const list = useCopyPages(['copy-batches', name.trader], (before) => fetchBatches(name, before));
  return (
    <>
      <ListSection
        title={t('copy.batches')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t('copy.batchesNone')}
        note={
          <p className="muted copy-note">
            {t('copy.onePrice')} {t('copy.closeRule')}
          </p>
        }
      />
      {shown !== null && (
        <OutcomesDialog name={name} coin={coin} batch={shown} onClose={() => show(null)} />
      )}
    </>
  );
}

/** What each follower has and had. */
export function Followers({ name, coin }: { readonly name: TraderName; readonly coin: string }) {
  const t = useT();
  const columns = useFollowerColumns(coin);
  const list = useCopyPages(['copy-followers', name.trader], (before) =>
    fetchFollowers(name, before),
  );
  return (
    <ListSection
      title={t('copy.followers')}
      list={list}
      columns={columns}
      rowKey={({ portfolio }) => portfolio}
      empty={t('copy.followersNone')}
    />
  );
}

/** Settled shares with their arithmetic. */
export function Shares({ name, coin }: { readonly name: TraderName; readonly coin: string }) {
  const t = useT();
  const columns = useShareColumns(coin);
  const list = useCopyPages(['copy-shares', name.trader], (cursor) => fetchShares(name, cursor));
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

/** A trader with a code is asked for by it. */
function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useT();
  const [code, setCode] = useState('');
  return (
    <form className="card copy-form" onSubmit={(event) => submitForm(event, () => onCode(code))}>
      <TextField label={t('copy.code')} name="code" value={code} onChange={setCode} />
      <Button type="submit">{t('copy.showTrader')}</Button>
    </form>
  );
}

/** What has to be known of the results before they are looked at. */
function Remarks({ trader }: { readonly trader: CopyTraderDetail }) {
  const t = useT();
  const { simulated, ownTraded } = trader;
  return (
    <>
      {simulated && (
        <p className="muted copy-note">
          <SimulatedTag /> {t('copy.simulatedText')}
        </p>
      )}
      {ownTraded > 0 && (
        <p className="copy-note">{t('copy.ownTradedText', { percent: partText(ownTraded) })}</p>
      )}
    </>
  );
}

function Known(props: {
  readonly trader: CopyTraderDetail;
  readonly name: TraderName;
  readonly range: CopyRange;
  readonly setRange: (range: CopyRange) => void;
  readonly refetch: () => Promise<void>;
}) {
  const t = useT();
  const { trader, name, range, setRange, refetch } = props;
  const { coin } = trader;
  const [following, setFollowing] = useState(false);
  const ranges = useRanges();
  const positions = usePositionColumns(coin);
  const orders = useOrderColumns();
  return (
    <>
      <Remarks trader={trader} />
      <div className="copy-grid">
        <section className="card copy-section">
          <div className="copy-head">
            <h2>{t('copy.offer')}</h2>
            <Action trader={trader} follow={() => setFollowing(true)} />
          </div>
          <Offer trader={trader} />
        </section>
        <section className="card copy-section">
          <h2>{t('copy.results')}</h2>
          <Segments<CopyRange>
            label={t('curve.range')}
            items={ranges}
            value={range}
            onChange={setRange}
          />
          <GrowthCurve curve={trader.curve} />
        </section>
      </div>
      <section className="card copy-section">
        <h2>{t('copy.results')}</h2>
        <ResultTable
          label={t('copy.results')}
          columns={[
            { key: 'own', head: t('nav.copyTrader'), result: trader.own },
            { key: 'followers', head: t('copy.followers'), result: trader.ofFollowers },
          ]}
        />
      </section>
      <OpenList
        title={t('positions.title')}
        rows={trader.positions}
        columns={positions}
        rowKey={({ symbol, side }) => `${symbol} ${side}`}
      />
      <OpenList
        title={t('orders.open')}
        rows={trader.orders}
        columns={orders}
        rowKey={({ id }) => id}
      />
      <Batches name={name} coin={coin} />
      <Followers name={name} coin={coin} />
      <Shares name={name} coin={coin} />
      {following && (
        <FollowDialog
          trader={trader}
          code={name.code}
          onClose={() => setFollowing(false)}
          onDone={() => void refetch()}
        />
      )}
    </>
  );
}

/** The page at `/copy-trading/trader/:id`. */
export function TraderPage() {
  const t = useT();
  const { pathname } = useLocation();
  const id = placeAt(decodeURI(pathname))?.names['id'] ?? '';
  const title = t('copy.traderOf', { id });
  useTitle(`${title} | Halcyon`);
  const [code, setCode] = useState('');
  const [range, setRange] = useState<CopyRange>('90d');
  const name = { trader: id, code };
  const { data, isPending, error, refetch } = useTrader(name, range);
  return (
    <div className="page page-wide copy-page">
      <div className="copy-head">
        <h1 className="page-title">{title}</h1>
        <ButtonLink to={COPY_PATHS.traders}>{t('copy.traders')}</ButtonLink>
      </div>
      {data === undefined && <ReadState isPending={isPending} error={error} refetch={refetch} />}
      {data === undefined && !isPending && <CodeForm onCode={setCode} />}
      {data !== undefined && <Known {...{ name, range, setRange, refetch }} trader={data} />}
    </div>
  );
}
