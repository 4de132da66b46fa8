import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../http/context.ts';

/** Announcements of the operator: this exchange publishes none here. */
export const announcements = publicRoute(specs.market.announcements, () => []);
