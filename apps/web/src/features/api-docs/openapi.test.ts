import { describe, expect, it } from 'vitest';
import { readReference, typeName } from './openapi.ts';

const DOCUMENT = {
  info: { title: 'API', description: 'text' },
  paths: {
    '/x': {
      parameters: [],
      post: {
        operationId: 'x.make',
        tags: ['Area'],
        summary: 'Makes an x',
        security: [{ key: [] }],
        parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['list'],
                properties: {
                  list: {
                    type: 'array',
                    items: { type: 'object', properties: { a: { enum: ['b', 'c'] } } },
                  },
                },
              },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { properties: { data: { properties: { id: { type: 'string' } } } } },
              },
            },
          },
        },
      },
    },
  },
};

describe('readReference', () => {
  it('flattens requests and answers', () => {
    const reference = readReference(DOCUMENT);
    expect(reference.tags).toEqual(['Area']);
    const [operation] = reference.operations;
    expect(operation).toMatchObject({ method: 'POST', path: '/x', signed: true });
    expect(operation?.request.map((field) => [field.path, field.type, field.required])).toEqual([
      ['q', 'string', true],
      ['list', 'list of object', true],
      ['list[].a', 'b | c', false],
    ]);
    expect(operation?.answer.map((field) => field.path)).toEqual(['id']);
  });

  it('survives documents that are none', () => {
    for (const document of [
      null,
      7,
      [],
      { paths: { '/x': null } },
      { paths: { '/x': { get: 3 } } },
    ]) {
      expect(readReference(document).title).toBe('');
    }
    expect(typeName({})).toBe('any');
  });
});
