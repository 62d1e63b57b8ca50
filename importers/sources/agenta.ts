// Imports from a running Agenta server, by address and key. It has the same API as Assay, so the same client is used.
import { AssayError, Assay } from '../../sdk/client.ts'
import { maskUserInfo } from '../../src/kernel/user-info.ts'
import { restOf } from '../mapping/case-row.ts'
import {
  fault,
  unmapped,
  versionNumber,
  type ImportedRow,
  type Importer,
  type Place,
  type ImportItem,
} from '../importer.ts'
import { accounted } from '../mapping/map-records.ts'
import { exactJson, spanNumbers } from '../reading/exact-json.ts'
import { Fields, fieldText } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'

/** Flattens attributes to dotted keys, without those that the server computes. */
function* leaves(value: unknown, key: string): Generator<readonly [string, unknown]> {
  if (isRecord(value) && !/^ag\.data\.[^.]+$/.test(key)) {
    for (const [name, member] of Object.entries(value))
      yield* leaves(member, key === '' ? name : `${key}.${name}`)
  } else if (value !== undefined && value !== null) {
    yield [key, value]
  }
}

const computedKeys = /^ag\.metrics\.(duration|errors|(tokens|costs)\.cumulative)|^otel\./

/** Programs send `ag.metrics.tokens.incremental.prompt` as `ag.metrics.unit.tokens.prompt`. */
const attributesOf = (attributes: Record): Record =>
  Object.fromEntries(
    [...leaves(attributes, '')].flatMap(([key, value]) =>
      computedKeys.test(key)
        ? []
        : [[key.replace(/^ag\.metrics\.(tokens|costs)\.incremental\./, 'ag.metrics.unit.$1.'), value]],
    ),
  )

function span(from: Fields, at: Place): ImportItem {
  const startNs = from.time('start_time', 'start_time')
  if (startNs === undefined) return fault('its start_time is no time', at)
  const endNs = from.time('end_time', 'end_time') ?? startNs
  const attributes = from.json('attributes', 'attributes')
  return {
    at,
    kind: from.text('trace_type', 'trace_type') === 'annotation' ? 'annotation' : 'span',
    span: {
      traceId: from.text('trace_id', 'trace_id') ?? '',
      spanId: from.text('span_id', 'span_id') ?? '',
      parentId: from.text('parent_id', 'parent_id'),
      name: from.text('span_name', 'span_name') ?? 'span',
      startNs,
      endNs,
      failed:
        from.text('status_code', 'status_code') === 'STATUS_CODE_ERROR'
          ? (from.text('status_message', 'status_message') ?? '')
          : undefined,
      attributes: attributesOf(isRecord(attributes) ? attributes : {}),
      events: from.each('events').map((event) => {
        const attributes = event.json('events', 'attributes')
        return {
          name: event.text('events', 'name') ?? 'event',
          timeNs: event.time('events', 'timestamp') ?? endNs,
          attributes: isRecord(attributes) ? attributes : {},
        }
      }),
      links: from.each('links').map((link) => ({
        traceId: link.text('links', 'trace_id') ?? '',
        spanId: link.text('links', 'span_id') ?? '',
      })),
    },
  }
}

async function* applications(assay: Assay, at: Place): AsyncGenerator<ImportItem> {
  for await (const { id, slug, name } of assay.applications.query({})) {
    const { application_revisions: revisions } = await assay.applications.log({
      application_revisions: { application_id: id },
      include_data: true,
    })
    for (const revision of revisions) {
      if (revision.data === undefined) continue
      const from = new Fields({ ...revision })
      yield* accounted(from, { at, items: [revisionItem(from, { slug, name: name ?? undefined, at })] })
      if (fieldText(revision.data, 'url') !== undefined)
        yield unmapped('programs behind an address: the address is kept', at)
    }
  }
}

function revisionItem(
  from: Fields,
  { slug, name, at }: { readonly slug: string; readonly name: string | undefined; readonly at: Place },
): ImportItem {
  const data = from.json('data', 'data')
  const version = from.text('version', 'version') ?? '1'
  return {
    at,
    kind: 'prompt',
    prompt: {
      slug,
      name,
      version,
      number: versionNumber(version),
      data: isRecord(data) ? data : {},
      message: from.text('message', 'message'),
      labels: [],
      meta: from.rest('meta.import.fields'),
    },
  }
}

async function* testsets(assay: Assay, at: Place): AsyncGenerator<ImportItem> {
  for await (const { id, slug } of assay.testsets.query({})) {
    const { testset_revision: revision } = await assay.testsets.retrieve({ testset_ref: { id } })
    const rows = revision?.data?.['testcases']
    for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
      const from = new Fields(row)
      yield* accounted(from, { at, items: [{ at, kind: 'row', testset: slug, row: rowOf(from) }] })
    }
  }
}

function rowOf(from: Fields): ImportedRow {
  const columns = from.json('columns', 'data')
  const { testcase_dedup_id, ...data } = isRecord(columns) ? columns : {}
  const tags = from.json('tags', 'tags')
  return {
    data,
    dedupId: typeof testcase_dedup_id === 'string' ? testcase_dedup_id : undefined,
    tags: isRecord(tags) && Object.keys(tags).length > 0 ? tags : undefined,
    ...restOf(from),
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
          for await (const storedSpan of assay.spans.query({
            windowing: { limit: 500, order: 'ascending', oldest: '1970-01-01T00:00:00Z' },
          })) {
            const from = new Fields({ ...storedSpan })
            yield* accounted(from, { at, items: [span(from, at)] })
          }
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
