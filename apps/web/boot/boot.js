// Runs before the first paint, inlined into the page by the build: theme and price colours (the
// rules of src/platform/theme/theme.ts, tested together), and which skeleton the address wants.
(() => {
  const root = document.documentElement;
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
})();
