/** What a person's accounts were worth over time; shapes: domain/web/value-curve.ts. */
import { ownerOf } from '@halcyon/domain';
import { CURVE_RANGES, type ValueCurveInfo } from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import { valueCurveInfo } from '../translate/value-curve.ts';
import type { WebRoute } from './context.ts';
import { word } from './fields.ts';

const curve: WebRoute = {
  method: 'GET',
  path: '/value-curve',
  access: 'session',
  guests: true,
  async handle(context, request): Promise<ValueCurveInfo> {
    const range = word(request.raw.query as JsonObject, 'range', CURVE_RANGES);
    const { rooms, account } = await context.trader(request);
    return valueCurveInfo(rooms, ownerOf(account), range, context.clock());
  },
};

/** The routes of this file. */
export const VALUE_ROUTES: readonly WebRoute[] = [curve];
