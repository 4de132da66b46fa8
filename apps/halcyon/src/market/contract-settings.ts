/** How participants set up their accounts for contracts. */
import {
  type CommandInput,
  CommandKind,
  LEVERAGE_DEFAULT,
  MarginMode,
  PositionLeg,
} from '@halcyon/domain';
import { leverageOf, type Participant, type SeedContract, TRADERS } from '@halcyon/simulator';

/** Leverage and margin mode of a participant in a contract. */
export interface ParticipantContractSettings {
  readonly marginMode: MarginMode;
  readonly leverage: number;
}

/** What an account has that has chosen nothing. */
export function firstSettings({ terms }: SeedContract): ParticipantContractSettings {
  const leverage = Math.min(LEVERAGE_DEFAULT, terms.tiers[0]?.leverageMax ?? 1);
  return { marginMode: MarginMode.cross, leverage };
}

/** Makers and takers may hold what the last tier allows; traders stake one position's margin. */
export function wantedSettings(
  participant: Participant,
  contract: SeedContract,
): ParticipantContractSettings {
  const trader = TRADERS.find((one) => one === participant);
  if (trader !== undefined) {
    return { marginMode: MarginMode.isolated, leverage: leverageOf(trader, contract) };
  }
  const leverage = contract.terms.tiers.at(-1)?.leverageMax ?? 1;
  return { marginMode: MarginMode.cross, leverage };
}

/** The commands that bring settings about where they differ from those there are. */
export function settingCommands(
  account: number,
  instrument: number,
  known: ParticipantContractSettings,
  wanted: ParticipantContractSettings,
): CommandInput[] {
  const commands: CommandInput[] = [];
  const { marginMode: mode, leverage } = wanted;
  const leg = PositionLeg.net;
  if (known.marginMode !== mode) {
    commands.push({ kind: CommandKind.setMarginMode, account, instrument, mode });
  }
  if (known.leverage !== leverage) {
    commands.push({ kind: CommandKind.setLeverage, account, instrument, leg, leverage });
  }
  return commands;
}
