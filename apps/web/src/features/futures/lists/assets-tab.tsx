/** What the futures account has. */

import {
  equityOfAll,
  freeOf,
  MARGIN_SCALE,
  type MarginAccount,
  profitOfAll,
  withdrawableOf,
} from '@halcyon/domain';
import type { ReactNode } from 'react';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import type { ContractAssetRow } from '../../../data/rest/positions.ts';
import { useFuturesMargin } from '../../../data/state/contract-account.ts';
import { useContractAssets } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { Profit } from '../positions/position-cells.tsx';

/** A row of this moment: what moves with the marks is reckoned here, as in the figures beside it. */
export function rowNow(
  row: ContractAssetRow,
  account: {
    readonly coin: string;
    readonly scale: number;
    readonly margin: MarginAccount;
  } | null,
): ContractAssetRow {
  if (account === null || account.coin !== row.marginCoin) return row;
  const { margin, scale } = account;
  const text = (units: number, digits = MARGIN_SCALE) => toText(BigInt(units), digits);
  return {
    ...row,
    accountEquity: text(equityOfAll(margin)),
    // What new orders may use; the wire's word is of the wallet, margins of positions in it.
    available: text(Math.max(0, freeOf(margin))),
    unrealizedPL: text(profitOfAll(margin)),
    maxTransferOut: text(withdrawableOf(margin), scale),
  };
}

/** The list. */
export function AssetsTab() {
  const t = useT();
  const query = useContractAssets();
  const account = useFuturesMargin();
  const money = (text: string) => <span className="num">{amount(text, 2)}</span>;
  const end = (key: string, label: string, cell: (row: ContractAssetRow) => ReactNode) =>
    ({ key, label, cell, end: true }) as const;
  const columns: readonly TableColumn<ContractAssetRow>[] = [
    { key: 'coin', label: t('assets.coin'), cell: (row) => row.marginCoin },
    end('equity', t('positions.equity'), (row) => money(row.accountEquity)),
    end('available', t('order.available'), (row) => money(row.available)),
    end('held', t('assets.held'), (row) => money(row.locked)),
    end('profit', t('positions.unrealised'), (row) => <Profit text={row.unrealizedPL} />),
    end('out', t('positions.transferable'), (row) => money(row.maxTransferOut)),
  ];
  return (
    <ListBody
      what="coins"
      query={query}
      rows={query.data?.map((row) => rowNow(row, account)) ?? []}
    >
      {(rows) => (
        <DataTable
          label={t('orders.balances')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.marginCoin}
        />
      )}
    </ListBody>
  );
}
