/** The side bar of tools: a group opens beside it, and on a phone as a sheet. */

import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { arrowTarget } from '../../../../components/arrow-keys.ts';
import { focusOpener, useDismiss } from '../../../../components/use-dismiss.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import type { DrawingState, DrawingStore } from './drawing-store.ts';
import { BAR_ICONS, ToolIcon } from './tool-icon.tsx';
import { GROUPS, TOOL_NAMES, type ToolGroup, type ToolName, toolOf } from './tools.ts';

interface Props {
  readonly drawings: DrawingStore;
  readonly state: DrawingState;
  /** @param byKeyboard whether no pointer chose it, which then is not there to draw */
  readonly onTool: (tool: ToolName, byKeyboard: boolean) => void;
  readonly onObjects: () => void;
  readonly onPicture: () => void;
}

const toolsIn = (group: ToolGroup) => TOOL_NAMES.filter((name) => toolOf(name).group === group);

function GroupButton({ group, state, onTool }: Props & { readonly group: ToolGroup }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const tools = toolsIn(group);
  const shown = tools.find((name) => name === state.tool) ?? (tools[0] as ToolName);
  useDismiss(root, open, () => {
    setOpen(false);
    focusOpener(root.current);
  });
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !root.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside is reachable by itself
    <div className="draw-group" ref={root} onBlur={onBlur}>
      <button
        type="button"
        className="draw-button"
        aria-expanded={open}
        aria-pressed={shown === state.tool}
        aria-label={t(`draw.group.${group}`)}
        title={t(`draw.group.${group}`)}
        onClick={() => setOpen(!open)}
      >
        <ToolIcon path={toolOf(shown).icon} />
      </button>
      {open && (
        <fieldset className="draw-panel">
          <legend>{t(`draw.group.${group}`)}</legend>
          {tools.map((name) => (
            <button
              key={name}
              type="button"
              className="menu-item"
              aria-pressed={name === state.tool}
              onClick={(event) => {
                setOpen(false);
                onTool(name, event.detail === 0);
              }}
            >
              <ToolIcon path={toolOf(name).icon} />
              {t(`draw.tool.${name}`)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface ActionProps {
  readonly icon: keyof typeof BAR_ICONS;
  readonly label: string;
  readonly onPress: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
}

/** A button of the side bar or of the bar of style. */
export function BarButton({ icon, label, onPress, pressed, disabled = false }: ActionProps) {
  return (
    <button
      type="button"
      className="draw-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onPress}
    >
      <ToolIcon path={BAR_ICONS[icon]} />
    </button>
  );
}

/** Arrows, Home and End go from button to button, along the bar as it stands or lies. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLButtonElement>('.draw-button:enabled'),
  ];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const row = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  const to =
    arrowTarget(event.key, at, buttons.length, 'list') ??
    arrowTarget(event.key, at, buttons.length, row);
  if (to === null) return;
  event.preventDefault();
  buttons[to]?.focus();
}

/** The bar. */
export function ToolBar(props: Props) {
  const t = useT();
  const { drawings, state, onObjects, onPicture } = props;
  const { history, magnet, keeps, allLocked, allHidden } = state;
  const toggles = [
    ['magnet', magnet, () => drawings.set({ magnet: !magnet })],
    ['keep', keeps, () => drawings.set({ keeps: !keeps })],
    ['lock', allLocked, () => drawings.set({ allLocked: !allLocked })],
    ['hide', allHidden, () => drawings.set({ allHidden: !allHidden })],
  ] as const;
  const none = history.now.length === 0;
  return (
    <div
      className="draw-bar"
      role="toolbar"
      aria-label={t('draw.tools')}
      // Arrows move what is selected.
      onKeyDown={state.selected === null ? moveFocus : undefined}
    >
      {GROUPS.map((group) => (
        <GroupButton key={group} {...props} group={group} />
      ))}
      <hr />
      {toggles.map(([icon, pressed, onPress]) => (
        <BarButton key={icon} {...{ icon, pressed, onPress }} label={t(`draw.all.${icon}`)} />
      ))}
      <hr />
      <BarButton
        icon="undo"
        label={t('draw.undo')}
        disabled={history.past.length === 0}
        onPress={drawings.undo}
      />
      <BarButton
        icon="redo"
        label={t('draw.redo')}
        disabled={history.future.length === 0}
        onPress={drawings.redo}
      />
      <BarButton icon="objects" label={t('draw.objects')} onPress={onObjects} />
      <BarButton
        icon="remove"
        label={t('draw.removeAll')}
        disabled={none}
        onPress={drawings.removeAll}
      />
      <BarButton icon="picture" label={t('draw.picture')} onPress={onPicture} />
    </div>
  );
}
