/** The command palette: type, move with the arrow keys, Enter. */

import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { arrowTarget } from '../../../components/arrow-keys.ts';
import { CoinMark } from '../../../components/coin-mark.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SkeletonRows } from '../../../components/states.tsx';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { useHears } from '../../desk/keys/desk-store.ts';
import { find, type PaletteItem } from './palette-items.ts';
import {
  keepChoice,
  type PaletteCommand,
  recentChoices,
  useCommands,
  useMarketsWait,
} from './use-palette.ts';
import './palette.css';

const GROUPS: Readonly<Record<PaletteItem['group'], MessageId>> = {
  recent: 'palette.recent',
  markets: 'nav.markets',
  pages: 'palette.pages',
  actions: 'palette.actions',
};

function Row(props: {
  readonly item: PaletteItem;
  readonly index: number;
  readonly active: boolean;
  readonly onHover: () => void;
  readonly onRun: () => void;
}) {
  const { item } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the search field
    <div
      id={`palette-${props.index}`}
      role="option"
      tabIndex={-1}
      aria-selected={props.active}
      className="palette-row"
      onPointerMove={props.onHover}
      onClick={props.onRun}
    >
      {item.coin !== undefined ? (
        <CoinMark coin={item.coin} size={20} />
      ) : (
        <Icon name={item.id.startsWith('page:') ? 'arrow' : 'sliders'} />
      )}
      <span>{item.label}</span>
    </div>
  );
}

function usePalette(onClose: () => void) {
  const commands = useCommands();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [recent] = useState(recentChoices);
  const items = useMemo(() => find(commands, search, recent), [commands, search, recent]);
  const heard = useHears()?.(search) ?? null;
  const run = (item: PaletteItem | undefined) => {
    const command: PaletteCommand | undefined = commands.find((other) => other.id === item?.id);
    if (command === undefined) return;
    keepChoice(command.id);
    onClose();
    command.run();
  };
  const type = (text: string) => {
    setSearch(text);
    setActive(0);
  };
  const obey = () => {
    if (heard?.run === undefined) return;
    onClose();
    heard.run();
  };
  return {
    search,
    type,
    items,
    heard,
    obey,
    active: Math.min(active, items.length - 1),
    setActive,
    run,
  };
}

/** The dialog. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const model = usePalette(onClose);
  const list = useRef<HTMLDivElement>(null);
  const { items, active, heard } = model;
  const waiting = useMarketsWait();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = arrowTarget(event.key, active, items.length, 'list');
    if (next !== null) {
      event.preventDefault();
      model.setActive(next);
      list.current?.querySelector(`#palette-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (model.heard === null) model.run(items[active]);
      else model.obey();
    }
  };
  return (
    <Modal label={t('nav.search')} className="palette" onClose={onClose}>
      <label className="palette-search">
        <Icon name="search" size={18} />
        <span className="visually-hidden">{t('palette.placeholder')}</span>
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={items.length === 0 ? undefined : `palette-${active}`}
          placeholder={t('palette.placeholder')}
          value={model.search}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => model.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </label>
      {heard !== null && (
        <div className="palette-heard" role="status">
          {heard.preview}
        </div>
      )}
      <div
        className="palette-list"
        id="palette-list"
        ref={list}
        role="listbox"
        tabIndex={-1}
        aria-label={t('nav.search')}
      >
        {items.map((item, index) => (
          <Fragment key={`${item.group} ${item.id}`}>
            {item.group !== items[index - 1]?.group && (
              <div className="palette-group" role="presentation">
                {t(GROUPS[item.group])}
              </div>
            )}
            <Row
              item={item}
              index={index}
              active={index === active}
              onHover={() => model.setActive(index)}
              onRun={() => model.run(item)}
            />
          </Fragment>
        ))}
      </div>
      {items.length === 0 && waiting && <SkeletonRows rows={3} />}
      {items.length === 0 && !waiting && heard === null && (
        <p className="palette-none" role="status">
          {t('palette.none', { query: model.search })}
        </p>
      )}
      <p className="palette-keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('palette.move')}
        </span>
        <span>
          <kbd>↵</kbd> {t('palette.open')}
        </span>
      </p>
    </Modal>
  );
}
