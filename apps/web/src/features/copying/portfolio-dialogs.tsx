/** Dialogs about own portfolios: money, the offer of a trader, leaving, ending. */

import type { CopyOffer, CopyPortfolioRow } from '@halcyon/domain/web';
import { COPY_EXITS } from '@halcyon/domain/web/copying';
import { useState } from 'react';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { amount } from '../../data/format.ts';
import { web } from '../../data/rest/web.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useSending } from './use-sending.ts';

const COIN_DIGITS = 8;
const PERCENT_DIGITS = 4;

/** What each of them is opened with. */
export interface DialogProps {
  readonly portfolio: CopyPortfolioRow;
  readonly onClose: () => void;
  /** After something changed. */
  readonly onDone: () => void;
}

function useEnds({ onClose, onDone }: Pick<DialogProps, 'onClose' | 'onDone'>) {
  return useSending(() => {
    onDone();
    onClose();
  });
}

/** Puts money in or takes it out. */
export function MoneyDialog(props: DialogProps & { readonly available: string }) {
  const t = useT();
  const { portfolio, available, onClose } = props;
  const { id, coin, free } = portfolio;
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [size, setSize] = useState('');
  const { busy, send, wrong, rest } = useEnds(props);
  const submit = () =>
    void send(() => web('POST /copy/portfolios/:id/money', { id, direction, amount: size }));
  return (
    <Dialog title={t('copy.money')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <ChoiceField
          label={t('copy.money')}
          value={direction}
          items={[
            { key: 'in', label: t('copy.moneyIn') },
            { key: 'out', label: t('copy.moneyOut') },
          ]}
          onChange={setDirection}
        />
        <NumberField
          label={t('order.size')}
          value={size}
          unit={coin}
          scale={COIN_DIGITS}
          error={wrong('amount')}
          onChange={setSize}
        />
        <p className="muted copy-note">
          {t('order.available')}:{' '}
          <bdi dir="ltr">
            {amount(direction === 'in' ? available : free)} {coin}
          </bdi>
        </p>
        <FormEnd refusal={rest(['amount'])} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Leaves a trader at once. */
export function StopDialog(props: DialogProps) {
  const t = useT();
  const { portfolio, onClose } = props;
  const { id } = portfolio;
  const [exit, setExit] = useState<(typeof COPY_EXITS)[number]>('close');
  const { busy, send, rest } = useEnds(props);
  const submit = () => void send(() => web('POST /copy/portfolios/:id/stop', { id, exit }));
  return (
    <Dialog title={t('copy.stop')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <p className="muted">{t('copy.stopText')}</p>
        <ChoiceField
          label={t('positions.title')}
          value={exit}
          items={COPY_EXITS.map((key) => ({ key, label: t(`copy.exit.${key}`) }))}
          onChange={setExit}
        />
        <FormEnd
          refusal={rest([])}
          busy={busy}
          onClose={onClose}
          confirm={t('copy.stop')}
          look="danger"
        />
      </form>
    </Dialog>
  );
}

/** Ends a trader's portfolio. */
export function EndDialog(props: DialogProps) {
  const t = useT();
  const { portfolio, onClose } = props;
  const { id } = portfolio;
  const { busy, send, rest } = useEnds(props);
  const submit = () => void send(() => web('POST /copy/portfolios/:id/end', { id }));
  return (
    <Dialog title={t('copy.end')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <p className="muted">{t('copy.endText')}</p>
        <FormEnd
          refusal={rest([])}
          busy={busy}
          onClose={onClose}
          confirm={t('copy.end')}
          look="danger"
        />
      </form>
    </Dialog>
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
  readonly wrong: (field: string) => string | undefined;
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
function offerOf({ followersMax, code, ...draft }: OfferDraft) {
  return { ...draft, code, followersMax: followersMax === '' ? undefined : Number(followersMax) };
}

/** Opens a trader's portfolio. */
export function OpenDialog(props: {
  readonly coin: string;
  readonly available: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { coin, available, onClose } = props;
  const [size, setSize] = useState('100');
  const first = { share: '10', followersMax: '', amountMin: '', amountMax: '', code: '' };
  const [draft, setDraft] = useState<OfferDraft>(first);
  const { busy, send, wrong, rest } = useEnds(props);
  const submit = () =>
    void send(() => web('POST /copy/portfolios', { amount: size, ...offerOf(draft) }));
  return (
    <Dialog wide title={t('copy.become')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <p className="muted copy-note">{t('copy.becomeText')}</p>
        <NumberField
          label={t('order.size')}
          value={size}
          unit={coin}
          scale={COIN_DIGITS}
          error={wrong('amount')}
          onChange={setSize}
        />
        <p className="muted copy-note">
          {t('order.available')}:{' '}
          <bdi dir="ltr">
            {amount(available)} {coin}
          </bdi>
        </p>
        <OfferFields draft={draft} coin={coin} onChange={setDraft} wrong={wrong} />
        <FormEnd
          refusal={rest(['amount', ...OFFER_FIELDS])}
          busy={busy}
          onClose={onClose}
          confirm={t('copy.become')}
        />
      </form>
    </Dialog>
  );
}

/** Changes what a trader offers. */
export function OfferDialog(props: DialogProps) {
  const t = useT();
  const { portfolio, onClose } = props;
  const { id, coin, offer } = portfolio;
  const none = { share: '', followersMax: 0, amountMin: '', amountMax: '', code: '' };
  const known = offer ?? none;
  const [draft, setDraft] = useState<OfferDraft>({
    ...known,
    followersMax: String(known.followersMax),
  });
  const { busy, send, wrong, rest } = useEnds(props);
  const submit = () =>
    void send(() =>
      web('POST /copy/portfolios/:id/offer', { id, ...offerOf(draft), open: draft.code === '' }),
    );
  return (
    <Dialog wide title={t('copy.offer')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <OfferFields draft={draft} coin={coin} onChange={setDraft} wrong={wrong} />
        <FormEnd refusal={rest(OFFER_FIELDS)} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
