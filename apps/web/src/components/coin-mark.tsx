/** A coin's mark: our own drawing; until that is there, its first letter on a colour of its own. */

import { useState } from 'react';
import { useCoinIcon } from '../data/state/images.ts';
import { atDefaultHost, imageHostFailed } from '../platform/images/image-host.ts';

const HUES: Readonly<Record<string, number>> = {
  BTC: 34,
  ETH: 232,
  SOL: 268,
  USDT: 162,
  XRP: 206,
  BNB: 46,
  DOGE: 44,
  ADA: 222,
  TRX: 356,
  AVAX: 2,
  LTC: 212,
  LINK: 225,
  DOT: 328,
};

/** A stable hue (0..359) for a coin's name. */
export function coinHue(coin: string): number {
  const known = HUES[coin];
  if (known !== undefined) return known;
  let hash = 7;
  for (const char of coin) hash = (hash * 31 + char.charCodeAt(0)) % 3600;
  return hash % 360;
}

/** The drawing; where its host fails it comes from the default one, and where that fails not at all. */
function Drawing({ address, size }: { readonly address: string; readonly size: number }) {
  const [source, setSource] = useState(address);
  const failed = () => {
    const fallback = atDefaultHost(source);
    if (fallback !== source) imageHostFailed();
    setSource(fallback === source ? '' : fallback);
  };
  if (source === '') return null;
  return (
    <img className="coin-drawing" src={source} alt="" width={size} height={size} onError={failed} />
  );
}

/** A round mark of `size` pixels. */
export function CoinMark({ coin, size = 24 }: { readonly coin: string; readonly size?: number }) {
  const icon = useCoinIcon(coin);
  const hue = coinHue(coin);
  return (
    <span
      className="coin"
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size / 2,
        background: `hsl(${hue} 62% 24%)`,
        color: `hsl(${hue} 90% 84%)`,
      }}
    >
      {coin[0]}
      {icon !== '' && <Drawing key={icon} address={icon} size={size} />}
    </span>
  );
}
