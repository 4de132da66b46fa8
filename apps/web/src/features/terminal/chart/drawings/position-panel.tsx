/** Figures of a long or short position, and the order that it becomes: the form is filled, never sent. */

import { equityOfAll, MARGIN_SCALE, marginWorth } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { toText, WIDE_SCALE, wide, wideProduct } from '../../../../data/decimal.ts';
import { amount } from '../../../../data/format.ts';
import { useAssets } from '../../../../data/state/account.ts';
import { useContractAccount } from '../../../../data/state/contract-account.ts';
import type { InstrumentInfo } from '../../../../data/state/instruments.ts';
import { useMarginPlace } from '../../../../data/state/margin.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import { kindOfAccount, useTerminalAccount } from '../../account/terminal-account.ts';
import { pickPrice } from '../../terminal-store.ts';
import type { Drawing, DrawnPoint } from './drawing.ts';
import type { DrawingStore } from './drawing-store.ts';
import { riskSize } from './risk-size.ts';
import { isSound, ratioOf } from './shapes/position.ts';
import { directionOf } from './tools.ts';

interface Props {
  readonly drawing: Drawing;
  readonly drawings: DrawingStore;
  readonly instrument: InstrumentInfo;
}

interface WithEquity extends Props {
  /** In the quote coin; empty while it is not known. */
  readonly equity: string;
}

const PRICES = ['order.price', 'order.takeProfit', 'order.stopLoss'] as const;

function PriceFields({ drawing, drawings, instrument }: Props) {
  const t = useT();
  const change = (index: number, typed: string) => {
    const price = Number(typed);
    const kept = drawing.points[index]?.price;
    if (!(price > 0) || price === kept) return;
    const points = drawing.points.map(
      (point, at): DrawnPoint => (at === index ? { ...point, price } : point),
    );
    drawings.change(drawing.id, { points });
  };
  return PRICES.map((label, index) => (
    <label key={label}>
      {t(label)}
      <input
        type="text"
        inputMode="decimal"
        dir="ltr"
        defaultValue={drawing.points[index]?.price.toFixed(instrument.priceDigits)}
        onBlur={({ target }) => change(index, target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </label>
  ));
}

function Position(props: WithEquity) {
  const t = useT();
  const { drawing, instrument, equity } = props;
  const [percent, setPercent] = useState('1');
  const direction = directionOf(drawing.tool);
  const [entry = 0, target = 0, stop = 0] = drawing.points.map(({ price }) => price);
  const text = (price: number) => price.toFixed(instrument.priceDigits);
  const size = riskSize({
    ...{ equity, percent, entry: text(entry), stop: text(stop) },
    digits: instrument.sizeDigits,
  });
  const ratio = ratioOf(entry, target, stop);
  const sums = (price: number) => {
    if (size === null) return '–';
    const product = wideProduct(wide(size), wide(text(Math.abs(price - entry))));
    return `${amount(toText(product, WIDE_SCALE), instrument.priceDigits)} ${instrument.quote}`;
  };
  const sound = direction !== null && isSound(direction, { entry, target, stop });
  const fill = () =>
    pickPrice(text(entry), {
      side: direction === 'long' ? 'buy' : 'sell',
      ...(size !== null && { size }),
      takeProfit: text(target),
      stopLoss: text(stop),
    });
  const figures = [
    ['draw.risk', sums(stop)],
    ['draw.reward', sums(target)],
    ['draw.ratio', ratio === null ? '–' : `1 : ${ratio.toFixed(2)}`],
    ['draw.size', size === null ? '–' : `${amount(size)} ${instrument.base}`],
  ] as const;
  return (
    <div className="draw-row draw-position">
      <PriceFields {...props} />
      <label>
        {t('draw.percent')}
        <input
          type="text"
          inputMode="decimal"
          dir="ltr"
          value={percent}
          onChange={(event) => setPercent(event.target.value)}
        />
      </label>
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look={direction === 'long' ? 'buy' : 'sell'} disabled={!sound} onClick={fill}>
        {t('draw.fill')}
      </Button>
    </div>
  );
}

function SpotPosition(props: Props) {
  const row = useAssets().data?.get(props.instrument.quote);
  return <Position {...props} equity={row?.available ?? ''} />;
}

function ContractPosition(props: Props) {
  const margin = useContractAccount(props.instrument.symbol).account?.margin;
  const equity = margin ? toText(BigInt(equityOfAll(margin)), MARGIN_SCALE) : '';
  return <Position {...props} equity={equity} />;
}

/** An equity in another coin than the pair's quote is not turned into it: the size stays open. */
function MarginPosition(props: Props) {
  const { symbol, quote } = props.instrument;
  const { place } = useMarginPlace(kindOfAccount(useTerminalAccount().account), symbol);
  const known = place !== undefined && place.settle.coin === quote;
  const equity = known ? toText(BigInt(marginWorth(place).equity), place.settle.scale) : '';
  return <Position {...props} equity={equity} />;
}

/** The panel. */
export function PositionPanel(props: Props) {
  const { account } = useTerminalAccount();
  if (props.instrument.product === 'futures') return <ContractPosition {...props} />;
  return account === 'spot' ? <SpotPosition {...props} /> : <MarginPosition {...props} />;
}
