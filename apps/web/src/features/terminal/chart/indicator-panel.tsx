/** Chooses indicators and their settings; the chart beside it follows at once. */

import {
  type Chosen,
  chosenText,
  type Group,
  INDICATORS,
  type Indicator,
  initialValues,
  inRange,
  lineTitle,
} from '@halcyon/indicators';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { chosenIn, STUDIES_MAX } from './chosen-studies.ts';
import { lineColors } from './study-colors.ts';
import './indicator-panel.css';

const GROUPS: readonly Group[] = [
  ...(['average', 'band', 'trend', 'oscillator', 'volatility', 'volume'] as const),
];

interface StudyProps {
  readonly chosen: Chosen;
  /** As they are drawn. */
  readonly colors: readonly string[];
  readonly onChange: (chosen: Chosen) => void;
  readonly onRemove: () => void;
}

/** Settings and colours of one that is on the chart. */
function StudySettings({ chosen, colors, onChange, onRemove }: StudyProps) {
  const t = useT();
  const { indicator, values } = chosen;
  const withAt = <T,>(list: readonly T[], at: number, value: T) =>
    list.map((one, n) => (n === at ? value : one));
  return (
    <fieldset className="study">
      <legend className="visually-hidden">{indicator.title}</legend>
      {indicator.settings.map((setting, n) => (
        <label key={setting.name}>
          <span className="muted">{t(`indicator.${setting.name}`)}</span>
          <input
            type="number"
            className="input-box"
            defaultValue={values[n]}
            min={setting.min}
            max={setting.max}
            step={setting.decimal ? 'any' : 1}
            onChange={({ target }) => {
              const value = target.valueAsNumber;
              // What is not yet a value in range is not drawn.
              if (inRange(setting, value) !== value) return;
              onChange({ ...chosen, values: withAt(values, n, value) });
            }}
            onBlur={({ target }) => {
              target.value = String(values[n]);
            }}
          />
        </label>
      ))}
      {indicator.lines.map(
        (line, n) =>
          line.shape !== 'bars' && (
            <input
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of an indicator stay where they are
              key={n}
              type="color"
              aria-label={t('indicator.color', { line: lineTitle(indicator, line, values) })}
              title={lineTitle(indicator, line, values)}
              value={colors[n]}
              onChange={({ target }) =>
                onChange({ ...chosen, colors: withAt(chosen.colors, n, target.value) })
              }
            />
          ),
      )}
      <Button
        look="ghost"
        icon
        aria-label={t('indicator.remove', { name: indicator.id })}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </Button>
    </fieldset>
  );
}

/** Whether a search finds an indicator. */
function isFound({ id, title }: Indicator, search: string): boolean {
  return `${id} ${title}`.toLowerCase().includes(search.trim().toLowerCase());
}

/** The panel. @param texts what is on the chart, as it is kept */
export function IndicatorPanel(props: {
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
}) {
  const t = useT();
  const [search, setSearch] = useState('');
  const all = chosenIn(props.texts);
  const colors = lineColors(all);
  const set = (next: readonly Chosen[]) => props.onTexts(next.map(chosenText));
  const isFull = all.length >= STUDIES_MAX;
  const add = (indicator: Indicator) =>
    set([
      ...all,
      { indicator, values: initialValues(indicator), colors: indicator.lines.map(() => '') },
    ]);
  const row = (indicator: Indicator) => {
    const isOn = all.some((one) => one.indicator === indicator);
    const toggle = () =>
      isOn ? set(all.filter((one) => one.indicator !== indicator)) : add(indicator);
    return (
      <div key={indicator.id}>
        <label className="menu-item check">
          <input type="checkbox" checked={isOn} disabled={!isOn && isFull} onChange={toggle} />
          <span>
            {indicator.id}{' '}
            <span className="muted" lang="en">
              {indicator.title}
            </span>
          </span>
        </label>
        {all.map(
          (one, at) =>
            one.indicator === indicator && (
              <StudySettings
                // biome-ignore lint/suspicious/noArrayIndexKey: the same one may be there twice; what is removed moves those behind it
                key={`${all.length} ${at}`}
                chosen={one}
                colors={colors[at]!}
                onChange={(next) => set(all.with(at, next))}
                onRemove={() => set(all.toSpliced(at, 1))}
              />
            ),
        )}
        {isOn && indicator.settings.length > 0 && (
          <Button
            look="link"
            className="study-more"
            disabled={isFull}
            onClick={() => add(indicator)}
          >
            {t('indicator.another', { name: indicator.id })}
          </Button>
        )}
      </div>
    );
  };
  const found = INDICATORS.filter((one) => isFound(one, search));
  return (
    <div className="indicator-panel">
      <input
        type="search"
        className="input-box"
        aria-label={t('indicator.search')}
        placeholder={t('indicator.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {isFull && <p className="menu-note">{t('indicator.most', { count: STUDIES_MAX })}</p>}
      {found.length === 0 && <p className="menu-note">{t('indicator.none')}</p>}
      {GROUPS.map((group) => {
        const own = found.filter((one) => one.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group} aria-label={t(`indicator.group.${group}`)}>
            <p className="menu-note">{t(`indicator.group.${group}`)}</p>
            {own.map(row)}
          </section>
        );
      })}
    </div>
  );
}
