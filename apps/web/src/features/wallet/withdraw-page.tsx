/** Money out: to addresses of the book, with fee and limits said before it is asked for. */

import type { AddressRow, SecurityState, WithdrawDay, WithdrawTerms } from '@halcyon/domain/web';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { leadToFault, submitForm } from '../../components/submit-form.ts';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { useTitle } from '../../components/use-title.ts';
import { checkAmount } from '../../data/amount-check.ts';
import { parseExact, toText, trimZeros } from '../../data/decimal.ts';
import { amount, dateTime } from '../../data/format.ts';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText, refusalOf } from '../../data/rest/error-text.ts';
import { newClientOid } from '../../data/rest/trading.ts';
import type { WithdrawalRow } from '../../data/rest/types.ts';
import { KEYS, useAssets } from '../../data/state/account.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import { fetchSecurity } from '../security/security-api.ts';
import { useAct } from '../security/use-act.ts';
import { AddressBook, useBook } from './address-book.tsx';
import { askWithdrawal, cancelWithdrawal, fetchDay, fetchLatestWithdrawals } from './wallet-api.ts';
import {
  Confirmations,
  Fact,
  ListCard,
  useStatusText,
  useTerms,
  WALLET_KEYS,
} from './wallet-parts.tsx';
import { transactionOf } from './withdrawal-status.ts';
import './wallet.css';

/** How often the list is read, ms: as often as the chain has a block. */
const LOOK_MS = 2_000;

/** What is about to be asked for. */
interface Asked {
  readonly coin: string;
  readonly address: string;
  readonly size: string;
  readonly fee: string;
  readonly clientOid: string;
}

/** What is wrong with an amount; undefined where nothing is. @param available undefined = not known yet */
function useIssue(
  text: string,
  terms: WithdrawTerms,
  available: string | undefined,
): string | undefined {
  const t = useT();
  if (text === '') return undefined;
  const { coin, scale, min, fee } = terms;
  const wrong = checkAmount(text, scale);
  if (wrong !== null) return issueText(t, wrong, t('order.size'));
  const issue = (id: MessageId, values = {}) => issueText(t, { id, values }, t('order.size'));
  const units = parseExact(text, scale) ?? 0n;
  const least = parseExact(min, scale) ?? 0n;
  if (units < least) return issue('wallet.least', { limit: amount(min), coin });
  const all = units + (parseExact(fee, scale) ?? 0n);
  if (available === undefined) return undefined;
  const spare = parseExact(available, scale) ?? 0n;
  return all > spare ? issue('check.funds', { coin }) : undefined;
}

/** Names amount and address once more, then asks. */
function ConfirmDialog(props: {
  readonly asked: Asked;
  readonly onClose: (done: boolean) => void;
  /** The amount was refused: it is to be another one. */
  readonly onRefused: (error: unknown) => void;
}) {
  const t = useT();
  const { asked, onClose, onRefused } = props;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const send = async () => {
    setBusy(true);
    setRefusal('');
    try {
      await askWithdrawal(asked);
      toast('success', t('wallet.requested'));
      await client.invalidateQueries({ queryKey: KEYS.all });
      onClose(true);
    } catch (error) {
      const { field, text } = refusalOf(t, error);
      if (field === 'size') {
        onRefused(error);
        return;
      }
      setRefusal(text);
      setBusy(false);
      // The fee may be another one by now.
      await client.invalidateQueries({ queryKey: WALLET_KEYS.terms });
    }
  };
  return (
    <Dialog title={t('wallet.confirm')} onClose={() => onClose(false)}>
      <form className="amend" noValidate onSubmit={(event) => submitForm(event, send)}>
        <Fact name={t('order.size')}>
          {amount(asked.size)} {asked.coin}
        </Fact>
        <Fact name={t('orders.fee')}>
          {amount(asked.fee)} {asked.coin}
        </Fact>
        <p className="muted">{t('security.address')}</p>
        <output className="wallet-address">{asked.address}</output>
        <FormEnd
          refusal={refusal}
          busy={busy}
          onClose={() => onClose(false)}
          confirm={t('nav.withdraw')}
        />
      </form>
    </Dialog>
  );
}

/** What the level still lets be withdrawn today, of all coins together. */
function DayLeft() {
  const t = useT();
  const { data } = useQuery<WithdrawDay | null>({ queryKey: WALLET_KEYS.day, queryFn: fetchDay });
  if (data === undefined || data === null) return null;
  const name = `${t('wallet.dayLeft')} (${t('fees.level', { level: data.level })})`;
  return (
    <Fact name={name}>
      <bdi dir="ltr" className="num">
        {amount(data.left, 2)} / {amount(data.max)} USDT
      </bdi>
    </Fact>
  );
}

