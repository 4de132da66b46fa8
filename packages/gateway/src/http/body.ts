/** Reads the body of a request. */
import {
  isObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
  WireError,
} from '@halcyon/protocol';

/**
 * The fields of a body; none when nothing was sent. @throws WireError badJson, badBody
 * @param bareList the field that the body itself is, see `RouteSpec`
 */
export function readBody(body: string, bareList?: string): JsonObject {
  if (body === '') return {};
  const value = parseBody(body);
  if (bareList !== undefined && Array.isArray(value)) return { [bareList]: value };
  if (isObject(value)) return bareList === undefined ? value : { [bareList]: [value] };
  throw new WireError('badBody');
}

function parseBody(body: string): JsonValue {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new WireError('badJson', { detail: error.message });
    throw error;
  }
}
