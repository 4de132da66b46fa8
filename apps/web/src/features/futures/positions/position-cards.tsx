/** Positions on a phone: two lines and what can be done each, all other figures one touch away. */

import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { price } from '../../../data/format.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { type PositionInfo, useAdlRanks } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type Doing, PositionActions } from './position-actions.tsx';
import {
  digitsOf,
  ExitCell,
  LiquidationPrice,
  MarginCell,
  NameCell,
  Pair,
  profitText,
  RankLamps,
  sizeText,
  Unrealised,
} from './position-cells.tsx';

interface Props {
  readonly position: PositionInfo;
  readonly asValue: boolean;
  readonly onDo: (doing: Doing, position: PositionInfo) => void;
}

/** What the two lines leave out. */
function Figures({ position, onDo }: Props) {
  const t = useT();
  const digits = digitsOf(useContracts().data, position.symbol);
  const rank = useAdlRanks().data?.get(position.id);
  const two = (a: string, b: string) => `${a} / ${b}`;
  const figures: readonly (readonly [label: string, figure: ReactNode])[] = [
    [t('futures.mark'), price(position.mark, digits.price)],
    [
      two(t('positions.entryPrice'), t('positions.breakEven')),
      <Pair
        key="entry"
        top={price(position.entry, digits.price)}
        below={price(position.breakEven, digits.price)}
      />,
    ],
    [
      two(t('positions.margin'), t('positions.ratio')),
      <MarginCell key="margin" position={position} onEdit={() => onDo('margin', position)} />,
    ],
    [
      t('orders.tpsl'),
      <ExitCell key="exits" position={position} onEdit={() => onDo('exits', position)} />,
    ],
    [t('positions.realised'), profitText(position.realised)],
    [t('positions.adl'), <RankLamps key="rank" rank={rank} />],
  ];
  return (
    <dl className="position-figures">
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt className="muted">{label}</dt>
          <dd className="num">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function PositionCard(props: Props) {
  const t = useT();
  const { position, asValue, onDo } = props;
  const [open, setOpen] = useState(false);
  const digits = digitsOf(useContracts().data, position.symbol);
  return (
    <li className="position-card">
      <div className="position-line">
        <NameCell position={position} />
        <span className="num">
          <Unrealised position={position} />
        </span>
      </div>
      <div className="position-line">
        <span className="num">{sizeText(position, digits.base, asValue)}</span>
        <span>
          <span className="muted">{t('futures.liquidation')}</span>{' '}
          <span className="num">
            <LiquidationPrice position={position} digits={digits.price} />
          </span>
        </span>
      </div>
      {open && <Figures {...props} />}
      <PositionActions position={position} onDo={(doing) => onDo(doing, position)}>
        <Button
          look="ghost"
          icon
          aria-expanded={open}
          aria-label={`${t('positions.figures')} ${position.symbol}`}
          title={t('positions.figures')}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron" />
        </Button>
      </PositionActions>
    </li>
  );
}

/** The list. */
export function PositionCards(
  props: Omit<Props, 'position'> & { positions: readonly PositionInfo[] },
) {
  const t = useT();
  const { positions, ...rest } = props;
  return (
    <ul className="position-cards" aria-label={t('positions.title')}>
      {positions.map((position) => (
        <PositionCard key={position.id} position={position} {...rest} />
      ))}
    </ul>
  );
}
