/** Paper money: what everybody starts with. It comes from the faucet account and goes back to it. */
import {
  AccountKind,
  type Asset,
  accountOf,
  type CommandInput,
  CommandKind,
  type CommandPort,
  parseDecimal,
  SystemAccount,
  type UserId,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { rejectError } from '../translate/rejects.ts';

/** What a paper account starts with, by coin; those that are not listed are left out. */
export const STARTING_FUNDS: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '1',
  ETH: '10',
};

/** What paper money moves in. */
export interface FundsParts {
  readonly commands: CommandPort;
  readonly views: Views;
}

/**
 * Credits the starting funds, once: repeating it changes nothing.
 * @throws WireError
 */
export async function giveStartingFunds(parts: FundsParts, user: UserId): Promise<void> {
  const account = accountOf(user, AccountKind.spot);
  if (parts.views.balances(account).length > 0) return;
  const deposits = startingDeposits(parts.views, user, 'starting funds', 'starting funds');
  for (const outcome of await parts.commands.submitAll(deposits)) {
    if (outcome.code !== 0) throw rejectError(outcome, {});
  }
}

/** Deposits of the starting funds. @param reference names them: the same one credits once */
export function startingDeposits(
  views: Views,
  user: UserId,
  reason: string,
  reference: string,
): CommandInput[] {
  return Object.entries(STARTING_FUNDS).flatMap(([coin, amount]) => {
    const asset: Asset | undefined = views.assetByCode(coin);
    if (asset === undefined) return [];
    return {
      kind: CommandKind.deposit,
      account: accountOf(user, AccountKind.spot),
      from: SystemAccount.faucet,
      asset: asset.id,
      amount: parseDecimal(amount, asset.scale) ?? 0n,
      actor: 'paper venue',
      reason,
      reference: `${reference} ${coin}`,
    };
  });
}