function Facts(props: {
  readonly terms: WithdrawTerms;
  readonly available: string | undefined;
  readonly text: string;
}) {
  const t = useT();
  const { coin, scale, fee, min, dayMax, approveAbove } = props.terms;
  const units = parseExact(props.text, scale);
  const leaves = units === null ? null : units + (parseExact(fee, scale) ?? 0n);
  return (
    <>
      <Fact name={t('order.available')}>
        {props.available === undefined ? '–' : `${amount(props.available)} ${coin}`}
      </Fact>
      <Fact name={t('orders.fee')}>{`${amount(fee)} ${coin}`}</Fact>
      <Fact name={t('wallet.min')}>{`${amount(min)} ${coin}`}</Fact>
      {dayMax !== '0' && <Fact name={t('wallet.dayMax')}>{`${amount(dayMax)} ${coin}`}</Fact>}
      <DayLeft />
      <Fact name={t('order.total')}>
        {leaves === null ? '–' : `${amount(trimZeros(toText(leaves, scale)))} ${coin}`}
      </Fact>
      {approveAbove !== '0' && (
        <p className="muted">{t('wallet.approval', { amount: amount(approveAbove), coin })}</p>
      )}
    </>
  );
}

/**
 * What is asked for, once it is known whether it can be: who presses Enter before that is told what is
 * waited for. @param found what can be asked for now; null = it cannot be, undefined = not known yet
 */
