/** What must be true of what opens a portfolio, or changes its money, terms or settings. */
import {
  COPY_FOLLOWER_COINS_MIN,
  COPY_FOLLOWERS_MAX,
  COPY_OPENED_PER_ROOT,
  COPY_SPOT_FOLLOWERS_MAX,
  type CopyFault,
  type CopyPortfolio,
  CopyProduct,
  type CopySettings,
  type CopyTerms,
  copySettingsFault,
  copyTermsFault,
  type OpenCopyPortfolioCommand,
  PositionMode,
  Reject,
  type TraderPortfolio,
  UserMode,
} from '@halcyon/domain';
import { checkMovement, sidesOf } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { State } from '../state/state.ts';
import { isSpot, type OfProduct } from './spot-wallet.ts';
import type { CopyWallets } from './wallets.ts';

type NewPortfolio = Pick<OpenCopyPortfolioCommand, 'product' | 'positionMode'>;

export class PortfolioChecks {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly wallets: CopyWallets;

  constructor(state: State, out: CommandOutcome, wallets: CopyWallets) {
    this.state = state;
    this.out = out;
    this.wallets = wallets;
  }

  /** Whether a root may open one more of a kind. */
  checkOpening(
    root: number,
    most: number,
    isOfKind: (portfolio: CopyPortfolio) => boolean,
  ): boolean {
    const { users, copies } = this.state;
    const mode = users.mode(root);
    if (mode !== UserMode.open) return this.out.refuse(Reject.takesNoDeposits, mode, root);
    const opened = [...(users.family(root) ?? [])].filter((user) => users.isPortfolio(user));
    if (opened.length >= COPY_OPENED_PER_ROOT) {
      return this.out.refuse(Reject.copyPortfoliosMax, COPY_OPENED_PER_ROOT, opened.length + 1);
    }
    const own = opened.map((user) => copies.portfolios.get(user));
    const count = own.filter((one) => one !== undefined && isOfKind(one)).length;
    return count < most || this.out.refuse(Reject.copyPortfoliosMax, most, count + 1);
  }

  /** Whether portfolios of a product may have this coin: something trades in it. */
  checkAsset(asset: number, product: CopyProduct): boolean {
    const spot = product === CopyProduct.spot;
    const settles = this.state.markets.some(
      ({ contract, instrument }) => (contract === null) === spot && instrument.quote === asset,
    );
    return settles || this.out.refuse(Reject.unknownAsset, 0, asset);
  }

  /** Portfolios of spot came after those of contracts, and have neither legs nor modes. */
  checkProduct({ product = CopyProduct.contracts, positionMode }: NewPortfolio): boolean {
    const { out, state } = this;
    if (product !== CopyProduct.contracts && product !== CopyProduct.spot) {
      return out.refuse(Reject.parameterRange, CopyProduct.spot, product);
    }
    const spot = product === CopyProduct.spot;
    if (spot && state.rules < Rules.spotCopying) {
      return out.refuse(Reject.parameterRange, Rules.spotCopying, state.rules);
    }
    const { oneWay, hedge } = PositionMode;
    const most = spot ? oneWay : hedge;
    if (positionMode === oneWay || positionMode === most) return true;
    return out.refuse(Reject.parameterRange, most, positionMode);
  }

  checkTerms(
    terms: CopyTerms,
    { asset, shareMaxPpm, product }: Pick<TraderPortfolio, 'asset' | 'shareMaxPpm'> & OfProduct,
  ): boolean {
    const amountMin = this.coins(asset, COPY_FOLLOWER_COINS_MIN);
    const followersMax = isSpot({ product }) ? COPY_SPOT_FOLLOWERS_MAX : COPY_FOLLOWERS_MAX;
    const fault = copyTermsFault(terms, { amountMin, shareMaxPpm, followersMax });
    return this.checkFault(fault, Reject.copyTermsRange);
  }

  checkSettings(settings: CopySettings): boolean {
    return this.checkFault(copySettingsFault(settings), Reject.copySettingsRange);
  }

  private checkFault(fault: CopyFault | null, reject: Reject): boolean {
    return fault === null || this.out.refuse(reject, fault.limit, fault.value);
  }

  checkLeast(amount: bigint, least: number): boolean {
    return amount >= BigInt(least) || this.out.refuse(Reject.copyTooLittle, least, Number(amount));
  }

  checkMost(amount: bigint, { amountMax }: CopyTerms): boolean {
    return (
      amount <= BigInt(amountMax) || this.out.refuse(Reject.copyTooMuch, amountMax, Number(amount))
    );
  }

  /**
   * Whether a root has the money in its spot account.
   * @param to where it goes; before a portfolio is there the root's own futures account stands for it
   */
  checkSpot(
    root: number,
    asset: number,
    amount: bigint,
    to: number = this.wallets.accountOf({ user: root }),
  ): boolean {
    const sides = sidesOf(this.wallets.spotOf(root), to, asset);
    return checkMovement(this.state, this.out, sides, asset, amount);
  }

  /** Units of so many whole coins. */
  coins(asset: number, coins: number): number {
    return coins * 10 ** this.state.assets[asset]!.scale;
  }
}
