// Creates records of every kind, so that generated requests can reference existing ones.
import { schemas } from '../../support/document.ts'
import type { Pool } from './values.ts'

/** Sends a request below /api and returns the body of its answer. */
export type SendRequest = (method: string, path: string, body?: unknown) => Promise<unknown>

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = '00f067aa0ba902b7'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Collects all ids and slugs of an answer. */
function collect(value: unknown, ids: Set<string>, slugs: Set<string>): void {
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) collect(item, ids, slugs)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'string') collect(member, ids, slugs)
      else if (/^(.*_)?slug$/.test(key)) slugs.add(member)
      else if (uuid.test(member) && /^(.*_)?id$/.test(key)) ids.add(member)
    }
  }
}

const requests = [
  ['/simple/applications/', { application: { slug: 'bot', data: { parameters: { tone: 'calm' } } } }],
  [
    '/simple/evaluators/',
    { evaluator: { slug: 'exact', data: { uri: 'agenta:builtin:auto_exact_match:v0' } } },
  ],
  ['/simple/workflows/', { workflow: { slug: 'snippet', data: { parameters: { a: 1 } } } }],
  ['/simple/testsets/', { testset: { slug: 'cities', data: { testcases: [{ data: { city: 'Lima' } }] } } }],
  ['/simple/queries/', { query: { slug: 'failed', data: { filtering: { conditions: [] } } } }],
  ['/simple/environments/', { environment: { slug: 'staging' } }],
  ['/evaluations/runs/', { runs: [{ name: 'run', data: { steps: [] } }] }],
  [
    '/annotations/',
    { annotation: { data: { outputs: { ok: true } }, links: { l: { trace_id: traceId, span_id: spanId } } } },
  ],
] as const

/** Creates the records and returns their ids and slugs by the names of schemas. */
export async function createRecords(sendRequest: SendRequest): Promise<Pool> {
  const ids = new Set<string>()
  const slugs = new Set<string>()
  const spans = [{ trace_id: traceId, span_id: spanId, span_name: 'answer' }]
  await sendRequest('POST', '/traces/', { spans })
  for (const [path, body] of requests) collect(await sendRequest('POST', path, body), ids, slugs)
  for (const name of ['Id', 'Slug', 'TraceId', 'SpanId'] as const) {
    if (!(name in schemas)) throw new Error(`the document has no schema ${name}`)
  }
  return { Id: [...ids], Slug: [...slugs], TraceId: [traceId], SpanId: [spanId] }
}
