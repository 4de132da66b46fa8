/** The form that moves money between any two accounts of a person and the sub-accounts. */

import { FAMILY_ACCOUNTS, type FamilyRead } from '@halcyon/domain/web';
import { useState } from 'react';
import { submitForm } from '../../components/submit-form.ts';
import { trimZeros } from '../../data/decimal.ts';
import { newClientOid } from '../../data/rest/trading.ts';
import { type Translate, useT } from '../../platform/locale/intl.tsx';
import { ACCOUNT_NAMES } from '../transfer/account-names.ts';
import { AmountPart, PairAndCoin, useIssue, useSending } from '../transfer/amount-part.tsx';
import { WayFields } from '../transfer/way-fields.tsx';
import { type FamilyWay, pairOf, spareOn } from './family-spare.ts';
import { type FamilyPlace, moveInFamily } from './sub-api.ts';

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

function keyOf({ uid, account }: FamilyPlace): string {
  return `${uid} ${account}`;
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
  const { busy, refusal, at, clear, send } = useSending(onClose ?? (() => setText('')));
  const places = placesOf(t, family);
  const { way, setWay, pair, coin } = chosen;
  const sendable = { coin, scale: SCALE, spare: chosen.spare };
  const error = useIssue(text, sendable);
  const ready = text !== '' && error === undefined && keyOf(way.from) !== keyOf(way.to);
  const placeOf = (key: string) => places.find((one) => one.key === key)!;
  const type = (next: string) => {
    clear();
    setText(next);
  };
  const move = async () => {
    const ofPair = pair === undefined ? {} : { symbol: pair.symbol };
    const asked = { ...way, ...ofPair, coin, amount: trimZeros(text), clientOid: newClientOid() };
    const told = { amount: asked.amount, coin, to: placeOf(keyOf(way.to)).label };
    if (ready) await send(() => moveInFamily(asked), told);
  };
  return (
    <form className="amend" noValidate onSubmit={(event) => submitForm(event, move)}>
      <WayFields
        from={keyOf(way.from)}
        to={keyOf(way.to)}
        items={places}
        onChange={(from, to) => setWay({ from: placeOf(from).place, to: placeOf(to).place })}
      />
      <PairAndCoin
        pair={pair?.symbol ?? ''}
        pairs={family.pairs}
        coin={coin}
        coins={chosen.coins.map((one) => one.coin)}
        onPair={chosen.choosePair}
        onCoin={chosen.chooseCoin}
      />
      <AmountPart
        {...{ sendable, text, ready, busy, refusal, onClose }}
        error={error ?? at('size')}
        onText={type}
      />
    </form>
  );
}
