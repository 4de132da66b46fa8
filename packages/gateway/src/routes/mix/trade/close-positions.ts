import { OrderOption, PositionLeg, PositionMode, wireId } from '@halcyon/domain';
import { type HoldSideWord, specs, WireError } from '@halcyon/protocol';
import type { PositionView } from '@halcyon/views';
import {
  type ContractInstrument,
  signedRoute,
  signedTextRoute,
  submit,
} from '../../../http/context.ts';
import { submitBatch } from '../../../translate/batch.ts';
import { closeAll } from '../../../translate/contract-orders.ts';
import {
  contractFilter,
  futuresAccount,
  requestedContract,
} from '../../../translate/contract-requests.ts';
import { isLong } from '../../../translate/contract-words.ts';
import { rowInstrument } from '../../../translate/order-rows.ts';
import { lotsOf } from '../../../translate/scaled.ts';
import { sizeText } from '../../../translate/text.ts';
import { closeCopied } from '../../copy/orders.ts';
import { namedText } from '../../trade/place-order.ts';

/** Closes positions at the market; one result a position. */
export const closePositions = signedRoute(
  specs.mix.closePositions,
  async (context, request, caller) => {
    const { views } = context;
    const account = futuresAccount(caller);
    const chosen = contractFilter(views, request);
    const positions =
      chosen === null
        ? []
        : views.contracts.positions(account, chosen).filter((each) => isHeld(each, request));
    if (positions.length === 0) throw new WireError('positionNotFound');
    const contractIn = ({ instrument }: PositionView) =>
      rowInstrument(views, instrument) as ContractInstrument;
    const results =
      caller.portfolio === undefined
        ? await submitBatch(context, positions, (position) =>
            closeAll(views, account, contractIn(position), position),
          )
        : await eachAlone(positions, (position) =>
            closeCopied(context, contractIn(position), caller, position),
          );
    const named = positions.map((position, i) => {
      const { symbol } = rowInstrument(views, position.instrument);
      const result = results[i];
      const id = result !== undefined && 'outcome' in result ? wireId(result.outcome.id) : '';
      return { orderId: id, clientOid: '', symbol };
    });
    return {
      successList: named.filter(({ orderId }) => orderId !== ''),
      failureList: named.flatMap((each, i) => {
        const result = results[i];
        if (result === undefined || 'outcome' in result) return [];
        const { message, code, reason } = result.error;
        return [{ ...each, errorMsg: message, errorCode: code, reason }];
      }),
    };
  },
);

/** Closes one position after the other: the next waits in the exchange while the one before is under way. */
async function eachAlone(
  positions: readonly PositionView[],
  close: (position: PositionView) => Promise<number>,
) {
  const results: (ClosedAlone | { readonly error: WireError })[] = [];
  for (const position of positions) {
    results.push(
      await close(position).then(
        (id) => ({ outcome: { id } }),
        (thrown: unknown) => {
          if (thrown instanceof WireError) return { error: thrown };
          throw thrown;
        },
      ),
    );
  }
  return results;
}

interface ClosedAlone {
  readonly outcome: { readonly id: number };
}

function isHeld({ lots }: PositionView, { holdSide }: { readonly holdSide?: HoldSideWord }) {
  return holdSide === undefined || isLong(holdSide) === lots > 0;
}

/** Closes the position of one-way mode and opens as much the other way, with one order. */
export const reverse = signedTextRoute(specs.mix.reverse, async (context, request, caller) => {
  const { views } = context;
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  if (views.contracts.positionMode(account) === PositionMode.hedge) {
    throw new WireError('reverseHedge');
  }
  if (caller.portfolio !== undefined) {
    const reversal = { leg: PositionLeg.net, reverses: true };
    return namedText(await closeCopied(context, contract, caller, reversal), '');
  }
  const position = views.contracts.position(account, contract.id);
  if (position === undefined) throw new WireError('positionNotFound');
  const { size, clientOid = '' } = request;
  const lots = Math.abs(position.lots);
  if (size !== undefined && lotsOf('size', size, contract) !== lots) {
    const expected = `${sizeText(contract, lots)}, the whole position`;
    throw new WireError('fieldValue', { field: 'size', expected, value: size });
  }
  const change = { clientId: clientOid, options: OrderOption.reverse };
  const { command, refused } = closeAll(views, account, contract, position, change);
  const { id } = await submit(context, command, refused);
  return namedText(id, clientOid);
});
