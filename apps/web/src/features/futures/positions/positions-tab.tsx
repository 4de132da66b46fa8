/** Open positions, with all that can be done to them. */

import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { toast } from '../../../components/toast.tsx';
import { amount, price } from '../../../data/format.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { batchError, flashClose, flashCloseAll } from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { type PositionInfo, useAdlRanks } from '../../../data/state/positions.ts';
import { useLivePosition, usePositions } from '../../../data/state/positions-live.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useAtLeast } from '../../../platform/theme/media.ts';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { type Doing, PositionActions } from './position-actions.tsx';
import { PositionCards } from './position-cards.tsx';
import {
  digitsOf,
  ExitCell,
  LiquidationPrice,
  MarginCell,
  NameCell,
  Pair,
  ProfitCell,
  RankLamps,
  sizeText,
} from './position-cells.tsx';
import { usePositionAction } from './use-position-action.ts';
import './positions.css';

const CloseDialog = lazyPart(async () => (await import('./close-dialog.tsx')).CloseDialog, 0);
const MarginDialog = lazyPart(async () => (await import('./margin-dialog.tsx')).MarginDialog, 0);
const ExitsDialog = lazyPart(async () => (await import('./exits-dialog.tsx')).ExitsDialog, 0);
const ReverseDialog = lazyPart(async () => (await import('./reverse-dialog.tsx')).ReverseDialog, 0);
const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog, 0);

interface Chosen {
  readonly doing: Doing;
  readonly position: PositionInfo;
}

/** A second yes before the whole position is closed at the market. */
function FlashDialog({ position, onClose }: Omit<Chosen, 'doing'> & { onClose: () => void }) {
  const t = useT();
  const { busy, refusal, run } = usePositionAction();
  const digits = digitsOf(useContracts().data, position.symbol);
  const send = async () => {
    if (!(await run(() => flashClose(position)))) return;
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('positions.flash')}
      text={t('positions.flashText', {
        size: `${amount(position.size)} ${digits.base}`,
        symbol: position.symbol,
      })}
      confirm={t('positions.flash')}
      danger
      busy={busy}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** What was chosen, of the position as its row has it; as it was last once it is closed. */
function Open({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const parts = { position: useLivePosition(chosen.position), onClose };
  switch (chosen.doing) {
    case 'close':
      return <CloseDialog {...parts} />;
    case 'margin':
      return <MarginDialog {...parts} />;
    case 'exits':
      return <ExitsDialog {...parts} />;
    case 'reverse':
      return <ReverseDialog {...parts} />;
    case 'flash':
      return <FlashDialog {...parts} />;
    case 'share':
      // A picture is of the moment that was chosen.
      return <ShareDialog position={chosen.position} onClose={onClose} />;
  }
}

/** When columns go where there is no room for all; see components/column-fit.ts. */
const GOES: Readonly<Record<string, number>> = { exits: 3, entry: 2, actions: 0 };

function useColumns(
  asValue: boolean,
  choose: (doing: Doing, position: PositionInfo) => void,
): readonly TableColumn<PositionInfo>[] {
  const t = useT();
  const contracts = useContracts().data;
  const ranks = useAdlRanks().data;
  const digits = (position: PositionInfo) => digitsOf(contracts, position.symbol);
  // Two lines, as the figures below: between the two names alone is a break.
  const whole = (name: string) => name.replaceAll(' ', '\u00a0');
  const two = (a: string, b: string) => `${whole(a)}\u00a0/ ${whole(b)}`;
  const cells: readonly (readonly [
    string,
    string,
    (position: PositionInfo) => ReactNode,
    boolean,
  ])[] = [
    ['name', t('orders.pair'), (p) => <NameCell position={p} />, false],
    [
      'size',
      two(t('positions.size'), t('positions.adl')),
      (p) => (
        <Pair
          top={sizeText(p, digits(p).base, asValue)}
          below={<RankLamps rank={ranks?.get(p.id)} />}
        />
      ),
      true,
    ],
    [
      'entry',
      two(t('positions.entryPrice'), t('positions.breakEven')),
      (p) => (
        <Pair top={price(p.entry, digits(p).price)} below={price(p.breakEven, digits(p).price)} />
      ),
      true,
    ],
    [
      'mark',
      two(t('futures.mark'), t('positions.liquidation')),
      (p) => (
        <Pair
          top={price(p.mark, digits(p).price)}
          below={<LiquidationPrice position={p} digits={digits(p).price} />}
        />
      ),
      true,
    ],
    [
      'margin',
      two(t('positions.margin'), t('positions.ratio')),
      (p) => <MarginCell position={p} onEdit={() => choose('margin', p)} />,
      true,
    ],
    [
      'profit',
      two(t('positions.unrealised'), t('positions.realised')),
      (p) => <ProfitCell position={p} />,
      true,
    ],
    [
      'exits',
      t('orders.tpsl'),
      (p) => <ExitCell position={p} onEdit={() => choose('exits', p)} />,
      true,
    ],
    [
      'actions',
      t('orders.actions'),
      (p) => <PositionActions position={p} onDo={(doing) => choose(doing, p)} />,
      true,
    ],
  ];
  return cells.map(([key, label, cell, end]) => ({ key, label, cell, end, goes: GOES[key] }));
}

/** The table; on a phone cards. @param symbol '' = of all contracts */
export function PositionsTab(props: { readonly symbol: string; readonly asValue: boolean }) {
  const t = useT();
  const query = usePositions();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = (doing: Doing, position: PositionInfo) => setChosen({ doing, position });
  const columns = useColumns(props.asValue, choose);
  const wide = useAtLeast('md');
  const rows = (query.data ?? []).filter(
    ({ symbol }) => props.symbol === '' || symbol === props.symbol,
  );
  return (
    <>
      <ListBody what="positions" query={query} rows={rows}>
        {(shown) =>
          wide ? (
            <DataTable
              label={t('positions.title')}
              columns={columns}
              rows={shown}
              rowKey={(position) => position.id}
            />
          ) : (
            <PositionCards positions={shown} asValue={props.asValue} onDo={choose} />
          )
        }
      </ListBody>
      {chosen !== null && <Open chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Closes all positions at the market, after one question. */
export function CloseAll() {
  const t = useT();
  const count = usePositions().data?.length ?? 0;
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run } = usePositionAction();
  const send = async () => {
    const done = await run(async () => {
      const { failureList } = await flashCloseAll();
      for (const failed of failureList) {
        toast('error', `${failed.symbol}: ${errorText(t, await batchError(failed))}`);
      }
    });
    if (!done) return;
    setAsking(false);
  };
  return (
    <>
      <Button look="link" aria-disabled={count === 0} onClick={() => count > 0 && setAsking(true)}>
        {t('positions.closeAll')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('positions.closeAll')}
          text={t('positions.closeAllText', { count })}
          confirm={t('positions.closeAll')}
          danger
          busy={busy}
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        >
          {refusal !== '' && (
            <p className="order-refusal" role="alert">
              {refusal}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
