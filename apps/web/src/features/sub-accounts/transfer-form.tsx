/** The form that moves money between any two accounts of a person and the sub-accounts. */

import { FAMILY_ACCOUNTS, type FamilyRead } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
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
import { ACCOUNT_NAMES } from '../transfer/account-names.ts';
import { ChoiceField } from '../transfer/choice-field.tsx';
import { WayFields } from '../transfer/way-fields.tsx';
import { type FamilyWay, pairOf, spareOn } from './family-spare.ts';
import { type FamilyMove, moveInFamily, type Place } from './sub-api.ts';

const SCALE = 8;

/** Accounts of everybody in the family; those of pairs where there are any. */
function placesOf(t: Translate, family: FamilyRead) {
  const accounts = FAMILY_ACCOUNTS.filter(
    (account) => account !== 'isolated_margin' || family.pairs.length > 0,
  );
  const people = [
    { uid: family.own.uid, name: t('subs.main') },
    ...family.subs.map(({ uid, name }) => ({ uid, name })),
  ];
  return people.flatMap(({ uid, name }) =>
    accounts.map((account) => ({
      key: keyOf({ uid, account }),
      // Who has no sub-accounts need not be told whose account it is.
      label:
        people.length > 1 ? `${name}: ${t(ACCOUNT_NAMES[account])}` : t(ACCOUNT_NAMES[account]),
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

/** Sends what the form holds. @param onDone not called where that is refused */
function useMove(onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const move = async (asked: FamilyMove, label: string) => {
    setBusy(true);
    setRefusal('');
    const { amount: size, coin } = asked;
    try {
      await moveInFamily({ ...asked, clientOid: newClientOid() });
      await client.invalidateQueries({ queryKey: KEYS.all });
      toast('success', t('transfer.done', { amount: amount(size), coin, to: label }));
      onDone();
    } catch (thrown) {
      setRefusal(errorText(t, thrown));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, move };
}

/** The way that is chosen, and what may go it. */
function useWay(family: FamilyRead, first: FamilyWay) {
  const [way, setWay] = useState(first);
  const [pairChosen, choosePair] = useState('');
  const [coinChosen, chooseCoin] = useState('USDT');
  const pair = pairOf(family, way, pairChosen);
  const coins = spareOn(family, way, pair);
  const held = coins.find(({ coin }) => coin === coinChosen) ?? coins[0];
  const coin = held?.coin ?? 'USDT';
  return { way, setWay, pair, choosePair, coins, coin, chooseCoin, spare: held?.amount ?? '0' };
}

/** Whose account, of which pair and which coin. */
function PlaceFields(props: {
  readonly family: FamilyRead;
  readonly places: ReturnType<typeof placesOf>;
  readonly chosen: ReturnType<typeof useWay>;
}) {
  const t = useT();
  const { family, places, chosen } = props;
  const { way, setWay, pair, choosePair, coins, coin, chooseCoin } = chosen;
  const placeOf = (key: string) => places.find((one) => one.key === key)!.place;
  return (
    <>
      <WayFields
        from={keyOf(way.from)}
        to={keyOf(way.to)}
        items={places}
        onChange={(from, to) => setWay({ from: placeOf(from), to: placeOf(to) })}
      />
      {pair !== undefined && (
        <ChoiceField
          label={t('orders.pair')}
          value={pair.symbol}
          items={family.pairs.map(({ symbol, base, quote }) => ({
            key: symbol,
            label: `${base}/${quote}`,
          }))}
          onChange={choosePair}
        />
      )}
      {coins.length > 1 && (
        <ChoiceField
          label={t('assets.coin')}
          value={coin}
          items={coins.map((one) => ({ key: one.coin, label: one.coin }))}
          onChange={chooseCoin}
        />
      )}
    </>
  );
}

/** The form; on a page, where nothing is to be closed, it can be sent again. */
export function FamilyTransferForm(props: {
  readonly family: FamilyRead;
  /** The way that it begins with. */
  readonly way: FamilyWay;
  readonly onClose?: () => void;
}) {
  const t = useT();
  const { family, onClose } = props;
  const chosen = useWay(family, props.way);
  const [text, setText] = useState('');
  const { busy, refusal, move } = useMove(onClose ?? (() => setText('')));
  const places = placesOf(t, family);
  const { way, pair, coin, spare } = chosen;
  const error = useIssue(text, spare, coin);
  const ready = text !== '' && error === undefined && keyOf(way.from) !== keyOf(way.to);
  const send = () => {
    const label = places.find((one) => one.key === keyOf(way.to))!.label;
    const ofPair = pair === undefined ? {} : { symbol: pair.symbol };
    if (ready) void move({ ...way, ...ofPair, coin, amount: trimZeros(text) }, label);
  };
  return (
    <form className="amend" noValidate onSubmit={(event) => submitForm(event, send)}>
      <PlaceFields family={family} places={places} chosen={chosen} />
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
        {...(onClose !== undefined && { onClose })}
        confirm={t('transfer.send')}
        disabled={!ready}
      />
    </form>
  );
}
