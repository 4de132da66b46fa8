/** The coins of a margin account: what is there, what is owed, and where it would be liquidated. */

import { coinValue } from '@halcyon/domain';
import type { MarginKind } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { CoinCell } from '../../../components/coin-cell.tsx';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { EmptyList } from '../../../components/empty-list.tsx';
import { ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { amount } from '../../../data/format.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import {
  coinText,
  type MarginCoin,
  type MarginPlace,
  useMarginAccount,
} from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import { useAtLeast } from '../../../platform/theme/media.ts';
import { PairCell } from '../../terminal/orders/cells.tsx';
import { liquidationTicks } from '../account/risk.ts';
import { LoanDialog } from '../loans/loan-part.ts';
import type { LoanProps } from '../loans/loan-props.ts';
import { indexText, ofValue } from '../margin-texts.ts';
import '../margin.css';

/** A coin of an account, or of a pair of it. */
interface Holding {
  readonly place: MarginPlace;
  readonly own: MarginCoin;
}

/** The coins that an account has or owes. */
export function holdingsOf(places: readonly MarginPlace[]): readonly Holding[] {
  return places.flatMap((place) =>
    place.coins
      .filter(({ held, debt }) => held > 0 || debt > 0)
      .map((own): Holding => ({ place, own })),
  );
}

type Asked = Pick<LoanProps, 'way' | 'symbol' | 'coin'>;

function Actions({ row, ask }: { readonly row: Holding; readonly ask: (asked: Asked) => void }) {
  const t = useT();
  const { coin, debt } = row.own;
  const { symbol } = row.place;
  return (
    <span className="row-actions">
      <Button
        look="ghost"
        aria-label={`${t('margin.borrow')} ${coin}`}
        onClick={() => ask({ way: 'borrow', symbol, coin })}
      >
        {t('margin.borrow')}
      </Button>
      {debt > 0 && (
        <Button
          look="ghost"
          aria-label={`${t('margin.repay')} ${coin}`}
          onClick={() => ask({ way: 'repay', symbol, coin })}
        >
          {t('margin.repay')}
        </Button>
      )}
    </span>
  );
}

/** A figure, and what it comes to or is made of below it: in one column, so that the list fits a laptop. */
function TwoLines({ text, below }: { readonly text: string; readonly below: string }) {
  return (
    <span className="margin-lines">
      <span className="num">{text}</span>
      {below !== '' && <span className="num muted">{below}</span>}
    </span>
  );
}

/** What it is of and what can be done, and two lines of two amounts. */
const CARD_CELLS = 5;

function useColumns(
  kind: MarginKind,
  ask: (asked: Asked) => void,
): readonly TableColumn<Holding>[] {
  const t = useT();
  const num = (text: string) => <span className="num">{text}</span>;
  const figure = (
    key: string,
    goes: number,
    label: string,
    text: (row: Holding) => string,
  ): TableColumn<Holding> => ({
    key,
    goes,
    label,
    end: true,
    cell: (row) => num(text(row)),
  });
  const pair: TableColumn<Holding> = {
    key: 'pair',
    label: t('orders.pair'),
    cell: ({ place }) => <PairCell symbol={place.symbol} />,
  };
  const units = (own: MarginCoin, count: number) => amount(coinText(own, count));
  // A card has no room below what is owed.
  const roomy = useAtLeast('md');
  const interest = figure('interest', 4, t('margin.ofInterest'), ({ own }) =>
    units(own, own.interest),
  );
  return [
    ...(kind === 'isolated' ? [pair] : []),
    {
      key: 'coin',
      goes: 0,
      label: t('assets.coin'),
      cell: ({ own }) => <CoinCell coin={own.coin} />,
    },
    {
      key: 'net',
      goes: 0,
      label: t('margin.net'),
      end: true,
      cell: ({ place, own }) => (
        <TwoLines
          text={units(own, own.held - own.debt)}
          below={ofValue(place, coinValue(own.held - own.debt, own.scale))}
        />
      ),
    },
    figure('held', 3, t('assets.total'), ({ own }) => units(own, own.held)),
    figure('available', 1, t('order.available'), ({ own }) => units(own, own.available)),
    {
      key: 'owed',
      goes: 0,
      label: t('margin.owed'),
      end: true,
      cell: ({ own }) => (
        <TwoLines
          text={units(own, own.debt)}
          below={
            roomy && own.interest > 0 ? `${t('margin.ofInterest')} ${units(own, own.interest)}` : ''
          }
        />
      ),
    },
    ...(roomy ? [] : [interest]),
    figure('liquidation', 2, t('futures.liquidation'), ({ place, own }) =>
      own.lent.market === '' ? '–' : indexText(own, liquidationTicks(place, own)),
    ),
    {
      key: 'actions',
      goes: 0,
      label: t('orders.actions'),
      end: true,
      cell: (row) => <Actions row={row} ask={ask} />,
    },
  ];
}

/** The list; of isolated margin every pair that was used. */
export function MarginHoldings(props: {
  readonly kind: MarginKind;
  readonly symbol: string;
  /** Where the page has one of each account. */
  readonly label?: string;
}) {
  const t = useT();
  const { kind, label } = props;
  const { account, error, refetch } = useMarginAccount(kind);
  const [asked, ask] = useState<Asked | null>(null);
  const columns = useColumns(kind, ask);
  if (account === undefined) {
    if (error === null) return <SkeletonRows rows={3} />;
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  const rows = holdingsOf(account.places);
  return (
    <>
      {rows.length === 0 ? (
        <EmptyList what="coins">
          <ButtonLink to={PATHS.transfer}>{t('nav.transfer')}</ButtonLink>
        </EmptyList>
      ) : (
        <div className="wide-cards">
          <DataTable
            label={label ?? t('margin.holdings')}
            cells={kind === 'isolated' ? CARD_CELLS + 1 : CARD_CELLS}
            columns={columns}
            rows={rows}
            rowKey={({ place, own }) => `${place.symbol} ${own.coin}`}
          />
        </div>
      )}
      {asked !== null && <LoanDialog {...asked} kind={kind} onClose={() => ask(null)} />}
    </>
  );
}
