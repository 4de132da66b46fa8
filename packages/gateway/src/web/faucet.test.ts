import { NEWEST_RULES } from '@halcyon/core';
import { AccountKind, accountOf, CommandKind, formatDecimal, UNITS_MAX } from '@halcyon/domain';
import { expect, it } from 'vitest';
import { START } from '../../test/rest/harness.ts';
import { TestPaperVenue } from '../../test/rest/paper-venue.ts';
import { Faucet } from './faucet.ts';

const USDT = 1;
const SCALE = 12;

it('gives of a coin that is worth next to nothing what one deposit takes', async () => {
  const paperVenue = new TestPaperVenue(() => START);
  paperVenue.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  paperVenue.apply({ kind: CommandKind.listAsset, code: 'TINY', name: 'Tiny', scale: SCALE });
  const tiny = paperVenue.views.assetByCode('TINY')!.id;
  const instrument = paperVenue.views.allInstruments().length;
  paperVenue.apply({
    ...{ kind: CommandKind.listInstrument, symbol: 'TINYUSDT', base: tiny, quote: USDT },
    ...{ priceScale: 8, quantityScale: 0, state: 0, quantityMin: 1, quantityMax: 1_000 },
    ...{ notionalMin: 0, bandPpm: 100_000, openOrdersMax: 500, priceStep: 1, quantityStep: 1 },
  });
  paperVenue.apply({ kind: CommandKind.seedLastPrice, instrument, price: 1 });
  const { id: user } = paperVenue.apply({ kind: CommandKind.openUser, simulated: false });
  const identity = { claimFaucet: async () => ({ granted: true, used: 0n, claim: 1 }) };
  const parts = { views: paperVenue.views, commands: paperVenue, enabled: true, chain: null };
  const faucet = new Faucet({ ...parts, identity: identity as never, clock: () => START });
  const most = formatDecimal(UNITS_MAX, SCALE);
  const row = (await faucet.rows(user)).find(({ coin }) => coin === 'TINY');
  expect(row?.perClaim).toBe(most);
  await faucet.claim(user, 'TINY', most);
  const { available } = paperVenue.views.balance(accountOf(user, AccountKind.spot), tiny);
  expect(available).toBe(BigInt(UNITS_MAX));
});
