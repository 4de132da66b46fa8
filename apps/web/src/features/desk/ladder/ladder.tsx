/** The ladder: prices in equal steps with what is offered, own orders and their queues; a press places, a drag moves. */

import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { grouped } from '../../../data/format.ts';
import type { LiveBook } from '../../../data/state/book-feed.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { listedKey } from '../../../data/state/product.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useAtLeast } from '../../../platform/theme/media.ts';
import { useFeed } from '../../terminal/book/book-context.ts';
import { bookAmount } from '../../terminal/book/book-painter.ts';
import { groupSizes } from '../../terminal/book/group-sizes.ts';
import { pickPrice } from '../../terminal/terminal-store.ts';
import { arrange, useTerminalView } from '../../terminal/terminal-view.ts';
import { useArmed } from '../keys/armed.ts';
import type { DeskOrder, DeskProduct } from '../keys/desk-product.ts';
import type { DeskActs } from '../keys/use-desk.ts';
import type { SideName } from '../order-form/draft.ts';
import { LadderFeed } from './ladder-feed.ts';
import { type LadderHands, LadderRunner, type SeenRow } from './ladder-runner.ts';
import './ladder.css';

interface Props {
  readonly instrument: InstrumentInfo;
  readonly product: DeskProduct;
  /** Of all instruments. */
  readonly orders: readonly DeskOrder[];
  readonly acts: DeskActs;
  readonly onClose: () => void;
}

/** What is done from the ladder with the size that is typed beside it. */
function useHands({ product, acts }: Props, size: string): LadderHands {
  const armed = useArmed();
  const { empty } = product.form;
  return useMemo(
    () => ({
      place: (side: SideName, price: string) => {
        if (armed) acts.place({ ...empty, kind: 'limit', side, price, size });
        else pickPrice(price, { side, ...(size !== '' && { size }) });
      },
      cancel: acts.cancel,
      move: acts.move,
    }),
    [armed, acts, empty, size],
  );
}

function useRunner(props: Props, feed: LiveBook, group: number, size: string) {
  const { instrument, orders } = props;
  const { symbol, priceScale, priceDigits } = instrument;
  const host = useRef<HTMLDivElement>(null);
  const [runner, setRunner] = useState<LadderRunner | null>(null);
  const sizes = useMemo(() => groupSizes(priceScale, priceDigits), [priceScale, priceDigits]);
  const chosen = sizes[group] ?? sizes[0]!;
  const extra = useMemo(() => new LadderFeed(instrument, feed.book), [instrument, feed]);
  useEffect(() => extra.start(), [extra]);
  useEffect(() => {
    if (host.current === null) return;
    const made = new LadderRunner({ host: host.current, feed, extra, instrument, size: chosen });
    const stop = made.start();
    setRunner(made);
    return stop;
  }, [feed, extra, instrument, chosen]);
  const hands = useHands(props, size);
  const own = useMemo(() => orders.filter((order) => order.symbol === symbol), [orders, symbol]);
  useEffect(() => runner?.give(hands, own), [runner, hands, own]);
  return { host, runner, sizes, chosen, hands };
}

/** Rows that a key goes; 0 = it goes none. */
function rowsOf({ key, shiftKey }: KeyboardEvent): number {
  const way = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (key === 'PageUp' || key === 'PageDown') return key === 'PageUp' ? -20 : 20;
  return way * (shiftKey ? 10 : 1);
}

/** What the keyboard's row says. */
function useSaid(instrument: InstrumentInfo) {
  const t = useT();
  return (row: SeenRow | null) => {
    if (row === null) return '';
    const units = (of: bigint) => `\u2066${bookAmount(of, instrument.sizeScale)}\u2069`;
    const { own } = row;
    const values = {
      price: `\u2066${row.price}\u2069`,
      bids: units(row.bids),
      asks: units(row.asks),
    };
    const parts = [t('ladder.row', { ...values, traded: units(row.traded) })];
    for (const side of ['buy', 'sell'] as const) {
      if (own[side].units === 0n) continue;
      const ahead = own[side].ahead;
      parts.push(
        `${t(`order.${side}`)} ${units(own[side].units)}`,
        ...(ahead === null ? [] : [t('ladder.ahead', { size: units(ahead) })]),
      );
    }
    return parts.join(' · ');
  };
}

