/** The rule with one's own numbers: what each coin counts and needs, and what comes of it. */

import {
  coinEquity,
  coinExcess,
  coinValue,
  debtKeeps,
  debtNeeds,
  marginWorth,
} from '@halcyon/domain';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { amount } from '../../../data/format.ts';
import {
  borrowable,
  coinIn,
  coinText,
  type MarginCoin,
  type MarginPlace,
} from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { ofCoin, ofValueWhole, ratioText } from '../margin-texts.ts';
import { isValued } from './risk.ts';

/** What a coin adds to the sums of its account, margin units; the rows sum up to them. */
export function sharesOf(own: MarginCoin): { readonly equity: number; readonly keeps: number } {
  const equity = coinValue(coinEquity(own.risk, own), own.scale);
  return { equity, keeps: equity - coinValue(coinExcess(own.risk, own), own.scale) };
}

/** A debt to show the rule by: what may be borrowed of a coin, else a hundred smallest loans. */
export function exampleDebt(place: MarginPlace, own: MarginCoin): number {
  const most = borrowable(place, own);
  return most > 0 ? most : Math.min(own.risk.debtMax, own.lent.terms.loanMin * 100);
}

function useColumns(place: MarginPlace): readonly TableColumn<MarginCoin>[] {
  const t = useT();
  const num = (text: string) => <span className="num">{text}</span>;
  const units = (own: MarginCoin, count: number) => num(amount(coinText(own, count)));
  const counts = ({ risk, held }: MarginCoin) => coinEquity(risk, { held, debt: 0 });
  const column = (key: string, label: string, cell: TableColumn<MarginCoin>['cell']) => ({
    key,
    label,
    end: true,
    cell,
  });
  return [
    { key: 'coin', label: t('assets.coin'), cell: ({ coin }) => coin },
    column('held', t('assets.total'), (own) => units(own, own.held)),
    column('counts', t('margin.rule.counts'), (own) => units(own, counts(own))),
    column('owed', t('margin.owed'), (own) => units(own, own.debt)),
    column('equity', t('futures.equity'), (own) => num(ofValueWhole(place, sharesOf(own).equity))),
    column('keeps', t('margin.rule.toKeep'), (own) =>
      num(ofValueWhole(place, sharesOf(own).keeps)),
    ),
  ];
}

function Example({ place }: { readonly place: MarginPlace }) {
  const t = useT();
  const own = coinIn(place, place.settle.coin) ?? place.coins[0];
  if (own === undefined) return null;
  const debt = exampleDebt(place, own);
  const values = {
    debt: ofCoin(own, debt),
    needs: ofCoin(own, debtNeeds(own.risk, debt)),
    keeps: ofCoin(own, debtKeeps(own.risk, debt)),
  };
  return <p>{t('margin.rule.example', values)}</p>;
}

/** The table and the ratio; without debts an example. */
export function OwnNumbers({ place }: { readonly place: MarginPlace }) {
  const t = useT();
  const columns = useColumns(place);
  const rows = place.coins.filter(({ held, debt }) => held > 0 || debt > 0);
  const { equity, keeps, debts, ratioPpm } = marginWorth(place);
  return (
    <section aria-label={t('margin.rule.own')}>
      <h3 className="details-title">{t('margin.rule.own')}</h3>
      {rows.length > 0 && (
        <DataTable
          label={t('futures.maintenance')}
          columns={columns}
          rows={rows}
          rowKey={({ coin }) => coin}
        />
      )}
      {debts === 0 ? (
        <Example place={place} />
      ) : (
        <dl className="order-figures">
          <FigureLine label={t('futures.maintenance')} value={ofValueWhole(place, keeps)} />
          <FigureLine label={t('futures.equity')} value={ofValueWhole(place, equity)} />
          <FigureLine
            label={t('futures.marginRatio')}
            value={isValued(place) ? ratioText(ratioPpm) : '–'}
          />
        </dl>
      )}
    </section>
  );
}
