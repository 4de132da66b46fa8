/** What an account chooses for its contracts, as requests say it. */
import {
  type AccountId,
  type CommandInput,
  MarginMode,
  PositionLeg,
  PositionMode,
  Reject,
  type SetLeverageCommand,
} from '@halcyon/domain';
import { type HoldSideWord, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { ContractInstrument, RestContext } from '../http/context.ts';
import { type RefusedContext, rejectError } from '../refusals/rejects.ts';
import { heldLeg } from './contract-requests.ts';
import { isLong, marginModeWord } from './contract-words.ts';

/** Submits a choice. What is so already is no error: bots choose at each start what they need. */
export async function choose(
  { commands, views }: Pick<RestContext, 'commands' | 'views'>,
  command: CommandInput,
  refused: RefusedContext = {},
): Promise<void> {
  const outcome = await commands.submit(command);
  if (outcome.code === 0 || outcome.code === Reject.settingUnchanged) return;
  throw rejectError(outcome, refused, command, views);
}

/** The leverages of both directions and the margin mode. */
export function leverageTexts(views: Views, account: AccountId, { id }: ContractInstrument) {
  const settings = (leg: PositionLeg) => views.contracts.settings(account, id, leg);
  const hedge = views.contracts.positionMode(account) === PositionMode.hedge;
  const { marginMode, leverage } = settings(PositionLeg.net);
  return {
    marginMode: marginModeWord(marginMode),
    cross: String(leverage),
    long: String(hedge ? settings(PositionLeg.long).leverage : leverage),
    short: String(hedge ? settings(PositionLeg.short).leverage : leverage),
  };
}

/** Leverages as a request gives them. */
export interface LeverageRequest {
  readonly leverage?: string;
  readonly longLeverage?: string;
  readonly shortLeverage?: string;
  readonly holdSide?: HoldSideWord;
}

/** Leverage as a command has it: of a leg, net = of both; or of the long leg beside the short one's. */
export type LegLeverage = Pick<SetLeverageCommand, 'leg' | 'leverage' | 'shortLeverage'>;

/**
 * What a request for leverage means. Only with isolated margin in hedge mode the two directions may
 * differ; elsewhere `holdSide` says nothing, as clients send it wherever they can.
 * @throws WireError where it says nothing, too much, or is outside of what the contract allows
 */
export function leverageAsked(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  request: LeverageRequest,
): LegLeverage {
  const { leverage, longLeverage, shortLeverage, holdSide } = request;
  const { marginMode } = views.contracts.settings(account, contract.id);
  const hedge = views.contracts.positionMode(account) === PositionMode.hedge;
  const apart = hedge && marginMode === MarginMode.isolated;
  const of = (leg: PositionLeg, text: string): LegLeverage => ({
    leg,
    leverage: checkLeverage(contract, text),
  });
  const { net, long, short } = PositionLeg;
  if (leverage !== undefined) {
    return of(apart && holdSide ? heldLeg(views, account, holdSide) : net, leverage);
  }
  const legs = [
    ...(longLeverage === undefined ? [] : [of(long, longLeverage)]),
    ...(shortLeverage === undefined ? [] : [of(short, shortLeverage)]),
  ];
  const [first, second] = legs;
  if (first === undefined) {
    const fields = 'leverage, longLeverage, shortLeverage';
    throw new WireError('needOneOf', { fields });
  }
  if (apart) return second === undefined ? first : { ...first, shortLeverage: second.leverage };
  if (second !== undefined && second.leverage !== first.leverage) {
    const expected = `${first.leverage} as longLeverage: both directions have one leverage here`;
    throw new WireError('fieldValue', { field: 'shortLeverage', expected, value: second.leverage });
  }
  return { leg: net, leverage: first.leverage };
}

/** A leverage that the contract has for its smallest positions. Throws WireError leverageRange. */
export function checkLeverage({ contract }: ContractInstrument, text: string): number {
  const limit = contract.tiers[0]?.leverageMax ?? 1;
  const leverage = Number(text);
  if (leverage >= 1 && leverage <= limit) return leverage;
  throw new WireError('leverageRange', { value: text, limit });
}

/**
 * The leg of a position whose margin is to change. In one-way mode a direction need not be said, and
 * may be only that of the position. Throws WireError.
 */
export function marginLeg(
  views: Views,
  account: AccountId,
  { id }: ContractInstrument,
  holdSide: HoldSideWord | undefined,
): PositionLeg {
  if (views.contracts.positionMode(account) === PositionMode.hedge) {
    if (holdSide === undefined) throw new WireError('fieldMissing', { field: 'holdSide' });
    return heldLeg(views, account, holdSide);
  }
  const position = views.contracts.position(account, id);
  if (position !== undefined && holdSide !== undefined && isLong(holdSide) !== position.lots > 0) {
    throw new WireError('positionNotFound');
  }
  return PositionLeg.net;
}
