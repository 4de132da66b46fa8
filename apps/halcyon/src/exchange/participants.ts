/**
 * The simulated market's own users: opened once, funded once, free of fees, given a fresh API key at
 * every start. With fees they would bleed, because what they trade with each other adds up to nothing.
 */
import { randomBytes } from 'node:crypto';
import {
  AccountKind,
  accountOf,
  CommandKind,
  type CommandPort,
  MARGIN_PER_COIN,
  Product,
  parseDecimal,
  pow10,
  SystemAccount,
} from '@halcyon/domain';
import type { RecordsClient } from '@halcyon/records';
import {
  BORROWER_MARGIN,
  BORROWERS,
  contractFunds,
  PARTICIPANTS,
  type Participant,
  type ParticipantDeposit,
  participantFunds,
  SEED_CONTRACTS,
} from '@halcyon/simulator';
import type { Views } from '@halcyon/views';
import { settingCommands, wantedSettings } from '../market/contract-settings.ts';

/** Key, secret and passphrase of one participant. */
export interface ParticipantCredentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** What users of the simulator are made with. */
export interface ParticipantContext {
  readonly engine: CommandPort;
  readonly views: Views;
  readonly records: RecordsClient;
}

/** Makes sure that every participant exists and has its funds; old keys are deleted. */
export async function prepareParticipants(
  context: ParticipantContext,
): Promise<ReadonlyMap<Participant, ParticipantCredentials>> {
  const credentials = new Map<Participant, ParticipantCredentials>();
  const tier = await freeTier(context);
  for (const participant of PARTICIPANTS) {
    const uid = await userOf(context, participant);
    await fund(context, accountOf(uid, AccountKind.spot), participantFunds());
    await fund(context, accountOf(uid, AccountKind.usdtFutures), contractFunds(participant));
    await settle(context, participant, uid);
    if (BORROWERS.some((one) => one === participant)) await stake(context, uid);
    await setTier(context, uid, tier);
    credentials.set(participant, await freshKey(context, uid));
  }
  return credentials;
}

/** Brings about the leverage and the margin mode that a participant trades each contract with. */
async function settle(
  { engine, views }: ParticipantContext,
  participant: Participant,
  uid: number,
): Promise<void> {
  const account = accountOf(uid, AccountKind.usdtFutures);
  const commands = SEED_CONTRACTS.flatMap((contract) => {
    const listed = views.instrumentBySymbol(contract.symbol, Product.usdtFutures);
    if (listed === undefined) return [];
    const known = views.contracts.settings(account, listed.id);
    return settingCommands(account, listed.id, known, wantedSettings(participant, contract));
  });
  // With an open position, or after an operator changed the terms, it trades on as it did.
  await engine.submitAll(commands);
}

/** Fills a borrower's cross margin account up where half of its stake, or all, is gone. */
async function stake({ engine, views }: ParticipantContext, uid: number): Promise<void> {
  const settle = views.loans.settleAsset;
  const asset = settle === undefined ? undefined : views.asset(settle);
  if (asset === undefined) return;
  const to = accountOf(uid, AccountKind.crossMargin);
  const unit = pow10(asset.scale);
  const full = BigInt(BORROWER_MARGIN) * unit;
  const { equity } = views.loans.figures(to);
  const owned = (BigInt(equity) * unit) / BigInt(MARGIN_PER_COIN);
  if (owned * 2n > full) return;
  const from = accountOf(uid, AccountKind.spot);
  const transfer = { from, to, asset: asset.id, amount: full - owned, clientId: '' };
  const { code } = await engine.submit({ kind: CommandKind.transfer, ...transfer });
  if (code !== 0) throw new Error(`the margin of a borrower was refused with code ${code}`);
}

const BY = { actor: 'simulator', reason: 'simulated participants pay no fees' };

/** The fee tier without fees; it is added to the schedule where there is none. */
async function freeTier({ engine, views }: ParticipantContext): Promise<number> {
  const tiers = views.feeSchedule();
  const known = tiers.findIndex(({ makerPpm, takerPpm }) => makerPpm === 0 && takerPpm === 0);
  if (known >= 0) return known;
  const free = { makerPpm: 0, takerPpm: 0 };
  const schedule = { kind: CommandKind.setFeeSchedule, tiers: [...tiers, free], ...BY };
  const { code } = await engine.submit(schedule);
  if (code !== 0) throw new Error(`the tier of participants was refused with code ${code}`);
  return tiers.length;
}

async function setTier(
  { engine, views }: ParticipantContext,
  user: number,
  tier: number,
): Promise<void> {
  if (views.feeTier(user) === tier) return;
  const { code } = await engine.submit({ kind: CommandKind.setFeeTier, user, tier, ...BY });
  if (code !== 0) throw new Error(`the tier of a participant was refused with code ${code}`);
}

/** The user of a name, opened where there is none. */
export async function userOf(
  { engine, records }: ParticipantContext,
  name: string,
): Promise<number> {
  const email = `${name}@simulator.invalid`;
  const known = await records.identity.userByEmail({ email });
  if (known !== null) return known.uid;
  const { id: uid } = await engine.submit({ kind: CommandKind.openUser, simulated: true });
  // Nobody signs in as a participant: its password is told to no one.
  const password = randomBytes(32).toString('base64url');
  await records.identity.createUser({ uid, email, password, untold: true });
  return uid;
}

/** Pays in what was not paid in before, by the references. */
export async function fund(
  { engine, views }: ParticipantContext,
  account: number,
  deposits: readonly ParticipantDeposit[],
): Promise<void> {
  const commands = deposits.flatMap(({ asset, amount, reference }) => {
    const listed = views.assetByCode(asset);
    if (listed === undefined) return [];
    return {
      kind: CommandKind.deposit,
      account,
      from: SystemAccount.simulator,
      asset: listed.id,
      amount: parseDecimal(amount, listed.scale) ?? 0n,
      actor: 'simulator',
      reason: 'starting funds of a simulated participant',
      reference,
    };
  });
  for (const { code } of await engine.submitAll(commands)) {
    if (code !== 0) throw new Error(`funds of a participant were refused with code ${code}`);
  }
}

/** What a key of a user of the simulator may, and for which copy portfolio it acts. */
type KeyScope = Pick<
  Parameters<RecordsClient['identity']['createApiKey']>[0],
  'permissions' | 'portfolio'
>;

const TRADES: KeyScope = { permissions: ['read', 'trade'] };

/** A new key; those before are deleted. */
export async function freshKey(
  { records }: ParticipantContext,
  uid: number,
  scope: KeyScope = TRADES,
): Promise<ParticipantCredentials> {
  const { identity } = records;
  for (const { apiKey } of await identity.listApiKeys({ uid })) {
    await identity.deleteApiKey({ uid, apiKey });
  }
  const { record, secretKey, passphrase } = await identity.createApiKey({
    uid,
    label: 'participant',
    type: 'hmac',
    ...scope,
    ipList: ['127.0.0.0/8', '::1/128'],
    venue: 'live',
    tier: 'maker',
    expiresAt: 0,
  });
  return { apiKey: record.apiKey, secretKey, passphrase };
}
