/** What a batch hands on in place of an item that does not fit its schema. */
import { CLIENT_ID_LENGTH_MAX } from '@halcyon/domain';
import type { WireError } from '../errors.ts';
import { isObject, type JsonValue } from '../json.ts';

/** See the head of the file. */
export class RefusedItem {
  readonly error: WireError;
  /** The ids it came with, as far as they are texts that an id could be. */
  readonly orderId: string;
  readonly clientOid: string;
  readonly newClientOid: string;

  constructor(error: WireError, given: JsonValue) {
    const id = (key: string): string => {
      const value = isObject(given) ? given[key] : undefined;
      return typeof value === 'string' && value.length <= CLIENT_ID_LENGTH_MAX ? value : '';
    };
    this.error = error;
    this.orderId = id('orderId');
    this.clientOid = id('clientOid');
    this.newClientOid = id('newClientOid');
  }
}
