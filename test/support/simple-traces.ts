// Records of simple traces for tests.
import { expect } from 'vitest'
import type { Api, Body } from './api.ts'

/** The span that annotations are about. */
export const annotatedSpan = { trace_id: '0db4076d6a20174a720af586dc588c6c', span_id: '3a0be5f49672f8a7' }

/** The record of the example in the documentation. */
export const feedback = (overrides: Body = {}): Body => ({
  origin: 'human',
  kind: 'adhoc',
  channel: 'api',
  data: { outputs: { score: 1, comment: 'ok' } },
  references: { evaluator: { slug: 'quality' } },
  links: { invocation: annotatedSpan },
  tags: { k: 'v' },
  meta: {},
  ...overrides,
})

/** Creates a record through one of the three views. */
export async function createRecordAt(
  api: Api,
  view: { readonly path: string; readonly one: string },
  record: Body,
): Promise<Body> {
  const { status, body } = await api.post(`${view.path}/`, { [view.one]: record })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body[view.one]
}
