// Runs before the first paint, inlined into the page by the build: theme and price colours (the
// rules of src/platform/theme/theme.ts, tested together), which skeleton the address wants, and an
// early start for the code of its page.
(() => {
  const root = document.documentElement;
  const codes = [];
  const preload = {};
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const choice = read('theme');
  const light =
    choice === 'light' ||
    (choice !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = light ? 'light' : 'dark';
  const colours = read('price-colours');
  const known = colours === 'red-up' || colours === 'blind-safe';
  root.dataset.colours = known ? colours : 'green-up';

  // Simulation trading: the rule of src/platform/simulation/venue.ts.
  if (read('simulation-trading') !== null) root.dataset.venue = 'paper';

  const segments = location.pathname.split('/').slice(1);
  const hasCode = codes.includes(segments[0]);
  const page = segments[hasCode ? 1 : 0] || '';
  const kinds = {
    '': 'home',
    markets: 'markets',
    login: 'login',
    register: 'register',
    spot: 'terminal',
    futures: 'terminal',
  };
  const kind = Object.hasOwn(kinds, page) ? kinds[page] : 'page';
  // A stored language turns an address without one into its own: the skeleton's words are not its.
  const stored = read('locale');
  root.dataset.shell = kind;
  if (!hasCode && stored !== null && stored !== 'en') root.dataset.shellWords = 'none';
  for (const href of preload[kind] || []) {
    const link = document.createElement('link');
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
  // The first form of numbers makes the browser read its language data, which takes a slow phone
  // 50 ms and more: better now, while the code is on its way, than when the page is drawn.
  requestAnimationFrame(() => setTimeout(() => new Intl.NumberFormat('en')));
})();
