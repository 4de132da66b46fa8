/** The account's alerts, and what changes them. What fired is told by the stream of notices, which reads them again. */

import type { AlertRow, AlertState } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS, useAccountQuery } from '../../data/state/account.ts';
import { useContracts } from '../../data/state/contracts.ts';
import { type InstrumentInfo, useInstruments } from '../../data/state/instruments.ts';
import {
  type AlertFields,
  type AlertMarket,
  changeAlert,
  fetchAlerts,
  forgetAlert,
  setAlert,
} from './alerts-api.ts';

/** Below the notices: they are read again together. */
const LISTS = [...KEYS.notices, 'alerts'];

/** All alerts in a state, newest first. */
export function useAlerts(state: AlertState) {
  return useAccountQuery<readonly AlertRow[]>([...LISTS, state], () => fetchAlerts(state));
}

/** Sets, changes and forgets alerts; the lists are read again before each has ended. */
export function useAlertActs() {
  const client = useQueryClient();
  return useMemo(() => {
    const read = () => client.invalidateQueries({ queryKey: LISTS });
    const then = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } finally {
        await read();
      }
    };
    return {
      set: (market: AlertMarket, setting: AlertFields) => then(setAlert(market, setting)),
      change: (id: string, setting: AlertFields) => then(changeAlert(id, setting)),
      forget: (id: string) => then(forgetAlert(id)),
    };
  }, [client]);
}

/** Gives the instrument of an alert; undefined while it is not known. */
export function useAlertMarkets(): (of: AlertMarket) => InstrumentInfo | undefined {
  const listed = { spot: useInstruments().data, futures: useContracts().data };
  return ({ product, symbol }) => listed[product]?.get(symbol);
}
