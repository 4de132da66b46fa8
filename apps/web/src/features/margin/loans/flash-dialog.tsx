/** Pays debts back at once with all that an account has: says before what would be sold, and after what was. */

import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { SkeletonRows } from '../../../components/states.tsx';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { KEYS } from '../../../data/state/account.ts';
import { type Instruments, useInstruments } from '../../../data/state/instruments.ts';
import {
  isStuck,
  type MarginCoin,
  type MarginPlace,
  useMarginPlace,
} from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { Amounts } from '../amounts.tsx';
import { ofCoin, ratioText } from '../margin-texts.ts';
import { repaidTexts, tradeTexts } from '../trade-texts.ts';
import { type CoinUnits, flashPlan } from './flash-plan.ts';
import { type FlashResult, repayAtOnce } from './flash-result.ts';
import type { LoanProps } from './loan-props.ts';

type Props = Omit<LoanProps, 'way' | 'coin'>;

/** Every coin that is owed. */
const ALL = '';

function unitTexts(list: readonly CoinUnits[]): string[] {
  return list.map(({ own, units }) => ofCoin(own, units));
}

/** What would be sold and paid, at the index. */
function Preview(props: { readonly place: MarginPlace; readonly coin: string } & Listed) {
  const t = useT();
  const { place, coin, instruments } = props;
  const { trades, paidBack, stillOwed, worth } = flashPlan(place, coin, instruments);
  const sold = trades.map(
    ({ pays, paid, gets, got }) => `${ofCoin(pays, paid)} → ${ofCoin(gets, got)}`,
  );
  return (
    <dl className="order-figures">
      <Amounts label={t('margin.flash.sells')} texts={sold} />
      <Amounts label={t('margin.flash.pays')} texts={unitTexts(paidBack)} />
      <Amounts label={t('margin.flash.left')} texts={unitTexts(stillOwed)} />
      <FigureLine label={t('margin.ratioAfter')} value={ratioText(worth.ratioPpm)} />
    </dl>
  );
}

interface Listed {
  readonly instruments: Instruments;
}

/** What was sold and paid, and what is left. */
function Result(props: Props & Listed & { readonly result: FlashResult }) {
  const t = useT();
  const { result, instruments, onClose } = props;
  const { place } = useMarginPlace(props.kind, props.symbol);
  const { fills, repayments } = result;
  const owed = (place?.coins ?? []).map((own) => ({ own, units: own.debt }));
  return (
    <div className="amend" role="status">
      {repayments.length === 0 && <p className="order-notice">{t('margin.flash.nothing')}</p>}
      <dl className="order-figures">
        <Amounts label={t('margin.flash.sold')} texts={tradeTexts(fills, instruments)} />
        <Amounts label={t('margin.flash.paid')} texts={repaidTexts(repayments)} />
        {place !== undefined && (
          <Amounts
            label={t('margin.owed')}
            texts={unitTexts(owed.filter(({ units }) => units > 0))}
          />
        )}
      </dl>
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </div>
  );
}

function useRepay({ kind, symbol }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [result, setResult] = useState<FlashResult | null>(null);
  const send = async (coin: string) => {
    setBusy(true);
    setRefusal('');
    try {
      const done = await repayAtOnce({ kind, symbol }, coin);
      if (done === null) setRefusal(t('margin.flash.nothing'));
      setResult(done);
    } catch (error) {
      setRefusal(errorText(t, error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.all });
    }
  };
  return { busy, refusal, result, send };
}

/** What is owed; with cross margin one of it can be chosen. */
function Owed(props: {
  readonly owed: readonly MarginCoin[];
  readonly offers: boolean;
  readonly coin: string;
  readonly choose: (coin: string) => void;
}) {
  const t = useT();
  const { owed, offers, coin, choose } = props;
  const debts = owed.map((own) => ({ own, units: own.debt }));
  if (!offers || owed.length === 1) {
    return (
      <dl className="order-figures">
        <Amounts label={t('margin.owed')} texts={unitTexts(debts)} />
      </dl>
    );
  }
  return (
    <ChoiceField
      label={t('margin.owed')}
      value={coin}
      items={[
        { key: ALL, label: t('margin.flash.all') },
        ...owed.map((own) => ({ key: own.coin, label: ofCoin(own, own.debt) })),
      ]}
      onChange={choose}
    />
  );
}

function FlashForm(props: Props & Listed & { readonly place: MarginPlace }) {
  const t = useT();
  const { kind, place, instruments, onClose } = props;
  const [chosen, choose] = useState(ALL);
  const { busy, refusal, result, send } = useRepay(props);
  if (result !== null) return <Result {...props} result={result} />;
  const owed = place.coins.filter(({ debt }) => debt > 0);
  if (owed.length === 0) {
    // The account may be read again before the answer comes.
    return busy ? <SkeletonRows rows={4} /> : <p>{t('margin.state.none')}</p>;
  }
  const coin = owed.some((own) => own.coin === chosen) ? chosen : ALL;
  const stuck = isStuck(place);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!stuck && !busy) void send(coin);
  };
  return (
    <form className="amend" onSubmit={submit}>
      <p className="muted">{t('margin.flash.what')}</p>
      <Owed owed={owed} offers={kind === 'crossed'} coin={coin} choose={choose} />
      <Preview place={place} coin={coin} instruments={instruments} />
      <p className="field-hint">{t('margin.flash.note')}</p>
      {stuck && (
        <p className="order-notice" role="status">
          {t('margin.stale')}
        </p>
      )}
      <FormEnd
        refusal={refusal}
        busy={busy}
        onClose={onClose}
        confirm={t('margin.flash')}
        look="danger"
        disabled={stuck}
      />
    </form>
  );
}

/** The dialog. */
export function FlashDialog(props: Props) {
  const t = useT();
  const { place } = useMarginPlace(props.kind, props.symbol);
  const instruments = useInstruments().data;
  return (
    <Dialog title={t('margin.flash')} onClose={props.onClose}>
      {place === undefined || instruments === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <FlashForm {...props} place={place} instruments={instruments} />
      )}
    </Dialog>
  );
}
