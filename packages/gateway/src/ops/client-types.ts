/** Which programs the requests come from, by their own word. */
import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_TYPE_HEADER, type ClientTypeName, clientTypeName } from '@halcyon/domain/web';
import { count } from '../ws/stats.ts';

/** The client type of a request: signed ones are programs; undefined when nothing known is named. */
export function clientOf(headers: IncomingHttpHeaders): ClientTypeName | undefined {
  if (headers['access-key'] !== undefined) return 'API';
  const given = headers[CLIENT_TYPE_HEADER];
  return typeof given === 'string' ? clientTypeName(given) : undefined;
}

/** Requests so far, by client type. */
export class ClientCounts {
  readonly counts = new Map<string | number, number>();

  seen(headers: IncomingHttpHeaders): void {
    count(this.counts, clientOf(headers) ?? 'UNKNOWN');
  }
}
