/** Symbols of the contracts that can be traded. */

import { useMemo } from 'react';
import { useContracts } from '../../data/state/contracts.ts';

export function useContractSymbols(): readonly string[] {
  const { data } = useContracts();
  return useMemo(() => [...(data?.values() ?? [])].map(({ symbol }) => symbol), [data]);
}
