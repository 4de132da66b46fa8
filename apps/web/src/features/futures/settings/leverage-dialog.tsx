/** Chooses the leverage of a contract: slider and number, with the limits that its tiers set. */

import { isIsolated, MARGIN_SCALE, MarginMode, PositionLeg } from '@halcyon/domain';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import { setLeverage } from '../../../data/rest/contracts.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { changeText, coinsText, HeadroomAfter, ticksText } from '../positions/after-lines.tsx';
import { leverageEffect } from './leverage-effect.ts';
import { useSetting } from './use-setting.ts';

interface Props {
  readonly symbol: string;
  readonly account: ContractAccount;
  readonly onClose: () => void;
}

const SIDES = { long: PositionLeg.long, short: PositionLeg.short } as const;
/** From here on a loss comes so fast that it is said. */
const HIGH_LEVERAGE = 20;

/** Leverages that the marks under the slider choose: shares of the highest one. */
function marksOf(most: number): readonly number[] {
  return [
    ...new Set([1, ...[0.2, 0.4, 0.6, 0.8, 1].map((part) => Math.max(1, Math.round(most * part)))]),
  ];
}

function LeverageField(props: {
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}) {
  const t = useT();
  const { value, most, onChange } = props;
  const choose = (wanted: number) => onChange(Math.min(most, Math.max(1, wanted || 1)));
  const share = most === 1 ? 0 : ((value - 1) / (most - 1)) * 100;
  return (
    <>
      <div className="leverage-value">
        <Button icon aria-label={t('order.step.down')} onClick={() => choose(value - 1)}>
          −
        </Button>
        <label className="input-box">
          <span className="visually-hidden">{t('futures.leverage')}</span>
          <input
            className="number-input"
            inputMode="numeric"
            dir="ltr"
            value={value}
            onChange={(event) => choose(Number(event.target.value.replace(/\D/g, '')))}
          />
          <span className="input-suffix">×</span>
        </label>
        <Button icon aria-label={t('order.step.up')} onClick={() => choose(value + 1)}>
          +
        </Button>
      </div>
      <div className="percent">
        <input
          type="range"
          min={1}
          max={most}
          value={value}
          aria-label={t('futures.leverage')}
          aria-valuetext={`${value}×`}
          style={{ '--value': `${share}%` } as React.CSSProperties}
          onChange={(event) => choose(Number(event.target.value))}
        />
        <div className="percent-marks">
          {marksOf(most).map((mark) => (
            <button key={mark} type="button" onClick={() => choose(mark)}>
              {mark}×
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function Effect(props: Props & { readonly leg: PositionLeg; readonly leverage: number }) {
  const t = useT();
  const { account, leg, leverage, symbol } = props;
  const scale = useContracts().data?.get(symbol)?.priceScale ?? 0;
  const effect = leverageEffect(account.margin, account.position(leg), leverage);
  const isolated = isIsolated(account.position(leg));
  const margin = (units: number) =>
    `${amount(toText(BigInt(units), MARGIN_SCALE), MARGIN_SCALE)} ${account.coin}`;
  const { liquidationNow, liquidationThen, added, addable, removable } = effect;
  return (
    <>
      <dl className="order-figures">
        <FigureLine label={t('futures.positionLimit')} value={margin(effect.limit)} />
        {effect.initial !== null && (
          <>
            <FigureLine label={t('futures.initialMargin')} value={margin(effect.initial)} />
            <FigureLine
              label={t('futures.liquidation')}
              value={changeText(
                ticksText(liquidationNow, scale),
                ticksText(liquidationThen, scale),
              )}
            />
            {isolated ? (
              <HeadroomAfter {...{ account, addable, removable }} />
            ) : (
              <FigureLine
                label={t('positions.transferableAfter')}
                value={coinsText(account, removable)}
              />
            )}
          </>
        )}
        {added > 0 && (
          <FigureLine label={t('futures.marginAdded')} value={coinsText(account, added)} />
        )}
      </dl>
      {!effect.allowed && <p className="order-notice">{t('futures.aboveTier')}</p>}
    </>
  );
}

/** The dialog; in hedge mode with isolated margin each side has its own leverage. */
export function LeverageDialog(props: Props) {
  const t = useT();
  const { symbol, account, onClose } = props;
  const [net, long] = account.contract.settings;
  const apart = account.hedge && net.marginMode === MarginMode.isolated;
  const [side, setSide] = useState<keyof typeof SIDES>('long');
  const leg = apart ? SIDES[side] : account.hedge ? PositionLeg.long : PositionLeg.net;
  const [leverage, setChosen] = useState((account.hedge ? long : net).leverage);
  const { busy, refusal, save } = useSetting(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(() => setLeverage(symbol, leverage, apart ? side : undefined));
  };
  return (
    <Dialog title={t('futures.leverageOf', { symbol })} onClose={onClose}>
      <form className="setting-form" onSubmit={submit} noValidate>
        {apart && (
          <Segments
            label={t('futures.leg')}
            value={side}
            onChange={(chosen) => {
              setSide(chosen);
              setChosen(account.contract.settings[SIDES[chosen]].leverage);
            }}
            items={[
              { key: 'long', label: t('futures.long') },
              { key: 'short', label: t('futures.short') },
            ]}
          />
        )}
        <LeverageField
          value={leverage}
          most={account.terms.bounds[0]?.leverageMax ?? 1}
          onChange={setChosen}
        />
        <Effect {...props} leg={leg} leverage={leverage} />
        {leverage > HIGH_LEVERAGE && <p className="order-notice">{t('futures.highLeverage')}</p>}
        <FormEnd refusal={refusal} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
