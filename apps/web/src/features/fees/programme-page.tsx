/** How the levels work, and what the lowest and the highest pay. */

import { ButtonLink } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { useRateColumns } from './fees-page.tsx';
import { useSchedule } from './use-fees.ts';
import './fees.css';

const RULES = [
  'vip.rule.oneOf',
  'vip.rule.daily',
  'vip.rule.subs',
  'vip.rule.coupons',
  'vip.rule.receipt',
  'vip.rule.paper',
] as const;

/** The page at `/vip/vipIntroduce`. */
export function ProgrammePage() {
  const t = useT();
  useTitle(`${t('vip.programme')} | Halcyon`);
  const { data } = useSchedule();
  const rates = useRateColumns<NonNullable<typeof data>['levels'][number]>();
  const [first, last] = [data?.levels[0], data?.levels.at(-1)];
  const ends = [first, last].filter((row) => row !== undefined);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('vip.programme')}</h1>
      <p className="page-intro">{t('vip.programmeText')}</p>
      <section className="card">
        <ol className="vip-rules">
          {RULES.map((rule) => (
            <li key={rule}>{t(rule)}</li>
          ))}
        </ol>
        {first !== last && (
          <DataTable
            label={t('fees.title')}
            columns={[
              {
                key: 'level',
                label: t('fees.levels'),
                cell: ({ level }) => t('fees.level', { level }),
              },
              ...rates,
            ]}
            rows={ends}
            rowKey={(row) => String(row.level)}
          />
        )}
      </section>
      <div className="fees-links">
        <ButtonLink look="primary" to={PATHS.vipDetail}>
          {t('vip.title')}
        </ButtonLink>
        <ButtonLink to={PATHS.fees}>{t('fees.title')}</ButtonLink>
      </div>
    </div>
  );
}
