/** Ant Design with the product's tokens. Imported only by pages that are chunks of their own. */

import { localeDetails } from '@halcyon/domain/web/locale-details';
import { theme as antTheme, ConfigProvider, type ThemeConfig } from 'antd';
import { type ReactNode, use } from 'react';
import { useT } from '../../platform/locale/intl.tsx';
import { useLocale } from '../../platform/locale/locale.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { BREAKPOINTS } from '../../platform/theme/media.ts';
import { type Theme, useTheme } from '../../platform/theme/theme.ts';
import { EmptyState } from '../states.tsx';
import { antdLocale } from './antd-locale.ts';
import { formMessages } from './form-messages.ts';
import { giveStylesTheNonce } from './style-nonce.ts';
import './antd.css';

giveStylesTheNonce();

const DARK = {
  colorBgBase: '#0a0e11',
  colorBgContainer: '#11171b',
  colorBgElevated: '#182025',
  colorBorder: '#3a474e',
  colorBorderSecondary: '#212c32',
  colorBorderDisabled: '#2a353b',
  colorText: '#e9eff1',
  colorTextSecondary: '#a3b1b8',
  colorTextTertiary: '#84939b',
  colorTextPlaceholder: '#84939b',
  colorTextDescription: '#a3b1b8',
  colorLink: '#2cc2db',
  colorSuccess: '#0ecb81',
  colorError: '#f6566a',
};

const LIGHT = {
  colorBgBase: '#ffffff',
  colorBgLayout: '#edf1f3',
  colorBorder: '#b9c5ca',
  colorBorderSecondary: '#dfe6e9',
  colorText: '#0e171b',
  colorTextSecondary: '#46555c',
  colorTextTertiary: '#5b6a72',
  colorTextPlaceholder: '#5b6a72',
  colorTextDescription: '#46555c',
  colorLink: '#016a80',
  colorSuccess: '#067a4f',
  colorError: '#c9304a',
};

const BASE = { dark: DARK, light: LIGHT };

/** Simulation trading's own grounds and accent, over the theme's; as in tokens.css. */
const PAPER_FIELD = { dark: '#1f1a2f', light: '#f4f1fb' };
const PAPER = {
  dark: {
    colorBgBase: '#0b0914',
    colorBgContainer: '#14111f',
    colorBgElevated: '#1b172a',
    colorBorder: '#463b63',
    colorBorderSecondary: '#2a2340',
    colorLink: '#bbaafa',
  },
  light: { colorBgLayout: '#ece8f7', colorBorderSecondary: '#e0daf0', colorLink: '#5a3dc8' },
};

/** Accent, text upon it, and the shade of it that can be read as text. */
function accentOf(theme: Theme, paper: boolean) {
  if (paper && theme === 'dark') return { primary: '#a18bf5', ink: '#0d0524', text: '#bbaafa' };
  if (paper) return { primary: '#6a4ddb', ink: '#ffffff', text: '#5a3dc8' };
  // White on #03aac7 is 2.8:1, dark ink 7.6:1; as text it fails on white.
  return { primary: '#03aac7', ink: '#001418', text: theme === 'dark' ? '#2cc2db' : '#016a80' };
}

/** The dark algorithm dims these; ours are chosen for dark grounds and stay. */
const undimmed: typeof antTheme.darkAlgorithm = (seed, map) => ({
  ...antTheme.darkAlgorithm(seed, map),
  colorPrimary: seed.colorPrimary,
  colorSuccess: seed.colorSuccess,
  colorError: seed.colorError,
  colorErrorText: seed.colorError,
});

/** The spec's theme as Ant Design tokens: primary #03aac7, 14 px, radius 4. */
export function antdTheme(theme: Theme, paper: boolean = SIMULATING): ThemeConfig {
  const { primary, ink, text } = accentOf(theme, paper);
  const field = fieldOf(theme, paper, primary);
  return {
    algorithm: theme === 'dark' ? undimmed : antTheme.defaultAlgorithm,
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      borderRadius: 4,
      fontSize: 14,
      fontFamily: 'var(--font)',
      controlHeight: 36,
      screenXS: BREAKPOINTS.xs,
      screenSM: BREAKPOINTS.sm,
      screenMD: BREAKPOINTS.md,
      screenLG: BREAKPOINTS.lg,
      screenXL: BREAKPOINTS.xl,
      screenXXL: BREAKPOINTS.xxl,
      ...(theme === 'dark' ? DARK : LIGHT),
      ...(paper && PAPER[theme]),
    },
    components: {
      Button: {
        primaryColor: ink,
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        defaultBg: field.colorBgContainer,
        defaultBorderColor: field.colorBorder,
      },
      Input: field,
      Select: field,
      DatePicker: field,
      Form: {
        labelFontSize: 13,
        labelColor: BASE[theme].colorTextSecondary,
        verticalLabelPadding: '0 0 6px',
        itemMarginBottom: 16,
      },
      Table: { headerBg: 'transparent', headerSplitColor: 'transparent', cellPaddingBlock: 12 },
      Tabs: { itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text },
      Tag: { defaultBg: theme === 'dark' ? '#1b2429' : '#f1f4f6' },
      Segmented: { itemSelectedColor: theme === 'dark' ? '#e9eff1' : '#0e171b' },
    },
  };
}

/** A field as our own are: their ground, their line, and the ring around the one with the focus. */
function fieldOf(theme: Theme, paper: boolean, primary: string) {
  const field = paper ? PAPER_FIELD[theme] : theme === 'dark' ? '#1b2429' : '#f1f4f6';
  const line = paper ? PAPER[theme].colorBorderSecondary : BASE[theme].colorBorderSecondary;
  return {
    colorBgContainer: field,
    selectorBg: field,
    hoverBg: field,
    activeBg: field,
    colorBorder: line,
    activeShadow: `0 0 0 1px ${primary}`,
    paddingInline: 10,
  };
}

/** Provides theme and empty texts to the antd components inside. */
export function AntdFrame({ children }: { readonly children: ReactNode }) {
  const theme = useTheme();
  const t = useT();
  const { entry, dir } = useLocale();
  const { antd, dayjs } = localeDetails(entry.code);
  const locale = use(antdLocale(antd, dayjs));
  return (
    <ConfigProvider
      direction={dir}
      {...(locale !== undefined && { locale })}
      theme={antdTheme(theme)}
      form={{ validateMessages: formMessages(t) }}
      renderEmpty={() => <EmptyState />}
    >
      {children}
    </ConfigProvider>
  );
}
