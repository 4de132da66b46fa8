/** Moves money between any two accounts of a person and the sub-accounts. */

import { FAMILY_ACCOUNTS, type FamilyAccount, type FamilyRead } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { toast } from '../../components/toast.tsx';
import { parseExact, trimZeros, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS } from '../../data/state/account.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, type Translate, useT } from '../../platform/locale/intl.tsx';
import { newClientOid } from '../terminal/order-form/submit.ts';
import { ChoiceField } from '../transfer/choice-field.tsx';
import { coinsAt, spareAt } from './family-spare.ts';
import { moveInFamily, type Place } from './sub-api.ts';

const SCALE = 8;
const NAMES: Readonly<Record<FamilyAccount, MessageId>> = {
  spot: 'transfer.spot',
  usdt_futures: 'transfer.futures',
  crossed_margin: 'transfer.cross',
};

/** Accounts of everybody in the family. */
function placesOf(t: Translate, family: FamilyRead) {
  const people = [
    { uid: family.own.uid, name: t('subs.main') },
    ...family.subs.map(({ uid, name }) => ({ uid, name })),
  ];
  return people.flatMap(({ uid, name }) =>
    FAMILY_ACCOUNTS.map((account) => ({
      key: keyOf({ uid, account }),
      label: `${name}: ${t(NAMES[account])}`,
      place: { uid, account },
    })),
  );
}

function keyOf({ uid, account }: Place): string {
  return `${uid} ${account}`;
}

/** What is wrong with an amount; undefined where nothing is. */
function useIssue(text: string, spare: string, coin: string): string | undefined {
  const t = useT();
  if (text === '') return undefined;
  const issue = (id: MessageId, values = {}) => issueText(t, { id, values }, t('transfer.amount'));
  const units = parseExact(text, SCALE);
  if (units === null) return issue('check.number');
  if (units <= 0n) return issue('check.positive');
  return wide(text) > wide(spare) ? issue('check.funds', { coin }) : undefined;
}

/** Sends what the dialog holds; it stays open where that is refused. */
function useMove(onClose: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const move = async (
    asked: Omit<Parameters<typeof moveInFamily>[0], 'clientOid'>,
    label: string,
  ) => {
    setBusy(true);
    setRefusal('');
    const { amount: size, coin } = asked;
    try {
      await moveInFamily({ ...asked, clientOid: newClientOid() });
      await client.invalidateQueries({ queryKey: KEYS.all });
      toast('success', t('transfer.done', { amount: amount(size), coin, to: label }));
      onClose();
    } catch (thrown) {
      setRefusal(errorText(t, thrown));
      setBusy(false);
    }
  };
  return { busy, refusal, move };
}

/** The dialog. @param props.to the sub-account that it is opened for */
export function FamilyTransferDialog(props: {
  readonly family: FamilyRead;
  readonly to: string;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { family, onClose } = props;
  const [from, setFrom] = useState<Place>({ uid: family.own.uid, account: 'spot' });
  const [to, setTo] = useState<Place>({ uid: props.to, account: 'spot' });
  const [chosen, choose] = useState('USDT');
  const [text, setText] = useState('');
  const { busy, refusal, move } = useMove(onClose);
  const places = placesOf(t, family);
  const coins = coinsAt(family, from);
  const coin = coins.includes(chosen) ? chosen : (coins[0] ?? 'USDT');
  const spare = spareAt(family, from, coin);
  const error = useIssue(text, spare, coin);
  const ready = text !== '' && error === undefined && keyOf(from) !== keyOf(to);
  const pick = (key: string) => places.find((one) => one.key === key)!.place;
  const send = () => {
    const label = places.find((one) => one.key === keyOf(to))!.label;
    if (ready) void move({ from, to, coin, amount: trimZeros(text) }, label);
  };
  return (
    <Dialog title={t('transfer.title')} onClose={onClose}>
      <form className="subs-form" noValidate onSubmit={(event) => submitForm(event, send)}>
        <ChoiceField
          label={t('transfer.from')}
          value={keyOf(from)}
          items={places}
          onChange={(key) => setFrom(pick(key))}
        />
        <ChoiceField
          label={t('transfer.to')}
          value={keyOf(to)}
          items={places}
          onChange={(key) => setTo(pick(key))}
        />
        {coins.length > 1 && (
          <ChoiceField
            label={t('assets.coin')}
            value={coin}
            items={coins.map((key) => ({ key, label: key }))}
            onChange={choose}
          />
        )}
        <NumberField
          label={t('transfer.amount')}
          unit={coin}
          scale={SCALE}
          value={text}
          onChange={setText}
          error={error}
        />
        <p className="order-line">
          <span className="muted">{t('transfer.most')}</span>
          <Button look="link" onClick={() => setText(trimZeros(spare))}>
            {`${amount(spare, SCALE)} ${coin}`}
          </Button>
        </p>
        <FormEnd
          refusal={refusal}
          busy={busy}
          onClose={onClose}
          confirm={t('transfer.send')}
          disabled={!ready}
        />
      </form>
    </Dialog>
  );
}
