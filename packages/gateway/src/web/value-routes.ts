/** What a person's accounts were worth over time; shapes: domain/web/value-curve.ts. */
import { ownerOf } from '@halcyon/domain';
import { valueCurveInfo } from '../translate/value-curve.ts';
import { type WebRoute, webRoute } from './route.ts';

const curve = webRoute('GET /value-curve', async (context, request) => {
  const { range } = request.fields;
  const { venueContext, account } = await context.trader(request);
  return valueCurveInfo(venueContext, ownerOf(account), range, context.clock());
});

/** The routes of this file. */
export const VALUE_ROUTES: readonly WebRoute[] = [curve];
