/** Following a trader, changing what is copied and leaving: what pages and the trading API do alike. */
import {
  type Asset,
  COPY_BEGINNING,
  CommandKind,
  type CopyExit,
  type CopyTerms,
  type PositionMode,
  parseWireUserId,
  Reject,
  type UserId,
} from '@halcyon/domain';
import type { CopyChoices } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { CopyFollowerRecord, CopyTraderRecord } from '@halcyon/records';
import { knownAsset, type RestContext, submit } from '../http/context.ts';
import { rejectError } from '../refusals/rejects.ts';
import { type ChoiceNames, type PartialFields, settingsOf } from '../translate/copy-choices.ts';
import { bigUnitsOf } from '../translate/scaled.ts';

/** The coin of contracts. @throws WireError where there are none */
export function settleCoin({ views }: RestContext): Asset {
  const { settleAsset } = views.contracts;
  if (settleAsset !== undefined) return knownAsset(views, settleAsset);
  throw new WireError('copyPortfolioNotFound', { sentence: 'No contracts are listed yet.' });
}

/** An own portfolio that a request names. */
export interface OwnPortfolio {
  readonly id: UserId;
  readonly coin: Asset;
  readonly trader: CopyTraderRecord | null;
  readonly follower: CopyFollowerRecord | null;
}

/** @throws WireError copyPortfolioNotFound for one of somebody else, too */
export async function ownPortfolio(
  { views, history }: RestContext,
  root: UserId,
  name: string,
): Promise<OwnPortfolio> {
  const id = parseWireUserId(name) ?? -1;
  if (id < 0) throw new WireError('copyPortfolioNotFound');
  const wait = { minSeq: views.seq };
  const [[trader], [follower]] = await Promise.all([
    history.copyTraders({ id }, wait),
    history.copyFollowers({ id, limit: 1 }, wait),
  ]);
  const found = trader ?? follower;
  if (found === undefined || found.root !== root) throw new WireError('copyPortfolioNotFound');
  const coin = knownAsset(views, found.asset);
  return { id, coin, trader: trader ?? null, follower: follower ?? null };
}

/** What a trader begins with. */
export interface TraderOpening {
  readonly amount: string;
  readonly terms: CopyTerms;
  readonly mode: PositionMode;
}

/** Opens a trader's portfolio: its user. @param field of the request that has the amount @throws WireError */
export async function openPortfolio(
  context: RestContext,
  user: UserId,
  { amount: text, terms, mode: positionMode }: TraderOpening,
  field = 'amount',
): Promise<UserId> {
  const coin = settleCoin(context);
  const amount = bigUnitsOf(field, text, coin);
  const about = { user, asset: coin.id, amount, terms, positionMode };
  const command = { kind: CommandKind.openCopyPortfolio, ...about } as const;
  return (await submit(context, command, { asset: coin, fields: { amount: field } })).id;
}

/** Whom somebody follows with how much, and what is copied. */
export interface Following {
  readonly trader: string;
  readonly amount: string;
  readonly code?: string;
}

/** Opens a portfolio that follows a trader's: its user. @param names of fields of the request @throws WireError */
export async function followTrader(
  context: RestContext,
  root: UserId,
  { trader: name, amount: text, code = '' }: Following,
  choices: PartialFields<CopyChoices>,
  names: ChoiceNames & { readonly amount?: string; readonly trader?: string } = {},
): Promise<UserId> {
  const coin = settleCoin(context);
  const settings = settingsOf(context.views, choices, COPY_BEGINNING, coin, names);
  const amount = bigUnitsOf(names.amount ?? 'amount', text, coin);
  const trader = parseWireUserId(name);
  if (trader === null) throw new WireError('copyPortfolioNotFound');
  const kind = CommandKind.followTrader;
  const command = { kind, user: root, trader, amount, code, settings } as const;
  const wasRight = context.codeGuesses.take(`user ${root}`, code, context.clock());
  const fields = { amount: names.amount ?? 'amount', trader: names.trader ?? 'trader' };
  const outcome = await context.commands.submit(command);
  if (outcome.code !== Reject.copyPortfolioNotFound) wasRight();
  if (outcome.code === 0) return outcome.id;
  throw rejectError(outcome, { asset: coin, fields }, command, context.views);
}

/** Sets what a follower wants from now on; what is absent stays. @throws WireError */
export async function setChoices(
  context: RestContext,
  { root, id: portfolio, settings: before, asset }: CopyFollowerRecord,
  choices: PartialFields<CopyChoices>,
  names?: ChoiceNames,
): Promise<void> {
  const coin = knownAsset(context.views, asset);
  const settings = settingsOf(context.views, choices, before, coin, names);
  const kind = CommandKind.setCopySettings;
  const command = { kind, user: root, portfolio, settings } as const;
  await submit(context, command, { asset: coin });
}

/** Leaves a trader at once. @throws WireError */
export async function stopCopying(
  context: RestContext,
  { root: user, id: portfolio, asset }: Pick<CopyFollowerRecord, 'root' | 'id' | 'asset'>,
  exit: CopyExit,
): Promise<void> {
  const command = { kind: CommandKind.stopCopying, user, portfolio, exit } as const;
  await submit(context, command, { asset: knownAsset(context.views, asset) });
}
