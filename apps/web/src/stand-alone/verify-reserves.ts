/**
 * The verifier of a proof of reserves, built into one file that needs nothing else
 * (build/verifier-file.ts): `node verify-reserves.mjs PROOF.json [ROOTS.json [ACCOUNT]]`, or in a browser's
 * console `(await import('/verify-reserves.mjs')).verifyReserves(proofText, rootsText, account)`.
 */
import {
  brokenRoot,
  checkReserves,
  FIRST_LINK,
  formatDecimal,
  hashText,
  ownersReserves,
  type ReservesHead,
  readReservesProof,
  repeatedField,
  sha256,
} from '@halcyon/domain';

const hash = hashText(sha256);

/** What came of it: one sentence a line. */
export interface Verification {
  readonly isProved: boolean;
  readonly lines: readonly string[];
}

function failed(line: string): Verification {
  return { isProved: false, lines: [line] };
}

/** Why a list of roots does not hold together, or lacks the root of the proof; null = neither. */
function chainFault(rootsText: string, link: string): string | null {
  let roots: ReservesHead[];
  try {
    roots = JSON.parse(rootsText) as ReservesHead[];
  } catch {
    return 'The list of roots is not JSON.';
  }
  const repeated = repeatedField(rootsText);
  if (repeated !== null) return `The list of roots has the field ${repeated} twice.`;
  const isList =
    Array.isArray(roots) && roots.every((one) => typeof one === 'object' && one !== null);
  if (!isList) return 'The list of roots is no list of roots.';
  const broken = brokenRoot(hash, roots, FIRST_LINK);
  if (broken !== null) return `The list of roots does not hold together at position ${broken.seq}.`;
  return roots.some((root) => root.link === link) ? null : 'The list has no root with this link.';
}

/**
 * @param proofText a downloaded proof
 * @param rootsText a downloaded list of roots; absent: it is not checked
 * @param account whose leaves they must be; absent: the lines name it, and the reader looks
 */
export function verifyReserves(
  proofText: string,
  rootsText?: string,
  account?: string,
): Verification {
  const proof = readReservesProof(proofText);
  if ('name' in proof) {
    const field = proof.name === 'unreadable' ? proof.field : '';
    return failed(`This is no proof of reserves${field === '' ? '' : `: the field ${field}`}.`);
  }
  const verdict = checkReserves(hash, proof, account);
  switch (verdict.name) {
    case 'link':
      return failed('The root is not what its link says.');
    case 'root':
      return failed(`What the root says of its assets is wrong: ${verdict.fault}.`);
    case 'leaf':
      if (verdict.fault === 'owner') {
        return failed(`The leaf of ${verdict.asset} is of another account.`);
      }
      return failed(`The way from your leaf of ${verdict.asset} does not lead to the root.`);
    case 'unreadable':
      return failed(`This is no proof of reserves: the field ${verdict.field}.`);
    case 'proved':
      break;
  }
  const { root } = proof;
  const fault = rootsText === undefined ? null : chainFault(rootsText, root.link);
  if (fault !== null) return failed(fault);
  const lines = verdict.assets.flatMap(({ asset, proof: { owner, owed, owing } }) => {
    const own = `${asset.asset}: ${formatDecimal(BigInt(owed), asset.scale)} owed to you`;
    const debt = owing === '0' ? '' : `, ${formatDecimal(BigInt(owing), asset.scale)} owed by you`;
    const all = `${formatDecimal(BigInt(asset.owed), asset.scale)} owed to all`;
    return [
      `${own}${debt} (account ${owner}); ${all}, reserves ${formatDecimal(ownersReserves(asset), asset.scale)}.`,
    ];
  });
  const time = new Date(root.time).toISOString();
  const chain = rootsText === undefined ? '' : ' The list of roots holds together and has it.';
  const end = `Root ${root.link} of ${time}, position ${root.seq}.${chain}`;
  return { isProved: true, lines: ['Proved: every amount below is in the root.', ...lines, end] };
}

/** What of Node the command needs. */
interface NodeProcess {
  readonly argv: readonly string[];
  exitCode?: number;
}

/** As a command: reads the files that it is given. */
async function run(process: NodeProcess): Promise<void> {
  // A name that no bundler looks for: browsers have no such module.
  const files = 'node:fs';
  const { readFileSync } = (await import(/* @vite-ignore */ files)) as {
    readFileSync(path: string, encoding: 'utf8'): string;
  };
  const [proofPath, rootsPath, account] = process.argv.slice(2);
  if (proofPath === undefined) {
    console.error('usage: node verify-reserves.mjs PROOF.json [ROOTS.json [ACCOUNT]]');
    process.exitCode = 2;
    return;
  }
  const read = (path: string): string => readFileSync(path, 'utf8');
  const rootsText = rootsPath === undefined ? undefined : read(rootsPath);
  const { isProved, lines } = verifyReserves(read(proofPath), rootsText, account);
  console.log(lines.join('\n'));
  process.exitCode = isProved ? 0 : 1;
}

const node = (globalThis as { readonly process?: NodeProcess }).process;
if (node?.argv?.[1]?.endsWith('verify-reserves.mjs') === true) await run(node);
