// Put into each measured page before anything of its own; what it finds is in `measured`.
(() => {
  const vitals = { lcp: 0, cls: 0, tbt: 0, largest: '', moved: '' };
  const name = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return '?';
    const text = element.textContent.slice(0, 40);
    return `<${element.tagName.toLowerCase()} class="${element.className}"> ${text}`;
  };
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', (entry) => {
    vitals.lcp = entry.startTime;
    vitals.largest = `${Math.round(entry.startTime)} ms ${name(entry.element)}`;
  });
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    vitals.cls += entry.value;
    const places = entry.sources.map((source) => name(source.node)).join(', ');
    vitals.moved += `${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${places}; `;
  });
  watch('longtask', (entry) => {
    vitals.tbt += Math.max(0, entry.duration - 50);
  });

  /** Pixels by which the page is wider than its window, and what sticks out. */
  const overflow = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const excess = scrollWidth - clientWidth;
    // To look at every part takes longer than the layout: only for a page that has such a part.
    if (excess <= 0) return { excess, widest: '' };
    const out = [...document.querySelectorAll('body *')].find((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.right > clientWidth + 1 || box.left < -1);
    });
    return { excess, widest: out ? name(out) : '' };
  };

  const BOXES = '.panel, .card, .bar, .dialog, .order-form, .input-box, .btn, td, th, .toast';
  const SCROLLS = /auto|scroll|hidden|clip/;
  /** The box that text has to stay in; null where a part between the two scrolls or cuts it off. */
  const boxOf = (text) => {
    for (let at = text.parentElement; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.position === 'fixed' || style.clipPath !== 'none') return null;
      if (SCROLLS.test(style.overflowX)) return null;
      if (at.matches(BOXES)) return at;
    }
    return null;
  };
  /** Texts that are drawn over the edge of their box. */
  const spills = () => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.data.trim() === '') continue;
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const box = width > 0 ? boxOf(text)?.getBoundingClientRect() : undefined;
      if (box && (left < box.left - 1 || right > box.right + 1)) found.push(name(text));
    }
    return found;
  };

  const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  /** Fonts asked for before the first paint. */
  const earlyFonts = () =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.woff2') && entry.startTime < paint()).length;

  globalThis.measured = { vitals, overflow, spills, earlyFonts };
})();
