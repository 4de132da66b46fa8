/**
 * Adds the live ledger up all the time, in portions beside trading. Where an asset does not come to zero
 * over all accounts, money was made or lost by a fault: nothing leaves the exchange any more until an
 * operator has looked and started it again, which carries out the journal anew.
 */
import { LedgerAudit } from '@halcyon/core';
import { type Asset, PART_OK, type PartReport } from '@halcyon/domain';

/** A portion is added so often, ms. */
const PORTION_EVERY_MS = 50;
/** Portions of one time around: up to a million balances, once a second. */
const PORTIONS = 20;
/** So many balances take 0.3 to 0.4 ms: nobody waits for them. */
const PORTION_MAX = 50_000;
const PORTION_MIN = 1_000;

/** What is watched. */
export interface AuditedLedger {
  readonly state: { readonly ledger: ConstructorParameters<typeof LedgerAudit>[0] };
  readonly assets: () => readonly Asset[];
  /** Told once of what is off. */
  readonly onFault: (message: string) => void;
}

export class LedgerAuditor {
  readonly #parts: AuditedLedger;
  readonly #audit: LedgerAudit;
  #timer: NodeJS.Timeout | undefined;
  #fault = '';

  constructor(parts: AuditedLedger) {
    this.#parts = parts;
    this.#audit = new LedgerAudit(parts.state.ledger);
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), PORTION_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whether money may not leave. */
  get halted(): boolean {
    return this.#fault !== '';
  }

  /** Adds the next portion. */
  look(): void {
    const { count } = this.#parts.state.ledger.index;
    const portion = Math.min(PORTION_MAX, Math.max(PORTION_MIN, Math.ceil(count / PORTIONS)));
    const off = this.#audit.step(portion);
    if (off === null || off.size === 0 || this.halted) return;
    const codes = [...off.keys()].map((asset) => this.#parts.assets()[asset]?.code ?? `${asset}`);
    this.#fault = `the ledger of ${codes.join(', ')} does not add up: withdrawals are halted`;
    const figures = [...off].map(([asset, units]) => `asset ${asset} is off by ${units} units`);
    this.#parts.onFault(`INV-01: ${this.#fault}; ${figures.join(', ')}`);
  }

  health(): PartReport {
    return this.halted ? { state: 'degraded', detail: this.#fault } : PART_OK;
  }
}
