/** Reads the parts of an OpenAPI document that the reference page shows. */

/** A schema as far as the page shows it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** One field of a request or an answer, flattened. */
export interface Field {
  /** Dotted path; `[]` marks the items of a list. */
  readonly path: string;
  readonly depth: number;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** One operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly signed: boolean;
  readonly request: readonly Field[];
  readonly answer: readonly Field[];
}

/** The document. */
export interface Reference {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly operations: readonly Operation[];
}

type Node = Readonly<Record<string, unknown>>;

function node(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A short name of a schema's type: "string", "list of objects", "a | b". */
export function typeName(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeName).join(' or ');
  if (schema.type === 'array') {
    return schema.items === undefined ? 'list' : `list of ${typeName(schema.items)}`;
  }
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return text(schema.type) || 'any';
}

const DEPTH_MAX = 6;

/** The fields under a schema, outer ones first. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  if (depth > DEPTH_MAX) return [];
  if (schema.type === 'array' && schema.items !== undefined) {
    return fieldsOf(schema.items, `${prefix}[]`, depth);
  }
  const fields: Field[] = [];
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    fields.push({
      path,
      depth,
      type: typeName(child),
      required: schema.required?.includes(name) ?? false,
      description: child.description ?? '',
    });
    fields.push(...fieldsOf(child, path, depth + 1));
  }
  return fields;
}

function parameterFields(value: unknown): Field[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) => {
    const parameter = node(item);
    const schema = node(parameter['schema']) as Schema;
    return {
      path: text(parameter['name']),
      depth: 0,
      type: typeName(schema),
      required: parameter['required'] === true,
      description: schema.description ?? '',
    };
  });
}

function contentSchema(value: unknown): Schema {
  const json = node(node(node(value)['content'])['application/json']);
  return node(json['schema']) as Schema;
}

function toOperation(path: string, method: string, value: unknown): Operation {
  const operation = node(value);
  const tags = operation['tags'];
  const answer = contentSchema(node(operation['responses'])['200']);
  const data = answer.properties?.['data'];
  const security = operation['security'];
  return {
    id: text(operation['operationId']) || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: Array.isArray(tags) ? text(tags[0]) : '',
    summary: text(operation['summary']),
    description: text(operation['description']),
    signed: Array.isArray(security) && security.length > 0,
    request: [
      ...parameterFields(operation['parameters']),
      ...fieldsOf(contentSchema(operation['requestBody'])),
    ],
    answer: data === undefined ? [] : fieldsOf(data),
  };
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The reference from a parsed document; unknown parts are left out. */
export function readReference(document: unknown): Reference {
  const root = node(document);
  const info = node(root['info']);
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(node(root['paths']))) {
    for (const [method, value] of Object.entries(node(methods))) {
      if (METHODS.has(method)) operations.push(toOperation(path, method, value));
    }
  }
  return {
    title: text(info['title']),
    description: text(info['description']),
    tags: [...new Set(operations.map((operation) => operation.tag))],
    operations,
  };
}
