/** How the live venue lends, as a paper venue is told. */
import {
  type CommandInput,
  CommandKind,
  GhostSteps,
  type LoanTerms,
  NO_PAIR,
  type PairTerms,
  SystemAccount,
} from '@halcyon/domain';
import { ghostCommands } from '../ghost-commands.ts';

/** A coin that the live venue lends. */
export interface LiveCoin {
  readonly asset: number;
  readonly market: number;
  readonly terms: LoanTerms;
  /** Yearly rate of this hour, ppm. */
  readonly rate: number;
  readonly index: number;
  /** Whether that is too old to act on. */
  readonly closed: boolean;
}

/** All that the live venue lends. */
export interface LiveLoans {
  readonly hour: number;
  readonly coins: readonly LiveCoin[];
  readonly pairs: readonly { readonly instrument: number; readonly terms: PairTerms }[];
}

const LIVE = { actor: 'paper venue', reason: 'as in the live venue' } as const;

/**
 * Commands that lend a coin as live does. Its pool here is made of paper money: as much as live lends at most,
 * and again as much when that is changed, so that what live users owe leaves enough.
 */
export function lentAs({
  asset,
  market,
  terms,
}: Pick<LiveCoin, 'asset' | 'market' | 'terms'>): CommandInput[] {
  const { lentMax } = terms;
  const commands: CommandInput[] = [
    { kind: CommandKind.setLoanTerms, asset, market, terms, ...LIVE },
  ];
  if (lentMax === 0) return commands;
  return [
    ...commands,
    {
      kind: CommandKind.deposit,
      account: SystemAccount.loans,
      from: SystemAccount.faucet,
      asset,
      amount: BigInt(lentMax),
      actor: LIVE.actor,
      reason: 'pool of paper loans',
      // The same terms fill it once.
      reference: `pool ${asset} ${lentMax}`,
    },
  ];
}

/** Commands that lend here all that live lends. The settle coin comes first: the others are valued in it. */
export function loansOf({ coins, pairs }: LiveLoans): CommandInput[] {
  const settle = coins.filter(({ market }) => market === NO_PAIR);
  const others = coins.filter(({ market }) => market !== NO_PAIR);
  const terms = pairs.map(({ instrument, terms }) => {
    return { kind: CommandKind.setPairTerms, instrument, terms, ...LIVE } as const;
  });
  return [...[...settle, ...others].flatMap(lentAs), ...terms];
}

/** Steps that bring prices, rates and the hour here. */
export function loanSteps(steps: GhostSteps, { hour, coins }: LiveLoans): void {
  for (const { market, index, closed } of coins) {
    if (market !== NO_PAIR && !closed) steps.coinIndex(market, index);
  }
  const rates = coins.flatMap(({ asset, rate }) => [asset, rate]);
  if (rates.length > 0) steps.interestHour(hour, rates);
}

/** What a venue lends already. */
interface LentHere {
  coin(asset: number): unknown;
  readonly pairs: ReadonlyMap<number, unknown>;
}

/**
 * Commands for what live lends and a venue does not that has followed it further: by a version that told
 * nothing of loans, or under rules that had none. @param at where in the live venue that is
 */
export function missedLoans(
  there: LiveLoans,
  here: LentHere,
  at: { readonly seq: number; readonly time: number },
): CommandInput[] {
  const coins = there.coins.filter(({ asset }) => here.coin(asset) === undefined);
  const pairs = there.pairs.filter(({ instrument }) => !here.pairs.has(instrument));
  if (coins.length + pairs.length === 0) return [];
  const steps = new GhostSteps();
  loanSteps(steps, there);
  return [...loansOf({ ...there, coins, pairs }), ...ghostCommands(steps, at.seq, at.time)];
}
