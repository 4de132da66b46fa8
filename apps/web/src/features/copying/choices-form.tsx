/** Everything that a follower sets. */

import type { CopyChoices } from '@halcyon/domain/web';
import {
  COPY_EXITS,
  COPY_LEVERAGES,
  COPY_MARGINS,
  COPY_SIZINGS,
} from '@halcyon/domain/web/copying';
import { ChoiceField } from '../../components/choice-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';

/** As they are typed: '' = none. */
export interface ChoicesDraft extends Omit<CopyChoices, 'leverage' | 'only' | 'without'> {
  readonly leverage: string;
  readonly only: string;
  readonly without: string;
}

const AMOUNTS = ['orderMax', 'positionMax'] as const;
const PERCENTS = [
  'slippage',
  'takeProfit',
  'stopLoss',
  'portfolioProfit',
  'portfolioLoss',
  'drawdown',
] as const;

/** Fields that say themselves what is wrong with them. */
export const CHOICE_FIELDS: readonly string[] = [
  ...['sizingValue', 'leverage', 'only', 'without'],
  ...AMOUNTS,
  ...PERCENTS,
];

const COIN_DIGITS = 8;
const PERCENT_DIGITS = 4;

/** What one begins with: as the trader, by the ratio of the equities, at no more than a percent from a fair price. */
export const FIRST_DRAFT: ChoicesDraft = {
  ...{
    sizing: 'ratio',
    sizingValue: '100',
    leverageOf: 'traders',
    leverage: '1',
    margin: 'traders',
  },
  ...{ only: '', without: '', orderMax: '', positionMax: '', slippage: '1', takeProfit: '' },
  ...{ stopLoss: '', portfolioProfit: '', portfolioLoss: '', drawdown: '' },
  ...{ exit: 'close', paused: false },
};

const blank = (text: string) => (text === '0' ? '' : text);

export function draftOf(choices: CopyChoices): ChoicesDraft {
  const numbers = [...AMOUNTS, ...PERCENTS].map((key) => [key, blank(choices[key])] as const);
  return {
    ...choices,
    ...(Object.fromEntries(numbers) as Pick<
      CopyChoices,
      (typeof AMOUNTS | typeof PERCENTS)[number]
    >),
    leverage: String(choices.leverage),
    only: choices.only.join(', '),
    without: choices.without.join(', '),
  };
}

const symbolsOf = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((symbol) => symbol !== '');

/** What is sent of a draft. */
export function choicesOf(draft: ChoicesDraft) {
  const numbers = [...AMOUNTS, ...PERCENTS].map((key) => [key, draft[key] || '0'] as const);
  return {
    ...draft,
    ...(Object.fromEntries(numbers) as Pick<
      CopyChoices,
      (typeof AMOUNTS | typeof PERCENTS)[number]
    >),
    leverage: Number(draft.leverage),
    only: symbolsOf(draft.only),
    without: symbolsOf(draft.without),
  };
}

const SIZE_NAMES: Readonly<Record<CopyChoices['sizing'], MessageId>> = {
  ratio: 'copy.size.ratio',
  amount: 'copy.size.amount',
  multiple: 'copy.size.multiple',
};
const FIRST_SIZES = { ratio: '100', amount: '', multiple: '1' } as const;

interface Props {
  readonly draft: ChoicesDraft;
  readonly coin: string;
  readonly onChange: (draft: ChoicesDraft) => void;
  readonly wrong: (field: string) => string | undefined;
}

function Sizing({ draft, coin, onChange, wrong }: Props) {
  const t = useT();
  const { sizing, sizingValue } = draft;
  const unit = { ratio: '%', amount: coin, multiple: '×' }[sizing];
  return (
    <>
      <ChoiceField
        label={t('copy.sizing')}
        value={sizing}
        items={COPY_SIZINGS.map((key) => ({ key, label: t(`copy.sizing.${key}`) }))}
        onChange={(key) => onChange({ ...draft, sizing: key, sizingValue: FIRST_SIZES[key] })}
      />
      <NumberField
        label={t(SIZE_NAMES[sizing])}
        value={sizingValue}
        unit={unit}
        scale={sizing === 'amount' ? COIN_DIGITS : PERCENT_DIGITS}
        error={wrong('sizingValue')}
        onChange={(text) => onChange({ ...draft, sizingValue: text })}
      />
    </>
  );
}

function Leverage({ draft, onChange, wrong }: Props) {
  const t = useT();
  const margins: Readonly<Record<CopyChoices['margin'], MessageId>> = {
    traders: 'copy.asTrader',
    crossed: 'futures.cross',
    isolated: 'futures.isolated',
  };
  const leverages: Readonly<Record<CopyChoices['leverageOf'], MessageId>> = {
    traders: 'copy.asTrader',
    own: 'copy.ownLeverage',
    tradersUpTo: 'copy.upTo',
  };
  return (
    <>
      <ChoiceField
        label={t('futures.leverage')}
        value={draft.leverageOf}
        items={COPY_LEVERAGES.map((key) => ({ key, label: t(leverages[key]) }))}
        onChange={(leverageOf) => onChange({ ...draft, leverageOf })}
      />
      {draft.leverageOf !== 'traders' && (
        <NumberField
          label={t(leverages[draft.leverageOf])}
          value={draft.leverage}
          unit="×"
          scale={0}
          error={wrong('leverage')}
          onChange={(leverage) => onChange({ ...draft, leverage })}
        />
      )}
      <ChoiceField
        label={t('futures.marginMode')}
        value={draft.margin}
        items={COPY_MARGINS.map((key) => ({ key, label: t(margins[key]) }))}
        onChange={(margin) => onChange({ ...draft, margin })}
      />
    </>
  );
}

function Limits({ draft, coin, onChange, wrong }: Props) {
  const t = useT();
  return (
    <>
      {AMOUNTS.map((key) => (
        <NumberField
          key={key}
          label={t(`copy.${key}`)}
          value={draft[key]}
          unit={coin}
          scale={COIN_DIGITS}
          error={wrong(key)}
          onChange={(text) => onChange({ ...draft, [key]: text })}
        />
      ))}
      {PERCENTS.map((key) => (
        <NumberField
          key={key}
          label={t(`copy.set.${key}`)}
          value={draft[key]}
          unit="%"
          scale={PERCENT_DIGITS}
          error={wrong(key)}
          onChange={(text) => onChange({ ...draft, [key]: text })}
        />
      ))}
    </>
  );
}

/** The fields. */
export function ChoiceFields(props: Props) {
  const t = useT();
  const { draft, onChange, wrong } = props;
  return (
    <>
      <div className="copy-fields">
        <Sizing {...props} />
        <Leverage {...props} />
      </div>
      <fieldset>
        <legend>{t('copy.limits')}</legend>
        <div className="copy-fields">
          <Limits {...props} />
        </div>
      </fieldset>
      {(['only', 'without'] as const).map((key) => (
        <TextField
          key={key}
          label={t(`copy.${key}`)}
          name={key}
          value={draft[key]}
          hint={t('copy.symbolsHint')}
          error={wrong(key)}
          onChange={(text) => onChange({ ...draft, [key]: text })}
        />
      ))}
      <ChoiceField
        label={t('copy.exit')}
        value={draft.exit}
        items={COPY_EXITS.map((key) => ({ key, label: t(`copy.exit.${key}`) }))}
        onChange={(exit) => onChange({ ...draft, exit })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.paused}
          onChange={(event) => onChange({ ...draft, paused: event.target.checked })}
        />
        {t('copy.paused')}
      </label>
    </>
  );
}
