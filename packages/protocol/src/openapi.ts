/** The OpenAPI 3.1 document of the API, made from the specs that validate requests. */
import type { TObject, TSchema } from 'typebox';
import { ERRORS } from './errors.ts';
import { REMAINING_HEADER } from './limits.ts';
import { ROUTES } from './routes/registry.ts';
import type { RouteSpec } from './routes/spec.ts';

/** A JSON value of the document. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * The document for a server at `serverUrl`. Plain JSON, ready to be stringified.
 * @param offered which routes are served
 */
export function openapi(
  serverUrl: string,
  offered: (route: RouteSpec) => boolean = () => true,
): { readonly [key: string]: Json } {
  const routes = ROUTES.filter(offered);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const methods = paths[route.path] ?? {};
    methods[route.method.toLowerCase()] = operation(route);
    paths[route.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Halcyon API',
      version: '2',
      description:
        'Prices, sizes, amounts, rates, ids and times are strings. Unknown request keys are ignored; ' +
        'known ones of wrong type, scale or range are refused by name.',
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(routes.map((route) => route.area))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: SECURITY, schemas: { Error: ERROR_SCHEMA } },
  };
}

const SECURITY: Json = {
  key: { type: 'apiKey', in: 'header', name: 'ACCESS-KEY' },
  sign: {
    type: 'apiKey',
    in: 'header',
    name: 'ACCESS-SIGN',
    description:
      'base64 of HMAC-SHA256, RSA PKCS1-v1_5 SHA-256 or Ed25519 over ' +
      'timestamp + METHOD + path + (query ? "?" + query : "") + body',
  },
  timestamp: { type: 'apiKey', in: 'header', name: 'ACCESS-TIMESTAMP' },
  passphrase: { type: 'apiKey', in: 'header', name: 'ACCESS-PASSPHRASE' },
};

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['code', 'msg', 'requestTime', 'data'],
  properties: {
    code: { type: 'string', description: 'see the table of errors' },
    msg: { type: 'string' },
    requestTime: { type: 'number', description: 'Unix ms' },
    data: { type: 'null' },
    reason: { type: 'string', enum: Object.keys(ERRORS) },
    retryable: {
      type: 'boolean',
      description: 'whether the same request can succeed later unchanged',
    },
  },
};

function operation(route: RouteSpec): Json {
  const signed = route.access.auth === 'signed';
  const permission = route.access.auth === 'signed' ? route.access.permission : null;
  const by = route.rate.by === 'uid' ? 'user' : 'address';
  const request: Record<string, Json> =
    route.method === 'GET'
      ? { parameters: parameters(route.request) }
      : { requestBody: { content: { 'application/json': { schema: bodySchema(route) } } } };
  return {
    operationId: route.name,
    tags: [route.area],
    summary: route.summary,
    description: `${route.rate.perSecond} requests a second by ${by}${permission === null ? '' : `; permission ${permission}`}.`,
    ...(signed ? { security: [{ key: [], sign: [], timestamp: [], passphrase: [] }] } : {}),
    ...request,
    responses: {
      '200': {
        description: 'success',
        headers: { [REMAINING_HEADER]: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: envelope(route.data) } },
      },
      '4XX': {
        description: 'refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** A body is the request itself, or the one field of it that comes as a bare list. */
function bodySchema({ request, bareList }: RouteSpec): Json {
  return plain(bareList === undefined ? request : request.properties[bareList]);
}

function parameters(request: TObject): Json[] {
  const required = new Set<string>(request.required);
  return Object.entries(request.properties as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: plain(schema),
  }));
}

function envelope(data: TSchema): Json {
  return {
    type: 'object',
    required: ['code', 'msg', 'requestTime', 'data'],
    properties: {
      code: { const: '00000' },
      msg: { const: 'success' },
      requestTime: { type: 'number' },
      data: plain(data),
    },
  };
}

/** TypeBox marks kinds with `~` keys, which are not part of JSON Schema. */
function plain(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema as Json;
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!key.startsWith('~')) out[key] = plain(value);
  }
  return out;
}
