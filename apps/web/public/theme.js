// Sets the theme before the first paint. External and tiny, so that the page needs no inline
// script; the rule is repeated (and tested) in src/platform/theme/theme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Storage may be denied; the system's preference decides then.
  }
  const light =
    choice === 'light' ||
    (choice !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
})();
