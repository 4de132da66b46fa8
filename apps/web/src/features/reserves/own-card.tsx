/** Whether the own balance is in the newest root: fetched, worked out here step by step, and to be kept. */

import {
  checkReserves,
  hashText,
  type ProvedAsset,
  type ReservesHead,
  type ReservesProof,
  type ReservesRoot,
  type ReservesVerdict,
  sha256,
} from '@halcyon/domain';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { toast } from '../../components/toast.tsx';
import { dateTime } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchOwnProof } from '../../data/rest/reserves.ts';
import { useSession } from '../../data/state/session.ts';
import { saveFile } from '../../platform/links/page.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { unitsShown } from './units-text.ts';

const hash = hashText(sha256);
/** Served beside the page; the build makes it of the same code. */
const VERIFIER = '/verify-reserves.mjs';
const COMMAND = 'node verify-reserves.mjs PROOF.json ROOTS.json ACCOUNT';

/** What came of a check. */
interface Checked {
  readonly proof: ReservesProof | null;
  readonly said: ReservesVerdict['name'] | 'waiting' | 'none' | 'damaged' | 'chain';
  readonly assets: readonly ProvedAsset[];
}

function checked(
  proof: ReservesProof | 'waiting' | 'none' | 'damaged',
  chain: readonly ReservesHead[],
  owner: string,
): Checked {
  if (typeof proof === 'string') return { proof: null, said: proof, assets: [] };
  const verdict = checkReserves(hash, proof, owner);
  if (verdict.name !== 'proved') return { proof, said: verdict.name, assets: [] };
  const isListed = chain.some(({ link }) => link === proof.root.link);
  return { proof, said: isListed ? 'proved' : 'chain', assets: verdict.assets };
}

/** The part of the page. @param chain undefined = not known yet */
export function OwnCard(props: {
  readonly root: ReservesRoot | null;
  readonly chain: readonly ReservesHead[] | undefined;
}) {
  const t = useT();
  const { user } = useSession();
  const isPerson = user !== null && user.guest !== true;
  const { root, chain } = props;
  return (
    <section className="card reserves-card">
      <h2>{t('reserves.own')}</h2>
      <p>{t('reserves.ownText')}</p>
      {isPerson && root !== null && <OwnCheck key={root.link} chain={chain} owner={user.uid} />}
      {!isPerson && (
        <div className="reserves-actions">
          <ButtonLink look="primary" to={PATHS.login}>
            {t('reserves.signIn')}
          </ButtonLink>
        </div>
      )}
      <Downloads chain={chain} />
    </section>
  );
}

function OwnCheck(props: {
  readonly chain: readonly ReservesHead[] | undefined;
  readonly owner: string;
}) {
  const { chain, owner } = props;
  const t = useT();
  const [result, setResult] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      setResult(checked((await fetchOwnProof()).proof, chain ?? [], owner));
    } catch (error) {
      toast('error', errorText(t, error));
    }
    setBusy(false);
  };
  return (
    <>
      <div className="reserves-actions">
        <Button look="primary" disabled={busy || chain === undefined} onClick={() => void check()}>
          {t('reserves.check')}
        </Button>
      </div>
      {result !== null && <Result result={result} />}
    </>
  );
}

function Result({ result: { proof, said, assets } }: { readonly result: Checked }) {
  const t = useT();
  if (said === 'waiting') return <p role="status">{t('reserves.none')}</p>;
  if (said === 'none') return <p role="status">{t('reserves.ownNone')}</p>;
  if (said === 'damaged') return <p role="alert">{t('reserves.damaged')}</p>;
  const isProved = said === 'proved';
  return (
    <>
      <p
        className={`reserves-verdict ${isProved ? 'proved' : 'wrong'}`}
        role={isProved ? 'status' : 'alert'}
      >
        <Icon name={isProved ? 'success' : 'error'} size={20} />
        <span>{t(isProved ? 'reserves.counted' : 'reserves.notCounted')}</span>
      </p>
      {assets.map((one) => (
        <AssetSteps key={one.asset.asset} proved={one} />
      ))}
      {proof !== null && (
        <>
          <p className="muted">
            {t('reserves.others', { time: dateTime(String(proof.root.time)) })}
          </p>
          <div className="reserves-actions">
            <Button onClick={() => save(`reserves-${proof.root.seq}-proof.json`, proof)}>
              {t('reserves.saveProof')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** What is counted of a coin, and how it comes to the root. */
function AssetSteps({ proved: { asset, proof, way } }: { readonly proved: ProvedAsset }) {
  const t = useT();
  const shown = (units: bigint | string) => `${unitsShown(units, asset.scale)} ${asset.asset}`;
  return (
    <details className="reserves-steps">
      <summary>
        <Icon name="chevron" size={16} />
        <span>
          {t('reserves.toYou')} <bdi className="num">{shown(proof.owed)}</bdi>
        </span>
        {proof.owing !== '0' && (
          <span>
            {t('reserves.byYou')} <bdi className="num">{shown(proof.owing)}</bdi>
          </span>
        )}
      </summary>
      <ol>
        {way.map((node, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          <li key={level}>
            <p>{t(stepText(level, way.length - 1, proof.index))}</p>
            <p className="num">
              <bdi>{shown(node.owed)}</bdi>
            </p>
            <HashText text={node.hash} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function stepText(level: number, last: number, index: number) {
  if (level === 0) return 'reserves.stepLeaf';
  if (level === last) return 'reserves.stepRoot';
  const isLeft = Math.floor(index / 2 ** (level - 1)) % 2 === 1;
  return isLeft ? 'reserves.stepLeft' : 'reserves.stepRight';
}

function Downloads({ chain }: { readonly chain: readonly ReservesHead[] | undefined }) {
  const t = useT();
  return (
    <>
      <p className="muted">{t('reserves.verifierText')}</p>
      <p>
        <code dir="ltr" className="reserves-command">
          {COMMAND}
        </code>
      </p>
      <div className="reserves-actions">
        <Button onClick={() => saveFile('verify-reserves.mjs', VERIFIER)}>
          {t('reserves.saveVerifier')}
        </Button>
        <Button
          disabled={chain === undefined || chain.length === 0}
          onClick={() => save('reserves-roots.json', chain)}
        >
          {t('reserves.saveRoots')}
        </Button>
      </div>
    </>
  );
}

function save(name: string, content: unknown): void {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  saveFile(name, address);
  URL.revokeObjectURL(address);
}
