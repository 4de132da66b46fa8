import {
  type Asset,
  type AssetId,
  type FeeSchedule,
  FeeStandings,
  FIRST_FEES,
  type Instrument,
  type InstrumentId,
  type InstrumentSetEvent,
  instrumentKey,
  type Product,
} from '@halcyon/domain';

/** Assets, instruments and the fee schedule as they are now. */
export class Registry {
  readonly #assets: (Asset | undefined)[] = [];
  readonly #instruments: (Instrument | undefined)[] = [];
  readonly #assetsByCode = new Map<string, Asset>();
  /** By product and symbol: a spot pair and a contract may share a symbol. */
  readonly #instrumentsByKey = new Map<string, Instrument>();
  readonly #products = new Map<Product, readonly Instrument[]>();
  #assetList: readonly Asset[] = [];
  #instrumentList: readonly Instrument[] = [];
  /** Until a schedule is set, the one that the rules begin with. */
  fees: FeeSchedule = FIRST_FEES;
  /** What owners have earned and been given. */
  readonly standings = new FeeStandings();

  get assets(): readonly Asset[] {
    return this.#assetList;
  }
  /** Of all products. */
  get instruments(): readonly Instrument[] {
    return this.#instrumentList;
  }
  instrumentsOf(product: Product): readonly Instrument[] {
    return this.#products.get(product) ?? [];
  }

  asset(id: AssetId): Asset | undefined {
    return this.#assets[id];
  }
  assetByCode(code: string): Asset | undefined {
    return this.#assetsByCode.get(code);
  }
  instrument(id: InstrumentId): Instrument | undefined {
    return this.#instruments[id];
  }
  instrumentBySymbol(symbol: string, product: Product): Instrument | undefined {
    return this.#instrumentsByKey.get(instrumentKey(product, symbol));
  }

  setAsset(asset: Asset): void {
    this.#assets[asset.id] = asset;
    this.#assetsByCode.set(asset.code, asset);
    this.#assetList = this.#assets.filter((known) => known !== undefined);
  }

  setInstrument(instrument: InstrumentSetEvent['instrument']): void {
    this.#instruments[instrument.id] = instrument;
    const { product, symbol } = instrument;
    this.#instrumentsByKey.set(instrumentKey(product, symbol), instrument);
    this.#instrumentList = this.#instruments.filter((known) => known !== undefined);
    const same = this.#instrumentList.filter((known) => known.product === product);
    this.#products.set(product, same);
  }
}
