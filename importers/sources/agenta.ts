// Imports from a running Agenta server, by address and key. It has the same API as Assay, so the same client is used.
import { AssayError, Assay } from '../../sdk/client.ts'
import type { Span } from '../../sdk/generated/schemas.ts'
import { maskUserInfo } from '../../src/kernel/user-info.ts'
import { fault, unmapped, type Importer, type Place, type ImportItem } from '../importer.ts'
import { exactJson, spanNumbers } from '../reading/exact-json.ts'
import { recordField, textField } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { timeField } from '../reading/times.ts'

/** Flattens attributes to dotted keys, without those that the server computes. */
function* leaves(value: unknown, key: string): Generator<readonly [string, unknown]> {
  if (isRecord(value) && !/^ag\.data\.[^.]+$/.test(key)) {
    for (const [name, member] of Object.entries(value))
      yield* leaves(member, key === '' ? name : `${key}.${name}`)
  } else if (value !== undefined && value !== null) {
    yield [key, value]
  }
}

const computed = /^ag\.metrics\.(duration|errors|(tokens|costs)\.cumulative)|^otel\./

/** Programs send `ag.metrics.tokens.incremental.prompt` as `ag.metrics.unit.tokens.prompt`. */
const attributesOf = (attributes: Record): Record =>
  Object.fromEntries(
    [...leaves(attributes, '')].flatMap(([key, value]) =>
      computed.test(key)
        ? []
        : [[key.replace(/^ag\.metrics\.(tokens|costs)\.incremental\./, 'ag.metrics.unit.$1.'), value]],
    ),
  )

function span(one: Span, at: Place): ImportItem {
  const startNs = timeField({ ...one }, 'start_time')
  if (startNs === undefined) return fault('its start_time is no time', at)
  return {
    at,
    kind: one.trace_type === 'annotation' ? 'annotation' : 'span',
    span: {
      traceId: one.trace_id,
      spanId: one.span_id,
      parentId: one.parent_id ?? undefined,
      name: one.span_name ?? 'span',
      startNs,
      endNs: timeField({ ...one }, 'end_time') ?? startNs,
      failed: one.status_code === 'STATUS_CODE_ERROR' ? (one.status_message ?? '') : undefined,
      attributes: attributesOf(one.attributes ?? {}),
      links: (one.links ?? []).map(({ trace_id, span_id }) => ({ traceId: trace_id, spanId: span_id })),
    },
  }
}

async function* applications(assay: Assay, at: Place): AsyncGenerator<ImportItem> {
  for await (const { id, slug } of assay.applications.query({})) {
    const { application_revisions: revisions } = await assay.applications.log({
      application_revisions: { application_id: id },
      include_data: true,
    })
    for (const { version, data, message } of revisions) {
      if (data === undefined) continue
      if (textField(data, 'url') !== undefined)
        yield unmapped('programs behind an address: the address is kept', at)
      yield { at, kind: 'prompt', prompt: { slug, version, data, message, labels: [] } }
    }
  }
}

async function* testsets(assay: Assay, at: Place): AsyncGenerator<ImportItem> {
  for await (const { id, slug } of assay.testsets.query({})) {
    const { testset_revision: revision } = await assay.testsets.retrieve({ testset_ref: { id } })
    const rows = revision?.data?.['testcases']
    for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
      const { testcase_dedup_id, ...data } = recordField(row, 'data')
      yield {
        at,
        kind: 'row',
        testset: slug,
        row: { data, dedupId: typeof testcase_dedup_id === 'string' ? testcase_dedup_id : undefined },
      }
    }
  }
}

/** Reads one server. Parts that do not exist or that the key may not read are reported and skipped. */
export const agentaAt = (url: string, key: string): Importer => ({
  source: 'agenta',
  read: async function* () {
    // Integers beyond 2^53 arrive as bigints: spans keep them, rows and prompts refuse them with their path.
    const assay = new Assay({ url, key, parseJson: (text) => exactJson(text, spanNumbers) })
    const at = { file: maskUserInfo(url), line: 1 }
    const parts: readonly (readonly [string, () => AsyncIterable<ImportItem>])[] = [
      ['applications', () => applications(assay, at)],
      ['testsets', () => testsets(assay, at)],
      [
        'traces',
        async function* () {
          for await (const one of assay.spans.query({
            windowing: { limit: 500, order: 'ascending', oldest: '1970-01-01T00:00:00Z' },
          }))
            yield span(one, at)
        },
      ],
    ]
    for (const [name, part] of parts) {
      try {
        yield* part()
      } catch (error) {
        if (!(error instanceof AssayError) || ![403, 404, 405].includes(error.status)) throw error
        yield unmapped(`${name}: ${error.message}`, at)
      }
    }
  },
})
