/** The terminal of one perpetual contract. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { useContracts } from '../../data/state/contracts.ts';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { useSymbol } from '../../platform/routes/use-symbol.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import type { ProductParts } from '../terminal/product-parts.ts';
import { Terminal } from '../terminal/terminal.tsx';
import { AccountBox } from './account/account-box.tsx';
import { ContractFigures } from './bar/contract-figures.tsx';
import { ContractForm } from './form/contract-form.tsx';
import { ContractLists } from './lists/contract-lists.tsx';
import { useOwnContractPrices } from './use-own-contract-prices.ts';

const ContractLines = lazyPart(
  async () => (await import('./lines/contract-lines.tsx')).ContractLines,
  0,
);

const ContractDesk = lazyPart(
  async () => (await import('./form/contract-desk.ts')).ContractDesk,
  0,
);

const FUTURES: ProductParts = {
  useListed: useContracts,
  useOwn: useOwnContractPrices,
  Figures: ContractFigures,
  Form: ContractForm,
  Account: AccountBox,
  Lines: ContractLines,
  Desk: ContractDesk,
  Lists: ContractLists,
};

/** The coin that contracts are margined in, as addresses have it. */
const SETTLE = /^\/futures\/usdt\//i;

/** Reads coin and symbol from the address and shows the terminal. */
export function FuturesPage() {
  const t = useT();
  const symbol = useSymbol() ?? '';
  const { pathname } = useLocation();
  if (!SETTLE.test(pathname)) {
    return <NotFoundPage detail={t('terminal.unknown', { symbol: symbol.slice(0, 30) })} />;
  }
  return <Terminal symbol={symbol} parts={FUTURES} />;
}
