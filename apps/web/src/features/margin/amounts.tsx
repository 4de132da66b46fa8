/** A figure that may be several amounts. */

import { FigureLine } from '../terminal/figure-line.tsx';
import './margin.css';

/** One line an amount, or a dash. */
export function Amounts(props: { readonly label: string; readonly texts: readonly string[] }) {
  const { label, texts } = props;
  const value = (
    <span className="amounts">
      {texts.length === 0 ? '–' : texts.map((text) => <span key={text}>{text}</span>)}
    </span>
  );
  return <FigureLine label={label} value={value} />;
}
