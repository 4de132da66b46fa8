// Put into a page before anything of its own; what it measures is in `geometry`.
(() => {
  const NEAR = 1.5;
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  /** Box of what is written in an element, or drawn where nothing is; null = neither, or unseen. */
  const inkOf = (element) => {
    if (!shown(element)) return null;
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    return box.width > 1 ? box : null;
  };
  const near = (a, b) => Math.abs(a - b) <= NEAR;
  const text = (element) => element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);

  /** A heading and a value under it begin together or end together, whichever their column says. */
  const apart = (head, value) => {
    const [above, below] = [inkOf(head), inkOf(value)];
    if (above === null || below === null) return '';
    if (near(above.left, below.left) || near(above.right, below.right)) return '';
    return `"${text(value)}" is not under "${text(head)}"`;
  };

  /** Lists that are no tables: their row of headings, and their rows. */
  const LISTS = [
    ['.book-head', '.book-row'],
    ['.trade-head', '.trade-row:not(.trade-head)'],
  ];
  const listFaults = () =>
    LISTS.flatMap(([head, row]) => {
      const heads = document.querySelector(head)?.children ?? [];
      const values = document.querySelector(row);
      if (values === null) return [];
      // The bar of a level stands for no heading.
      const cells = [...values.children].filter((cell) => text(cell) !== '');
      return [...heads].map((each, at) => (cells[at] ? apart(each, cells[at]) : ''));
    });

  /** Buttons, pictures and names with a picture have their own room around them. */
  const OWN_ROOM =
    '.visually-hidden, .btn, button, svg, .coin, .ant-tag, .ant-btn, .badge, .sparkline';
  /** Whether its rows are cards, whose headings are for who does not see them. */
  const asCards = (table) => getComputedStyle(table.tHead ?? table).clipPath !== 'none';
  const tableFaults = () =>
    [...document.querySelectorAll('table')].filter(shown).flatMap((table) => {
      if (asCards(table)) return [];
      const heads = [...table.querySelectorAll('thead tr:last-child > th')];
      const rows = [...table.querySelectorAll('tbody > tr')].filter(
        (row) => row.children.length === heads.length && shown(row),
      );
      return rows.slice(0, 3).flatMap((row) =>
        heads.map((head, at) => {
          const cell = row.children[at];
          if (!shown(head) || !shown(cell)) return '';
          const { left, right } = cell.getBoundingClientRect();
          const column = head.getBoundingClientRect();
          if (!near(left, column.left) || !near(right, column.right)) {
            return `"${text(cell)}" is in another column than "${text(head)}"`;
          }
          return cell.querySelector(OWN_ROOM) || head.querySelector(OWN_ROOM)
            ? ''
            : apart(head, cell);
        }),
      );
    });

  /** Names and values: beside each other in the direction of the language, or one under the other. */
  const pairFaults = () => {
    const rtl = document.documentElement.dir === 'rtl';
    return [...document.querySelectorAll('dt + dd')].map((value) => {
      const name = value.previousElementSibling;
      if (value.closest('[dir="ltr"]') !== null && rtl) return '';
      const [a, b] = [inkOf(name), inkOf(value)];
      if (a === null || b === null) return '';
      if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) {
        const follows = rtl ? b.right <= a.left + NEAR : a.right <= b.left + NEAR;
        return follows ? '' : `"${text(value)}" is on the wrong side of "${text(name)}"`;
      }
      const middle = (box) => (box.left + box.right) / 2;
      const [x, y] = [name, value].map((each) => each.getBoundingClientRect());
      const aligned = near(a.left, b.left) || near(a.right, b.right) || near(middle(a), middle(b));
      // A value of a line of its own ends where the values of the other lines do.
      const wrapped = rtl
        ? near(b.left, Math.min(x.left, y.left))
        : near(b.right, Math.max(x.right, y.right));
      return aligned || wrapped ? '' : `"${text(value)}" does not stand under "${text(name)}"`;
    });
  };

  /** What is cut off or written over in tables. */
  const cutFaults = () =>
    [...document.querySelectorAll('.table-scroll')].filter(shown).flatMap((scroller) => {
      const faults = [];
      const excess = scroller.scrollWidth - scroller.clientWidth;
      if (excess > 0) faults.push(`${scroller.ariaLabel}: ${excess} px too wide`);
      const box = scroller.getBoundingClientRect();
      const table = scroller.querySelector('table');
      const rows = table && asCards(table) ? 'tbody tr' : 'tr';
      for (const row of scroller.querySelectorAll(rows)) {
        let before = null;
        for (const cell of row.children) {
          const ink = inkOf(cell);
          if (ink === null || cell.querySelector(':scope > .visually-hidden')) continue;
          const own = cell.getBoundingClientRect();
          const edges = [Math.max(own.left, box.left), Math.min(own.right, box.right)];
          if (ink.left < edges[0] - 12 || ink.right > edges[1] + 12) {
            faults.push(`${scroller.ariaLabel}: "${text(cell)}" is cut`);
          }
          const sameLine =
            before !== null && ink.top < before.bottom - 2 && before.top < ink.bottom - 2;
          if (sameLine && ink.left < before.right - 1 && before.left < ink.right - 1) {
            faults.push(`${scroller.ariaLabel}: "${text(cell)}" is over the cell beside it`);
          }
          before = ink;
        }
      }
      return faults;
    });

  const faultsOf = (...lists) => [...new Set(lists.flat().filter((fault) => fault !== ''))];
  globalThis.geometry = {
    misplaced: () => faultsOf(listFaults(), tableFaults(), pairFaults()),
    cut: () => faultsOf(cutFaults()),
    wide: () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
    },
    panels: () =>
      [...document.querySelectorAll('.terminal > :not(.skip-link), .area-side > *')]
        .filter(shown)
        .map((panel) => {
          const { left, top, width, height } = panel.getBoundingClientRect();
          return [panel.className, left, top, width, height].join(' ');
        }),
  };
})();