function useAsking(found: Omit<Asked, 'clientOid'> | null | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [waits, setWaits] = useState(false);
  const ask = () => {
    setWaits(found === undefined);
    if (found) setAsked({ ...found, clientOid: newClientOid() });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: that it is known now is the reason
  useEffect(() => {
    if (waits && found !== undefined) ask();
  }, [waits, found !== undefined]);
  return { asked, waits, ask, forget: () => setAsked(null), stay: () => setWaits(false) };
}

function WithdrawForm(props: {
  readonly all: readonly WithdrawTerms[];
  /** undefined = it is being read. */
  readonly book: readonly AddressRow[] | undefined;
}) {
  const t = useT();
  const [coin, setCoin] = useState('USDT');
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  const assets = useAssets().data;
  const terms = props.all.find((one) => one.coin === coin) ?? props.all[0]!;
  const usable = (props.book ?? []).filter(
    (row) => row.coin === coin && row.usableAt <= Date.now(),
  );
  const address = usable.find((row) => row.address === chosen) ?? usable[0];
  const available = assets && (assets.get(coin)?.available ?? '0');
  const form = useRef<HTMLFormElement>(null);
  const { at, refuse, clear } = useRefusal(['size']);
  const refused = at('size');
  const error = useIssue(text, terms, available);
  // The amount was refused in a dialog that is gone by now.
  useEffect(() => {
    if (refused !== undefined && form.current !== null) leadToFault(form.current);
  }, [refused]);
  const loading = available === undefined || props.book === undefined;
  const fits = text !== '' && error === undefined;
  const ready = address !== undefined && fits && !loading;
  const found = ready
    ? { coin, address: address.address, size: trimZeros(text), fee: terms.fee }
    : null;
  const { asked, waits, ask, forget, stay } = useAsking(loading && fits ? undefined : found);
  const close = (done: boolean) => {
    forget();
    if (done) setText('');
  };
  const type = (next: string) => {
    stay();
    clear();
    setText(next);
  };
  return (
    <>
      <form
        ref={form}
        className="wallet-form"
        noValidate
        onSubmit={(event) => submitForm(event, ask)}
      >
        <ChoiceField
          label={t('assets.coin')}
          value={coin}
          items={props.all.map((one) => ({ key: one.coin, label: one.coin }))}
          onChange={(next) => {
            clear();
            setCoin(next);
          }}
        />
        {address === undefined && props.book !== undefined && (
          <p role="status">{t('wallet.noAddress')}</p>
        )}
        {address !== undefined && (
          <ChoiceField
            label={t('security.address')}
            value={address.address}
            items={usable.map((row) => ({
              key: row.address,
              label: `${row.label} ${row.address}`.trim(),
            }))}
            onChange={setChosen}
          />
        )}
        <NumberField
          label={t('order.size')}
          unit={coin}
          scale={terms.scale}
          value={text}
          onChange={type}
          error={error ?? refused}
        />
        <Facts terms={terms} available={available} text={text} />
        {waits && <p role="status">{t('wallet.waits')}</p>}
        <Button type="submit" look="primary" disabled={!ready && !(loading && fits)}>
          {t('nav.withdraw')}
        </Button>
      </form>
      {asked !== null && (
        <ConfirmDialog
          asked={asked}
          onClose={close}
          onRefused={(thrown) => {
            forget();
            refuse(thrown);
          }}
        />
      )}
    </>
  );
}

function Latest() {
  const t = useT();
  const status = useStatusText();
  const client = useQueryClient();
  const { busy, act } = useAct();
  const query = useQuery<readonly WithdrawalRow[]>({
    queryKey: WALLET_KEYS.withdrawals,
    queryFn: fetchLatestWithdrawals,
    refetchInterval: LOOK_MS,
  });
  const cancel = (orderId: string) =>
    act(async () => {
      await cancelWithdrawal(orderId);
      toast('success', t('wallet.cancelled'));
      await client.invalidateQueries({ queryKey: KEYS.all });
    });
  const needed = useTerms().data?.[0]?.confirmationsNeeded;
  const statusOf = (row: WithdrawalRow) => {
    const word = status(row);
    const leaving = row.status === 'pending' && transactionOf(row) !== '';
    if (!leaving || needed === undefined) return word;
    return <Confirmations count={Number(row.confirm)} needed={needed} word={word} />;
  };
  const cancelling = (row: WithdrawalRow) =>
    row.status.startsWith('pending') && (
      <Button
        disabled={busy}
        aria-label={`${t('action.cancel')} ${row.orderId}`}
        onClick={() => void cancel(row.orderId)}
      >
        {t('action.cancel')}
      </Button>
    );
  const receipts = useReceipt<WithdrawalRow>(({ orderId: id, status: word }) =>
    word === 'success' ? { of: 'movement', account: 'spot', id } : undefined,
  );
  return (
    <ListCard<WithdrawalRow>
      title={t('wallet.withdrawals')}
      what="withdrawals"
      query={query}
      rowKey={(row) => row.orderId}
      columns={[
        { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
        { key: 'coin', label: t('assets.coin'), cell: (row) => row.coin },
        { key: 'size', label: t('order.total'), cell: (row) => amount(row.size), end: true },
        {
          key: 'fee',
          label: t('orders.fee'),
          cell: (row) => amount(row.fee.replace('-', '')),
          end: true,
        },
        {
          key: 'address',
          label: t('security.address'),
          cell: (row) => <span className="wallet-address">{row.toAddress}</span>,
        },
        { key: 'status', label: t('orders.status'), cell: statusOf },
        {
          key: 'transaction',
          label: t('wallet.transaction'),
          cell: (row) => <HashText text={transactionOf(row) || '–'} />,
        },
        { key: 'cancel', goes: 0, label: t('orders.actions'), cell: cancelling, end: true },
        receipts.column,
      ]}
    >
      {receipts.dialog}
    </ListCard>
  );
}

/** Says how long nothing may leave after a change of security. */
function Frozen() {
  const t = useT();
  const { data } = useQuery<SecurityState>({
    queryKey: ['account', 'security'],
    queryFn: fetchSecurity,
    staleTime: 0,
  });
  const until = data?.withdrawalsFrozenUntil ?? null;
  if (until === null) return null;
  return (
    <p className="wallet-frozen" role="status">
      {t('security.frozen', { date: dateTime(until) })}
    </p>
  );
}

function Withdraw() {
  const t = useT();
  useTitle(`${t('nav.withdraw')} | Halcyon`);
  const terms = useTerms();
  const book = useBook();
  const all = terms.data;
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.withdraw')}</h1>
      <Frozen />
      <div className="wallet-grid">
        <section className="card wallet-card">
          {terms.isError && (
            <ErrorState message={errorText(t, terms.error)} onRetry={() => void terms.refetch()} />
          )}
          {all === undefined && !terms.isError && <SkeletonRows rows={6} height={24} />}
          {all !== undefined && <WithdrawForm all={all} book={book.data} />}
        </section>
        <AddressBook terms={all ?? []} query={book} />
        <Latest />
      </div>
    </div>
  );
}

/** The page at `/asset/withdraw`. */
export function WithdrawPage() {
  return (
    <RequireSession person>
      <Withdraw />
    </RequireSession>
  );
}
