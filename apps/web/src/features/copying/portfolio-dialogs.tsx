/** Dialogs about own portfolios: money, the offer of a trader, leaving, ending. */

import type { CopyOffer, CopyPortfolioRow } from '@halcyon/domain/web';
import { COPY_EXITS, COPY_MODES, COPY_SHARE_FIRST } from '@halcyon/domain/web/copying';
import { useState } from 'react';
import { ChoiceField } from '../../components/choice-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { web } from '../../data/rest/web.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { type Ends, MoneyField, SendingDialog, type Wrong } from './sending-dialog.tsx';

const COIN_DIGITS = 8;
const PERCENT_DIGITS = 4;

/** What each of them is opened with. */
export interface DialogProps extends Ends {
  readonly portfolio: CopyPortfolioRow;
}

/** Puts money in or takes it out. */
export function MoneyDialog(props: DialogProps & { readonly available: string }) {
  const t = useT();
  const { portfolio, available, onClose, onDone } = props;
  const { id, coin, free } = portfolio;
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [size, setSize] = useState('');
  const send = () => web('POST /copy/portfolios/:id/money', { id, direction, amount: size });
  return (
    <SendingDialog {...{ onClose, onDone, send }} title={t('copy.money')} fields={['size']}>
      {(wrong) => (
        <>
          <ChoiceField
            label={t('copy.money')}
            value={direction}
            items={[
              { key: 'in', label: t('copy.moneyIn') },
              { key: 'out', label: t('copy.moneyOut') },
            ]}
            onChange={setDirection}
          />
          <MoneyField
            {...{ coin, wrong }}
            value={size}
            available={direction === 'in' ? available : free}
            onChange={setSize}
          />
        </>
      )}
    </SendingDialog>
  );
}

/** Leaves a trader at once. */
export function StopDialog({ portfolio, onClose, onDone }: DialogProps) {
  const t = useT();
  const { id } = portfolio;
  const [exit, setExit] = useState<(typeof COPY_EXITS)[number]>('close');
  const send = () => web('POST /copy/portfolios/:id/stop', { id, exit });
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      title={t('copy.stop')}
      fields={[]}
      confirm={t('copy.stop')}
      look="danger"
    >
      {() => (
        <>
          <p className="muted">{t('copy.stopText')}</p>
          <ChoiceField
            label={t('positions.title')}
            value={exit}
            items={COPY_EXITS.map((key) => ({ key, label: t(`copy.exit.${key}`) }))}
            onChange={setExit}
          />
        </>
      )}
    </SendingDialog>
  );
}

/** Ends a trader's portfolio. */
export function EndDialog({ portfolio, onClose, onDone }: DialogProps) {
  const t = useT();
  const { id } = portfolio;
  const send = () => web('POST /copy/portfolios/:id/end', { id });
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      title={t('copy.end')}
      fields={[]}
      confirm={t('copy.end')}
      look="danger"
    >
      {() => <p className="muted">{t('copy.endText')}</p>}
    </SendingDialog>
  );
}

interface OfferDraft extends Omit<CopyOffer, 'followersMax'> {
  readonly followersMax: string;
}

const OFFER_FIELDS = ['share', 'followersMax', 'amountMin', 'amountMax', 'code'] as const;

function OfferFields(props: {
  readonly draft: OfferDraft;
  readonly coin: string;
  readonly onChange: (draft: OfferDraft) => void;
  readonly wrong: Wrong;
}) {
  const t = useT();
  const { draft, coin, onChange, wrong } = props;
  const number = (
    key: 'share' | 'followersMax' | 'amountMin' | 'amountMax',
    label: string,
    unit: string,
    scale: number,
  ) => (
    <NumberField
      label={label}
      value={draft[key]}
      unit={unit}
      scale={scale}
      error={wrong(key)}
      onChange={(text) => onChange({ ...draft, [key]: text })}
    />
  );
  return (
    <>
      <div className="copy-fields">
        {number('share', t('copy.share'), '%', PERCENT_DIGITS)}
        {number('followersMax', t('copy.followersMax'), '', 0)}
        {number('amountMin', t('copy.amountMin'), coin, COIN_DIGITS)}
        {number('amountMax', t('copy.amountMax'), coin, COIN_DIGITS)}
      </div>
      <p className="muted copy-note">{t('copy.shareMax', { percent: draft.shareMax })}</p>
      <TextField
        label={t('copy.code')}
        name="code"
        value={draft.code}
        hint={t('copy.codeHint')}
        error={wrong('code')}
        onChange={(code) => onChange({ ...draft, code })}
      />
    </>
  );
}

/** What is sent of a draft; an empty field says nothing. */
function offerOf({ followersMax, code, shareMax: _, ...draft }: OfferDraft) {
  return { ...draft, code, followersMax: followersMax === '' ? undefined : Number(followersMax) };
}

/** Opens a trader's portfolio. */
export function OpenDialog(props: Ends & { readonly coin: string; readonly available: string }) {
  const t = useT();
  const { coin, available, onClose, onDone } = props;
  const [size, setSize] = useState('100');
  const [positionMode, setMode] = useState<(typeof COPY_MODES)[number]>('oneWay');
  const share = { share: COPY_SHARE_FIRST, shareMax: COPY_SHARE_FIRST };
  const others = { followersMax: '', amountMin: '', amountMax: '', code: '' };
  const [draft, setDraft] = useState<OfferDraft>({ ...share, ...others });
  const send = () =>
    web('POST /copy/portfolios', { amount: size, positionMode, ...offerOf(draft) });
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      wide
      title={t('copy.become')}
      fields={['size', ...OFFER_FIELDS]}
      confirm={t('copy.become')}
    >
      {(wrong) => (
        <>
          <p className="muted copy-note">{t('copy.becomeText')}</p>
          <MoneyField {...{ coin, available, wrong }} value={size} onChange={setSize} />
          <ChoiceField
            label={t('futures.positionMode')}
            value={positionMode}
            items={COPY_MODES.map((key) => ({ key, label: t(`futures.${key}`) }))}
            onChange={setMode}
          />
          <OfferFields {...{ draft, coin, wrong }} onChange={setDraft} />
        </>
      )}
    </SendingDialog>
  );
}

/** Changes what a trader offers. */
export function OfferDialog({ portfolio, onClose, onDone }: DialogProps) {
  const t = useT();
  const { id, coin, offer } = portfolio;
  const share = { share: '', shareMax: COPY_SHARE_FIRST };
  const none = { ...share, followersMax: 0, amountMin: '', amountMax: '', code: '' };
  const known = offer ?? none;
  const [draft, setDraft] = useState<OfferDraft>({
    ...known,
    followersMax: String(known.followersMax),
  });
  const send = () =>
    web('POST /copy/portfolios/:id/offer', { id, ...offerOf(draft), open: draft.code === '' });
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      wide
      title={t('copy.offer')}
      fields={OFFER_FIELDS}
    >
      {(wrong) => <OfferFields {...{ draft, coin, wrong }} onChange={setDraft} />}
    </SendingDialog>
  );
}
