// Every request and every answer that is JSON has an example in the document, and its schema allows it.
import { expect, test } from 'vitest'
import { routeParts } from '../../../scripts/route-parts.ts'
import { exampleNames } from '../../../test/document/support/example-names.ts'
import { objection } from '../../../test/document/support/values.ts'
import { document, schemas } from '../../../test/support/document.ts'
import { allRoutes } from '../app.ts'

const hasExample = (name: string): boolean => schemas[name]?.['examples'] !== undefined

test('every example is allowed by its schema', () => {
  const mismatches = Object.entries(schemas).flatMap(([name, schema]) =>
    ((schema['examples'] ?? []) as readonly unknown[])
      .flatMap((example) => objection(schema, example) ?? [])
      .map((text) => `${name}: ${text}`),
  )
  expect(
    mismatches,
    'correct the example beside the route or the schema, then run `npm run openapi`',
  ).toEqual([])
})

test('an example beside a route is a body that it accepts and an answer that it gives', () => {
  const mismatches = allRoutes(routeParts({})).documented.flatMap(({ operationId, body, answer, examples }) =>
    [['body', body, examples.body] as const, ['answer', answer, examples.answer] as const].flatMap(
      ([side, schema, example]) => {
        const result = example === undefined ? undefined : schema?.safeParse(example)
        return result?.error === undefined ? [] : [`${operationId}, ${side}: ${result.error.message}`]
      },
    ),
  )
  expect(mismatches).toEqual([])
})

/** No harness exists that could be an example, and an hour of ingest, minute by minute, is too long for one. */
const withoutExample: ReadonlySet<string> = new Set(['CatalogHarness', 'IngestHealth'])

test('every operation has an example of its request and of its answer', () => {
  const missingNames = exampleNames(document).flatMap(({ operation, request, answer, record }) => [
    ...(request === undefined || hasExample(request) ? [] : [`${operation}: body (${request})`]),
    ...(answer === undefined ||
    [answer, record ?? answer].some((name) => withoutExample.has(name) || hasExample(name))
      ? []
      : [`${operation}: answer (${record ?? answer})`]),
  ])
  expect(
    missingNames,
    'add `examples: { body, answer }` to the route, or `withExample` to a schema that routes share, then run `npm run openapi`',
  ).toEqual([])
})
