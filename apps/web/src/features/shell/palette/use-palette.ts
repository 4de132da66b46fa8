/** The palette's items and what choosing one does. */

import { useMemo } from 'react';
import { compareText } from '../../../data/decimal.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { useInstruments } from '../../../data/state/instruments.ts';
import { listedKey, type ProductName } from '../../../data/state/product.ts';
import { useSession } from '../../../data/state/session.ts';
import { signOut } from '../../../data/state/sign-in.ts';
import { useTickers } from '../../../data/state/tickers.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { futuresPath, PATHS, spotPath } from '../../../platform/routes/paths.ts';

import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { readLocal, writeLocal } from '../../../platform/storage/local.ts';
import { chooseTheme } from '../../../platform/theme/choose-look.ts';
import { useTheme } from '../../../platform/theme/theme.ts';
import { showAuthDialog } from '../../auth/auth-link.tsx';
import { instrumentName } from '../../terminal/instrument-name.ts';
import { MENU_PAGES } from '../menu-pages.ts';
import { openOverlay } from '../overlays.ts';
import { type PaletteItem, remember } from './palette-items.ts';

/** An item with what it does. */
export interface PaletteCommand extends PaletteItem {
  readonly run: () => void;
}

const RECENT_KEY = 'palette-recent';

/** Ids of recent choices. */
export function recentChoices(): readonly string[] {
  return (readLocal(RECENT_KEY) ?? '').split(' ').filter((id) => id !== '');
}

/** Keeps a choice. */
export function keepChoice(id: string): void {
  writeLocal(RECENT_KEY, remember(recentChoices(), id).join(' '));
}

function useMarketCommands(product: ProductName): readonly PaletteCommand[] {
  const t = useT();
  const navigate = useNavigate();
  const instruments = { spot: useInstruments().data, futures: useContracts().data }[product];
  const symbols = useMemo(() => [...(instruments?.keys() ?? [])], [instruments]);
  const tickers = useTickers(symbols, product);
  return useMemo(() => {
    const spot = product === 'spot';
    const turnover = (symbol: string) => tickers.rows.get(symbol)?.quoteVolume ?? '0';
    const ranked = [...(instruments?.values() ?? [])].sort((a, b) =>
      compareText(turnover(a.symbol), turnover(b.symbol)),
    );
    return ranked.map((instrument, index) => {
      const { symbol } = instrument;
      const name = instrumentName(instrument);
      return {
        id: `market:${listedKey(instrument)}`,
        group: 'markets' as const,
        label: spot ? name : `${name} ${t('nav.perpetual')}`,
        words: spot ? symbol : `${symbol} ${t('nav.futures')}`,
        coin: instrument.base,
        weight: index,
        run: () => navigate(spot ? spotPath(symbol) : futuresPath(symbol)),
      };
    });
  }, [t, product, instruments, tickers.rows, navigate]);
}

function usePageCommands(): readonly PaletteCommand[] {
  const t = useT();
  const navigate = useNavigate();
  return useMemo(
    () =>
      MENU_PAGES.map((page, index) => ({
        id: `page:${page.to}`,
        group: 'pages' as const,
        label: t(page.label),
        words: page.to.replaceAll('/', ' '),
        weight: -index,
        run: () => navigate(page.to),
      })),
    [t, navigate],
  );
}

function useActions(): readonly PaletteCommand[] {
  const t = useT();
  const navigate = useNavigate();
  const theme = useTheme();
  const { user } = useSession();
  return useMemo(() => {
    const action = (id: string, label: string, run: () => void): PaletteCommand => {
      return { id: `action:${id}`, group: 'actions', label, words: id, weight: 0, run };
    };
    const other = theme === 'dark' ? 'light' : 'dark';
    const look = t(other === 'dark' ? 'theme.toDark' : 'theme.toLight');
    const common = [
      action('theme', look, () => chooseTheme(other)),
      action('shortcuts', t('nav.shortcuts'), () => openOverlay('shortcuts')),
    ];
    if (user !== null) {
      return [...common, action('logout', t('auth.logout'), () => void signOut())];
    }
    // The page for it is not part of simulation trading.
    const signIn = () => (SIMULATING ? showAuthDialog('login') : navigate(PATHS.login));
    return [...common, action('login', t('auth.login'), signIn)];
  }, [t, theme, user, navigate]);
}

/** Whether the markets are still to come. */
export function useMarketsWait(): boolean {
  return useInstruments().isPending;
}

/** Everything that can be chosen now. */
export function useCommands(): readonly PaletteCommand[] {
  const spot = useMarketCommands('spot');
  const futures = useMarketCommands('futures');
  const pages = usePageCommands();
  const actions = useActions();
  return useMemo(
    () => [...spot, ...futures, ...pages, ...actions],
    [spot, futures, pages, actions],
  );
}
