/** Cells of the table of positions: two lines each, so that a row says all and stays low. */

import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { toText, WIDE_SCALE, wide, wideProduct } from '../../../data/decimal.ts';
import { amount, direction, plainPercent, price, signedPercent } from '../../../data/format.ts';
import { MARGIN_COIN } from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { Instruments } from '../../../data/state/instruments.ts';
import {
  distanceToLiquidation,
  exitKind,
  exitsOf,
  type PositionInfo,
  useContractPlans,
} from '../../../data/state/positions.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { futuresPath } from '../../../platform/routes/paths.ts';

interface Props {
  readonly position: PositionInfo;
}

/** Digits of a contract; generous ones while it is unknown. */
export function digitsOf(instruments: Instruments | undefined, symbol: string) {
  const found = instruments?.get(symbol);
  return {
    price: found?.priceScale ?? 8,
    size: found?.sizeScale ?? 8,
    base: found?.base ?? symbol.replace(MARGIN_COIN, ''),
  };
}

/** Money of the settle coin, two decimals, with its sign. */
export function profitText(text: string): string {
  const units = wide(text);
  return `${units > 0n ? '+' : ''}${amount(toText(units, WIDE_SCALE), 2)}`;
}

/** A profit in its colour; a dash where there is none. */
export function Profit({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return '–';
  const way = direction(text);
  return <span className={`num ${way === 'flat' ? '' : way}`}>{profitText(text)}</span>;
}

/** Two lines of figures. */
export function Pair(props: { readonly top: React.ReactNode; readonly below: React.ReactNode }) {
  return (
    <span className="figure-pair num">
      <span>{props.top}</span>
      <span className="muted">{props.below}</span>
    </span>
  );
}

/** Contract, direction, leverage and margin mode. */
export function NameCell({ position }: Props) {
  const t = useT();
  const { symbol, side, leverage, mode } = position;
  return (
    <span className="figure-pair">
      <Link className="pair-link" to={futuresPath(symbol)}>
        {symbol}
      </Link>
      {/* In its own direction, among figures too. */}
      <bdi>
        <span className={side === 'long' ? 'up' : 'down'}>{t(`positions.side.${side}`)}</span>{' '}
        <span className="muted">
          <bdi>{leverage}×</bdi> {t(`positions.mode.${mode}`)}
        </span>
      </bdi>
    </span>
  );
}

/** Size in the coin, or its value at the mark. */
export function sizeText(position: PositionInfo, base: string, asValue: boolean): string {
  if (!asValue) return `${amount(position.size)} ${base}`;
  const value = wideProduct(wide(position.size), wide(position.mark));
  return `${amount(toText(value, WIDE_SCALE), 2)} ${MARGIN_COIN}`;
}

/** Far, near and very near, as shares of the mark. */
const NEAR = 0.15;
const VERY_NEAR = 0.05;

/** The class of a liquidation price: by how far the mark is from it. */
export function nearness(position: PositionInfo): '' | 'near' | 'very-near' {
  const distance = distanceToLiquidation(position);
  if (distance === null || distance >= NEAR) return '';
  return distance < VERY_NEAR ? 'very-near' : 'near';
}

/** The price that liquidates it, coloured by its distance, which is said too. */
export function LiquidationPrice({ position, digits }: Props & { readonly digits: number }) {
  const distance = distanceToLiquidation(position);
  if (distance === null) return '–';
  return (
    <span className={`liquidation ${nearness(position)}`}>
      {price(position.liquidation, digits)} <small>({plainPercent(distance.toFixed(3))})</small>
    </span>
  );
}

/** Unrealised profit with its return. */
export function Unrealised({ position: { unrealised, roe } }: Props) {
  const way = direction(unrealised);
  return (
    <span className={way === 'flat' ? '' : way}>
      {profitText(unrealised)} <small>({signedPercent(roe)})</small>
    </span>
  );
}

/** Unrealised profit with its return, and what is realised. */
export function ProfitCell({ position }: Props) {
  return <Pair top={<Unrealised position={position} />} below={profitText(position.realised)} />;
}

/** Margin and margin ratio, with a way to change the margin of an isolated position. */
export function MarginCell({ position, onEdit }: Props & { readonly onEdit: () => void }) {
  const t = useT();
  const { margin, marginRatio, mode, symbol } = position;
  return (
    <span className="margin-cell">
      <Pair top={amount(margin, 2)} below={plainPercent(Number(marginRatio).toFixed(4))} />
      {mode === 'isolated' && (
        <Button
          look="ghost"
          icon
          aria-label={`${t('positions.editMargin')} ${symbol}`}
          title={t('positions.editMargin')}
          onClick={onEdit}
        >
          <Icon name="edit" />
        </Button>
      )}
    </span>
  );
}

/** The newest take profit and stop loss, and a way to change them. */
export function ExitCell({ position, onEdit }: Props & { readonly onEdit: () => void }) {
  const t = useT();
  const plans = exitsOf(useContractPlans(position.symbol).rows, position);
  const digits = digitsOf(useContracts().data, position.symbol);
  const text = (kind: 'takeProfit' | 'stopLoss') => {
    const row = plans.find((plan) => exitKind(plan) === kind);
    return row === undefined ? '–' : price(row.triggerPrice, digits.price);
  };
  return (
    <span className="margin-cell">
      <Pair top={text('takeProfit')} below={text('stopLoss')} />
      <Button
        look="ghost"
        icon
        aria-label={`${t('positions.editExits')} ${position.symbol}`}
        title={t('positions.editExits')}
        onClick={onEdit}
      >
        <Icon name="edit" />
      </Button>
    </span>
  );
}

const RANKS = [1, 2, 3, 4, 5] as const;

/** Lamps of the rank: the more are on, the sooner it is deleveraged. */
export function RankLamps({ rank }: { readonly rank: number | undefined }) {
  const t = useT();
  if (rank === undefined) return '–';
  const label = t('positions.adlRank', { rank });
  return (
    <span className="adl-lamps" role="img" aria-label={label} title={label}>
      {RANKS.map((lamp) => (
        <span key={lamp} className={lamp <= rank ? 'on' : ''} />
      ))}
    </span>
  );
}
