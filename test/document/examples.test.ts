// Examples of the document: every request and every answer that is JSON has one, and it is what the document says it is.
import { expect, test } from 'vitest'
import { sidesOf } from '../../scripts/example-picking.ts'
import { document, schemas } from '../support/document.ts'
import { objection } from './support/values.ts'

const exampleOf = (name: string): unknown =>
  (schemas[name]?.['examples'] as readonly unknown[] | undefined)?.[0]

test('every example is allowed by its schema', () => {
  const wrong = Object.entries(schemas).flatMap(([name, schema]) =>
    ((schema['examples'] ?? []) as readonly unknown[])
      .flatMap((example) => objection(schema, example) ?? [])
      .map((text) => `${name}: ${text}`),
  )
  expect(wrong).toEqual([])
})

/** There are no harnesses; an hour of ingest, minute by minute, is too long for an example. */
const without: ReadonlySet<string> = new Set(['CatalogHarness', 'IngestHealth'])

test('every operation has an example of what is sent and of what is answered', () => {
  const names = sidesOf(document).flatMap(({ request, answer, record }) => [request, record?.name ?? answer])
  const missing = [...new Set(names)].filter(
    (name) => name !== undefined && !without.has(name) && exampleOf(name) === undefined,
  )
  expect(missing).toEqual([])
})
