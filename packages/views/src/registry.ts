import type {
  Asset,
  AssetId,
  FeeTier,
  Instrument,
  InstrumentId,
  InstrumentSetEvent,
} from '@halcyon/domain';

/** Assets, instruments and the fee schedule as they are now. */
export class Registry {
  readonly #assets: (Asset | undefined)[] = [];
  readonly #instruments: (Instrument | undefined)[] = [];
  readonly #assetsByCode = new Map<string, Asset>();
  readonly #instrumentsBySymbol = new Map<string, Instrument>();
  #assetList: readonly Asset[] = [];
  #instrumentList: readonly Instrument[] = [];
  /** Until a schedule is set, the one that the rules begin with. */
  tiers: readonly FeeTier[] = [{ makerPpm: 1_000, takerPpm: 1_000 }];

  get assets(): readonly Asset[] {
    return this.#assetList;
  }
  get instruments(): readonly Instrument[] {
    return this.#instrumentList;
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
  instrumentBySymbol(symbol: string): Instrument | undefined {
    return this.#instrumentsBySymbol.get(symbol);
  }

  setAsset(asset: Asset): void {
    this.#assets[asset.id] = asset;
    this.#assetsByCode.set(asset.code, asset);
    this.#assetList = this.#assets.filter((known) => known !== undefined);
  }

  setInstrument(instrument: InstrumentSetEvent['instrument']): void {
    this.#instruments[instrument.id] = instrument;
    this.#instrumentsBySymbol.set(instrument.symbol, instrument);
    this.#instrumentList = this.#instruments.filter((known) => known !== undefined);
  }
}
