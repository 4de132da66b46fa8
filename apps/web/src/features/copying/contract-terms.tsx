/** Leverage and margin mode of a trader's positions, by contract. */

import type { CopyContractTerms } from '@halcyon/domain/web';
import { CONTRACT_MARGINS } from '@halcyon/domain/web/copying';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { web } from '../../data/rest/web.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { type Ends, SendingDialog } from './sending-dialog.tsx';

interface Props {
  /** The trader's portfolio. */
  readonly id: string;
  readonly contracts: readonly CopyContractTerms[];
}

const MARGIN_NAMES = { crossed: 'futures.cross', isolated: 'futures.isolated' } as const;

function TermsDialog({ id, contracts, onClose, onDone }: Props & Ends) {
  const t = useT();
  const [first] = contracts;
  const [draft, setDraft] = useState({ ...first!, leverage: String(first!.leverage) });
  const { symbol, leverage, leverageMax, margin } = draft;
  const choose = (name: string) => {
    const found = contracts.find((one) => one.symbol === name) ?? first!;
    setDraft({ ...found, leverage: String(found.leverage) });
  };
  const send = async () => {
    const before = contracts.find((one) => one.symbol === symbol)!;
    const of = { id, symbol };
    const times = Number(leverage);
    const isLeverage = Number.isInteger(times) && times >= 1 && times <= leverageMax;
    // The mode first: in each the leverage is another. With a leverage that is refused nothing changes.
    if (isLeverage && margin !== before.margin) {
      await web('POST /copy/portfolios/:id/margin-mode', { ...of, margin });
    }
    await web('POST /copy/portfolios/:id/leverage', { ...of, leverage: times });
  };
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      title={t('futures.leverage')}
      fields={['leverage']}
    >
      {(wrong) => (
        <>
          <ChoiceField
            label={t('futures.contract')}
            value={symbol}
            items={contracts.map(({ symbol: key }) => ({ key, label: key }))}
            onChange={choose}
          />
          <ChoiceField
            label={t('futures.marginMode')}
            value={margin}
            items={CONTRACT_MARGINS.map((key) => ({ key, label: t(MARGIN_NAMES[key]) }))}
            onChange={(key) => setDraft({ ...draft, margin: key })}
          />
          <NumberField
            label={t('futures.leverage')}
            value={leverage}
            unit={`× (≤ ${leverageMax})`}
            scale={0}
            error={wrong('leverage')}
            onChange={(value) => setDraft({ ...draft, leverage: value })}
          />
        </>
      )}
    </SendingDialog>
  );
}

/** The button that opens the dialog. */
export function ContractTerms({ onDone, ...of }: Props & Pick<Ends, 'onDone'>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (of.contracts.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {t('futures.leverage')} / {t('futures.marginMode')}
      </Button>
      {open && <TermsDialog {...of} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}
