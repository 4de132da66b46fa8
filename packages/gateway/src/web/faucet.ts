/** The test faucet: money from a named system account, capped by user, coin and UTC day. */
import {
  AccountKind,
  type ArrivalPort,
  type Asset,
  accountOf,
  type ChainGift,
  CommandKind,
  type CommandPort,
  EngineUnavailable,
  formatDecimal,
  type Outcome,
  SystemAccount,
  type UserId,
  UserMode,
  upperAscii,
} from '@halcyon/domain';
import type { FaucetRow } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { IdentityApi } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { refusedField } from '../http/web-error.ts';
import { rejectError } from '../refusals/rejects.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { atOnce, unitsWorth } from '../translate/value.ts';

/** What the faucet works with. */
export interface FaucetParts {
  readonly identity: IdentityApi;
  readonly commands: CommandPort;
  readonly views: Views;
  readonly enabled: boolean;
  /** null = it gives nothing over a chain. */
  readonly chain: ArrivalPort | null;
  /** Unix ms. */
  readonly clock: () => number;
}

/** A claim is worth about this much at most, in 10^-8 USDT: 10,000 USDT. */
const CLAIM_VALUE = 10_000_00000000n;
const CLAIMS_A_DAY = 5n;

/** See the head of the file. */
export class Faucet {
  readonly #parts: FaucetParts;
  /** Units of one claim by asset; fixed at first use, so that limits do not move with prices. */
  readonly #perClaim = new Map<number, bigint>();

  constructor(parts: FaucetParts) {
    this.#parts = parts;
  }

  /** What `user` may take and has taken today. */
  async rows(user: UserId): Promise<FaucetRow[]> {
    this.#mustBeOpen();
    const assets = this.#parts.views.assets().filter((asset) => this.#claimUnits(asset) > 0n);
    return Promise.all(assets.map((asset) => this.#row(user, asset)));
  }

  /**
   * Deposits `amount` of a coin; all or nothing. Over the chain it is on its way when this resolves.
   */
  async claim(
    user: UserId,
    coin: string,
    amount: string,
    overChain = false,
  ): Promise<{ coin: string; amount: string }> {
    this.#mustBeOpen();
    const { views, identity } = this.#parts;
    const asset = views.assetByCode(upperAscii(coin));
    const most = asset === undefined ? 0n : this.#claimUnits(asset);
    if (asset === undefined || most === 0n) {
      throw refusedField('coin', `the faucet has no coin ${coin.slice(0, 20)}`);
    }
    if (views.userMode(user) !== UserMode.open) throw new WireError('takesNoDeposits');
    const units = bigUnitsOf('amount', amount, asset);
    if (units > most) {
      const limit = `${formatDecimal(most, asset.scale)} ${asset.code}`;
      throw new WireError('fieldTooLarge', { field: 'amount', value: amount, limit });
    }
    const claim = { uid: user, venue: 'live' as const, day: this.#day(), asset: asset.id };
    const cap = most * CLAIMS_A_DAY;
    const taken = await identity.claimFaucet({ ...claim, amount: units, cap });
    if (!taken.granted) {
      const limit = `${formatDecimal(cap, asset.scale)} ${asset.code}`;
      const value = formatDecimal(taken.used, asset.scale);
      throw new WireError('faucetDay', { field: 'amount', value, limit });
    }
    const gift = {
      account: accountOf(user, AccountKind.spot),
      from: SystemAccount.faucet,
      asset: asset.id,
      amount: units,
      reference: `faucet ${user} ${claim.day} ${asset.id} ${taken.claim}`,
    };
    if (overChain && this.#parts.chain !== null) await this.#parts.chain.send(gift);
    else await this.#deposit(user, asset, gift, claim);
    return { coin: asset.code, amount: formatDecimal(units, asset.scale) };
  }

  async #deposit(
    user: UserId,
    asset: Asset,
    gift: ChainGift,
    claim: { uid: number; venue: 'live'; day: string; asset: number },
  ): Promise<void> {
    const { commands, identity } = this.#parts;
    let outcome: Outcome;
    try {
      outcome = await commands.submit({
        kind: CommandKind.deposit,
        ...gift,
        actor: `user ${user}`,
        reason: 'faucet',
      });
    } catch (cause) {
      // Only when it is certain that nothing was credited; else the claim stays used.
      if (cause instanceof EngineUnavailable) {
        await identity.releaseFaucet({ ...claim, amount: gift.amount });
      }
      throw cause;
    }
    if (outcome.code === 0) return;
    await identity.releaseFaucet({ ...claim, amount: gift.amount });
    throw rejectError(outcome, { asset });
  }

  #mustBeOpen(): void {
    if (this.#parts.enabled) return;
    throw new WireError('faucetClosed');
  }

  async #row(user: UserId, asset: Asset): Promise<FaucetRow> {
    const most = this.#claimUnits(asset);
    // A claim above its cap is never granted and tells what was taken.
    const { used } = await this.#parts.identity.claimFaucet({
      uid: user,
      venue: 'live',
      day: this.#day(),
      asset: asset.id,
      amount: 1n,
      cap: 0n,
    });
    return {
      coin: asset.code,
      perClaim: formatDecimal(most, asset.scale),
      dailyLimit: formatDecimal(most * CLAIMS_A_DAY, asset.scale),
      claimedToday: formatDecimal(used, asset.scale),
    };
  }

  /** The largest power of ten of units worth no more than CLAIM_VALUE; 0 = cannot be priced. */
  #claimUnits(asset: Asset): bigint {
    const known = this.#perClaim.get(asset.id);
    if (known !== undefined) return known;
    const units = atOnce(unitsWorth(this.#parts.views, asset, CLAIM_VALUE));
    if (units > 0n) this.#perClaim.set(asset.id, units);
    return units;
  }

  #day(): string {
    return new Date(this.#parts.clock()).toISOString().slice(0, 10);
  }
}
