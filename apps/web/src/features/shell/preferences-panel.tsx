/** Language, currency, theme, price colours and what asks once more; each choice shows at once and is kept. */

import { DEFAULT_LOCALE, LOCALES } from '@halcyon/domain/web';
import { localeDetails } from '@halcyon/domain/web/locale-details';
import { useId } from 'react';
import { focusMenu } from '../../components/menu.tsx';
import { Segments } from '../../components/tabs.tsx';
import { toast } from '../../components/toast.tsx';
import { useCurrencyRates } from '../../data/state/currency-rates.ts';
import { chooseCurrency, useCurrency } from '../../platform/locale/currency.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { chooseLocale, useLocale } from '../../platform/locale/locale.ts';
import {
  CONFIRMATIONS,
  chooseConfirmations,
  useConfirmations,
} from '../../platform/storage/confirmations.ts';
import { chooseColours, chooseTheme } from '../../platform/theme/choose-look.ts';
import {
  PRICE_COLOURS,
  type PriceColours,
  THEME_CHOICES,
  useLook,
} from '../../platform/theme/theme.ts';

function LanguageChoice() {
  const t = useT();
  const id = useId();
  const { code } = useLocale();
  const choose = (next: string) => {
    chooseLocale(next).then(
      // Another language is another page, and this panel is not open on it.
      () => focusMenu('preferences'),
      () => toast('error', t('state.unreachable')),
    );
  };
  const shown = LOCALES.some((entry) => entry.code === code) ? code : DEFAULT_LOCALE;
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('prefs.language')}
      </label>
      <div className="input-box">
        <select id={id} value={shown} onChange={(event) => choose(event.target.value)}>
          {LOCALES.map((entry) => (
            <option key={entry.code} value={entry.code} lang={entry.tag}>
              {localeDetails(entry.code).name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function CurrencyChoice() {
  const t = useT();
  const id = useId();
  const currency = useCurrency();
  const table = useCurrencyRates();
  const { tag } = useLocale();
  const names = new Intl.DisplayNames(tag, { type: 'currency' });
  const codes = [...new Set([currency, ...Object.keys(table?.rates ?? {})])].sort();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('prefs.currency')}
      </label>
      <div className="input-box">
        <select id={id} value={currency} onChange={(event) => chooseCurrency(event.target.value)}>
          {codes.map((code) => (
            <option key={code} value={code}>{`${code} – ${names.of(code) ?? code}`}</option>
          ))}
        </select>
      </div>
    </div>
  );
}

function ColourSample({ colours }: { readonly colours: PriceColours }) {
  return (
    <span className="colour-sample" data-colours={colours} aria-hidden="true">
      <span className="sample-up" />
      <span className="sample-down" />
    </span>
  );
}

function ColourChoice() {
  const t = useT();
  const id = useId();
  const { colours } = useLook();
  return (
    <fieldset className="choice-list">
      <legend className="field-label">{t('prefs.colours')}</legend>
      {PRICE_COLOURS.map((name) => (
        <label key={name} className="choice">
          <input
            type="radio"
            name={id}
            checked={colours === name}
            onChange={() => chooseColours(name)}
          />
          <ColourSample colours={name} />
          {t(`prefs.colours.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}

function ConfirmationChoice() {
  const t = useT();
  const chosen = useConfirmations();
  return (
    <fieldset className="choice-list">
      <legend className="field-label">{t('prefs.confirm')}</legend>
      {CONFIRMATIONS.map((name) => (
        <label key={name} className="choice">
          <input
            type="checkbox"
            checked={chosen.has(name)}
            onChange={(event) => chooseConfirmations([name], event.target.checked)}
          />
          {t(`prefs.confirm.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The panel's content. */
export function PreferencesPanel() {
  const t = useT();
  const { choice } = useLook();
  return (
    <div className="preferences">
      <LanguageChoice />
      <CurrencyChoice />
      <div>
        <p className="field-label" aria-hidden="true">
          {t('prefs.theme')}
        </p>
        <Segments
          label={t('prefs.theme')}
          items={THEME_CHOICES.map((key) => ({ key, label: t(`prefs.theme.${key}`) }))}
          value={choice}
          onChange={chooseTheme}
        />
      </div>
      <ColourChoice />
      <ConfirmationChoice />
    </div>
  );
}
