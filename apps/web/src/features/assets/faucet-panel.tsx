/** The test faucet: coins for free, so much a claim and a day. */

import type { FaucetRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CoinMark } from '../../components/coin-mark.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { toText, trimZeros, WIDE_SCALE, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { web } from '../../data/rest/web.ts';
import { KEYS } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { venueKey } from '../../platform/simulation/venue.ts';

/** What the next claim gives: a claim's worth, or what is left of the day; "0" for none. */
export function nextClaim(row: FaucetRow): string {
  const left = wide(row.dailyLimit) - wide(row.claimedToday);
  if (left <= 0n) return '0';
  const claim = wide(row.perClaim);
  return trimZeros(toText(claim < left ? claim : left, WIDE_SCALE));
}

function useClaim(overChain: boolean) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState('');
  const claim = async (row: FaucetRow) => {
    setBusy(row.coin);
    try {
      const size = nextClaim(row);
      await web('POST /faucet', { coin: row.coin, amount: size, overChain });
      const said = overChain ? 'faucet.sent' : 'faucet.received';
      toast('success', t(said, { amount: amount(size), coin: row.coin }));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy('');
      void client.invalidateQueries({ queryKey: KEYS.all });
      void client.invalidateQueries({ queryKey: venueKey('faucet') });
    }
  };
  return { busy, claim };
}

function FaucetLine(props: {
  readonly row: FaucetRow;
  readonly busy: boolean;
  readonly onClaim: () => void;
}) {
  const t = useT();
  const { row } = props;
  const next = nextClaim(row);
  const left = wide(row.dailyLimit) - wide(row.claimedToday);
  const leftText = amount(toText(left < 0n ? 0n : left, WIDE_SCALE));
  return (
    <li>
      <CoinMark coin={row.coin} size={24} />
      <span>
        <strong>{row.coin}</strong>
        <span className="muted faucet-left">
          {t('faucet.left', { left: leftText, limit: amount(row.dailyLimit) })}
        </span>
      </span>
      <Button
        disabled={next === '0'}
        busy={props.busy}
        aria-label={t('faucet.claimLabel', { amount: amount(next), coin: row.coin })}
        onClick={props.onClaim}
      >
        {next === '0' ? t('faucet.tomorrow') : t('faucet.claim', { amount: amount(next) })}
      </Button>
    </li>
  );
}

/** The panel. @param overChain whether coins come as deposits do, with their confirmations */
export function FaucetPanel({ overChain = false }: { readonly overChain?: boolean }) {
  const t = useT();
  const { simulated } = useSession();
  const { busy, claim } = useClaim(overChain);
  const query = useQuery({
    queryKey: venueKey('faucet'),
    queryFn: () => web('GET /faucet'),
  });
  return (
    <section className="card faucet" aria-labelledby="faucet-title">
      <h2 id="faucet-title">{t('faucet.title')}</h2>
      <p className="muted">{t(simulated ? 'faucet.text' : 'faucet.own')}</p>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && (
        <EmptyList what="faucet">
          {/* The page of deposits has their address already. */}
          {!overChain && <ButtonLink to={PATHS.deposit}>{t('nav.deposit')}</ButtonLink>}
        </EmptyList>
      )}
      <ul className="faucet-list">
        {query.data?.map((row) => (
          <FaucetLine
            key={row.coin}
            row={row}
            busy={busy === row.coin}
            onClaim={() => void claim(row)}
          />
        ))}
      </ul>
    </section>
  );
}
