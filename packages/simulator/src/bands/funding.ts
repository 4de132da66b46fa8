/** Measures the funding bands. */
import { fundingRate, RATE_SCALE } from '@halcyon/domain';
import { BasisProcess } from '../basis.ts';
import type { SeedContract } from '../contracts.ts';
import type { Measurements } from './report.ts';
import { autocorrelation } from './statistics.ts';

const STEP_S = 60;
const DAY_MS = 86_400_000;

/** @param rates of fundings in a row, 10^-8 @param interestRate of the contract's terms */
export function measureFunding(rates: readonly number[], interestRate: number): Measurements {
  const share = (of: (rate: number) => boolean): number => rates.filter(of).length / rates.length;
  return {
    'fund.pin': share((rate) => rate === interestRate),
    'fund.neg': share((rate) => rate < 0),
    'fund.acf1': autocorrelation(rates, 1),
  };
}

/** Rates of the fundings that follow from a contract's basis, sampled by the minute. */
export function fundingsOfBasis(contract: SeedContract, seed: string, days: number): number[] {
  const { terms } = contract;
  const basis = new BasisProcess(contract, seed);
  const samples = terms.fundingIntervalMs / (STEP_S * 1_000);
  const rounds = Math.floor((days * DAY_MS) / terms.fundingIntervalMs);
  return Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let i = 0; i < samples; i += 1) {
      basis.step(STEP_S);
      sum += basis.value;
    }
    return fundingRate(Math.round((sum / samples) * RATE_SCALE), terms);
  });
}
