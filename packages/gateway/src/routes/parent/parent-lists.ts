/** Lists of parent orders. */
import { wireId } from '@halcyon/domain';
import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter, inWindow } from '../../translate/lists.ts';
import { parentOfHistory, parentRow, parentsOfViews } from '../../translate/parents.ts';

const LIMIT = 100;

/** Those that work or are paused. */
export const currentParentOrder = signedRoute(
  specs.trade.currentParentOrder,
  ({ views }, request, { account }) => {
    const page = readPage(request, LIMIT);
    const parents = views
      .parents(account, { ...instrumentFilter(views, request), before: page.before })
      .filter((parent) => inWindow(parent.createdTime, page));
    const shown = parentsOfViews(views, parents.slice(0, page.limit));
    const orderList = shown.map((parent) => parentRow(views, parent));
    return { ...pageEnd(parents, page.limit), orderList };
  },
);

/** Those that ended. */
export const historyParentOrder = signedRoute(
  specs.trade.historyParentOrder,
  async ({ views, history }, request, { account }) => {
    const { before, limit, ...window } = readPage(request, LIMIT);
    const query = { account, ...instrumentFilter(views, request), ...window, idLessThan: before };
    const found = await history.parentHistory(
      { ...query, limit: limit + 1 },
      { minSeq: views.lastAckSeq(account) },
    );
    const parents = found.map(parentOfHistory);
    const orderList = parents.slice(0, limit).map((parent) => parentRow(views, parent));
    return { ...pageEnd(parents, limit), orderList };
  },
);

function pageEnd(parents: readonly { readonly parent: number }[], limit: number) {
  const last = parents.slice(0, limit).at(-1);
  return {
    nextFlag: parents.length > limit,
    idLessThan: last === undefined ? '' : wireId(last.parent),
  };
}