/** The keys of the ladder while it has the focus. */
function useLadderKeys(
  runner: LadderRunner | null,
  hands: LadderHands,
  instrument: InstrumentInfo,
) {
  const say = useSaid(instrument);
  const [said, setSaid] = useState('');
  /** Orders that are being moved by keys. */
  const [held, hold] = useState<readonly DeskOrder[]>([]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (runner === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = rowsOf(event);
    const price = runner.priceHere();
    const key = event.key.toLowerCase();
    if (rows !== 0) setSaid(say(runner.step(rows)));
    else if (event.key === 'Home') runner.centre();
    else if (event.key === 'Escape' && held.length > 0) hold([]);
    else if (event.repeat || price === null) return;
    else if (key === 'b' || key === 's') hands.place(key === 'b' ? 'buy' : 'sell', price);
    else if (event.key === 'Delete' && runner.ordersHere().length > 0) {
      hands.cancel(runner.ordersHere());
    } else if (event.key === 'Enter' && held.length > 0) {
      void hands.move(held, price);
      hold([]);
    } else if (event.key === 'Enter') hold(runner.ordersHere());
    else return;
    event.preventDefault();
    // The page has keys of its own.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };
  return { said, held, onKeyDown };
}

/** Where it stands: over the book, or a sheet on a phone. */
function Frame({
  children,
  onClose,
}: {
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const t = useT();
  const wide = useAtLeast('md');
  const place = document.querySelector('.area-book');
  if (wide && place !== null) {
    return createPortal(
      <section className="ladder-panel" aria-label={t('ladder.title')}>
        <div className="ladder-title">
          <h2 className="panel-title">{t('ladder.title')}</h2>
          <Button look="ghost" icon aria-label={t('action.close')} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </section>,
      place,
    );
  }
  return (
    <Dialog title={t('ladder.title')} sheet onClose={onClose}>
      <div className="ladder-sheet">{children}</div>
    </Dialog>
  );
}

function LadderOf(props: Props & { readonly feed: LiveBook }) {
  const t = useT();
  const { instrument, feed } = props;
  const [size, setSize] = useState('');
  const arranged = useTerminalView();
  const key = listedKey(instrument);
  const group = arranged.groups[key] ?? 0;
  const { host, runner, sizes, chosen, hands } = useRunner(props, feed, group, size);
  const { said, held, onKeyDown } = useLadderKeys(runner, hands, instrument);
  const help = useId();
  return (
    <Frame onClose={props.onClose}>
      <div className="ladder-tools">
        <NumberField
          label={t('order.size')}
          unit={instrument.base}
          scale={instrument.sizeDigits}
          value={size}
          onChange={setSize}
        />
        <label>
          <span className="visually-hidden">{t('book.group')}</span>
          <select
            value={sizes.indexOf(chosen)}
            onChange={({ target }) =>
              arrange({ groups: { ...arranged.groups, [key]: Number(target.value) } })
            }
          >
            {sizes.map(({ label }, index) => (
              <option key={label} value={index}>
                {grouped(label)}
              </option>
            ))}
          </select>
        </label>
        <Button look="link" onClick={() => runner?.centre()}>
          {t('ladder.centre')}
        </Button>
      </div>
      <div className="ladder-head" dir="ltr" aria-hidden="true">
        <span>{t('ladder.own')}</span>
        <span>{t('order.pick.bid')}</span>
        <span>{t('order.price')}</span>
        <span>{t('order.pick.ask')}</span>
        <span>{t('ladder.own')}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays out otherwise */}
      <div
        ref={host}
        className="ladder-rows"
        dir="ltr"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own
        tabIndex={0}
        aria-label={t('ladder.title')}
        aria-describedby={help}
        onKeyDown={onKeyDown}
      />
      <p className="ladder-said" role="status">
        {said}
        {held.length > 0 && <strong> {t('ladder.moving')}</strong>}
      </p>
      <p className="ladder-help" id={help}>
        {t('ladder.help')}
      </p>
    </Frame>
  );
}

/** The ladder of the terminal's instrument. */
export function Ladder(props: Props) {
  const feed = useFeed();
  return feed === null ? null : <LadderOf {...props} feed={feed} />;
}
