/** Colours, type, icons, price colours, breakpoints. */

import { ICON_NAMES, Icon } from '../../components/icon.tsx';
import { BREAKPOINTS, useAtLeast } from '../../platform/theme/media.ts';
import { PRICE_COLOURS } from '../../platform/theme/theme.ts';
import { Group, Sample } from './sample.tsx';

const SHADES = Array.from({ length: 9 }, (_, index) => index + 1);
const SURFACES = ['bg', 'surface', 'raised', 'field', 'hover', 'line', 'line-strong'] as const;
const INKS = ['text', 'text-2', 'text-3', 'link', 'green', 'red', 'warn'] as const;

function Swatches({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="design-swatches">
      {names.map((name) => (
        <li key={name}>
          <span className="design-swatch" style={{ background: `var(--${name})` }} />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

function Breakpoint({ name }: { readonly name: keyof typeof BREAKPOINTS }) {
  const reached = useAtLeast(name);
  return (
    <li className={reached ? '' : 'muted'}>
      <code>{`${name} ${BREAKPOINTS[name]}`}</code> {reached && <Icon name="check" />}
    </li>
  );
}

/** The samples. */
export function TokenSamples() {
  const breakpoints = Object.keys(BREAKPOINTS) as (keyof typeof BREAKPOINTS)[];
  return (
    <Group title="Tokens">
      <Sample name="Primary and cyan">
        <Swatches names={['primary', ...SHADES.map((shade) => `cyan-${shade}`)]} />
      </Sample>
      <Sample name="Green">
        <Swatches names={SHADES.map((shade) => `green-${shade}`)} />
      </Sample>
      <Sample name="Surfaces">
        <Swatches names={SURFACES} />
      </Sample>
      <Sample name="Text on a surface">
        {INKS.map((name) => (
          <p key={name} style={{ color: `var(--${name})` }}>
            {`Halcyon 0123456789 (${name})`}
          </p>
        ))}
      </Sample>
      <Sample name="Type">
        <h1>Heading 1</h1>
        <h2>Heading 2</h2>
        <p>Body, 14 pixels: the quick brown fox.</p>
        <p className="muted">Secondary text</p>
        <p className="num">1,234,567.89000000</p>
        <code>monospace 0O1l</code> <kbd>Ctrl K</kbd>
      </Sample>
      <Sample name="Price colours">
        {PRICE_COLOURS.map((colours) => (
          <p key={colours} data-colours={colours} className="design-prices">
            <code>{colours}</code>
            <span className="up num">+1.23%</span>
            <span className="down num">−1.23%</span>
            <span className="flat num">0.00%</span>
          </p>
        ))}
      </Sample>
      <Sample name="Breakpoints reached">
        <ul>
          {breakpoints.map((name) => (
            <Breakpoint key={name} name={name} />
          ))}
        </ul>
      </Sample>
      <Sample name="Icons" wide>
        <ul className="design-icons">
          {ICON_NAMES.map((name) => (
            <li key={name}>
              <Icon name={name} size={20} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Sample>
    </Group>
  );
}
