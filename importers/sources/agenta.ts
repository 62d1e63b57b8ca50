// Imports from a running Agenta server, by address and key. It has the same API as Assay, so the same client is used.
import { AssayError, Assay } from '../../sdk/client.ts'
import { maskUserInfo } from '../../src/kernel/user-info.ts'
import { restOf } from '../mapping/case-row.ts'
import {
  faultItem,
  unmappedItem,
  versionNumber,
  type ImportedRow,
  type Importer,
  type Position,
  type ImportItem,
} from '../importer.ts'
import { withOutcomes } from '../mapping/map-records.ts'
import { exactJson, spanNumbers } from '../reading/exact-json.ts'
import { Fields, fieldText } from '../reading/fields.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

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
const attributesOf = (attributes: DataRecord): DataRecord =>
  Object.fromEntries(
    [...leaves(attributes, '')].flatMap(([key, value]) =>
      computedKeys.test(key)
        ? []
        : [[key.replace(/^ag\.metrics\.(tokens|costs)\.incremental\./, 'ag.metrics.unit.$1.'), value]],
    ),
  )

function span(fields: Fields, at: Position): ImportItem {
  const startNs = fields.time('start_time', 'start_time')
  if (startNs === undefined) return faultItem('its start_time is not a time', at)
  const endNs = fields.time('end_time', 'end_time') ?? startNs
  const attributes = fields.json('attributes', 'attributes')
  return {
    at,
    kind: fields.text('trace_type', 'trace_type') === 'annotation' ? 'annotation' : 'span',
    span: {
      traceId: fields.text('trace_id', 'trace_id') ?? '',
      spanId: fields.text('span_id', 'span_id') ?? '',
      parentId: fields.text('parent_id', 'parent_id'),
      name: fields.text('span_name', 'span_name') ?? 'span',
      startNs,
      endNs,
      errorMessage:
        fields.text('status_code', 'status_code') === 'STATUS_CODE_ERROR'
          ? (fields.text('status_message', 'status_message') ?? '')
          : undefined,
      attributes: attributesOf(isRecord(attributes) ? attributes : {}),
      events: fields.each('events').map((event) => {
        const attributes = event.json('events', 'attributes')
        return {
          name: event.text('events', 'name') ?? 'event',
          timeNs: event.time('events', 'timestamp') ?? endNs,
          attributes: isRecord(attributes) ? attributes : {},
        }
      }),
      links: fields.each('links').map((link) => ({
        traceId: link.text('links', 'trace_id') ?? '',
        spanId: link.text('links', 'span_id') ?? '',
      })),
    },
  }
}

async function* applications(assay: Assay, at: Position): AsyncGenerator<ImportItem> {
  for await (const { id, slug, name } of assay.applications.query({})) {
    const { application_revisions: revisions } = await assay.applications.log({
      application_revisions: { application_id: id },
      include_data: true,
    })
    for (const revision of revisions) {
      if (revision.data === undefined) continue
      const fields = new Fields({ ...revision })
      yield* withOutcomes(fields, {
        at,
        items: [revisionItem(fields, { slug, name: name ?? undefined, at })],
      })
      if (fieldText(revision.data, 'url') !== undefined)
        yield unmappedItem('remote programs: only their address is imported', at)
    }
  }
}

function revisionItem(
  fields: Fields,
  { slug, name, at }: { readonly slug: string; readonly name: string | undefined; readonly at: Position },
): ImportItem {
  const data = fields.json('data', 'data')
  const version = fields.text('version', 'version') ?? '1'
  return {
    at,
    kind: 'prompt',
    prompt: {
      slug,
      name,
      version,
      number: versionNumber(version),
      data: isRecord(data) ? data : {},
      message: fields.text('message', 'message'),
      labels: [],
      meta: fields.rest('meta.import.fields'),
    },
  }
}

async function* testsets(assay: Assay, at: Position): AsyncGenerator<ImportItem> {
  for await (const { id, slug } of assay.testsets.query({})) {
    const { testset_revision: revision } = await assay.testsets.retrieve({ testset_ref: { id } })
    const rows = revision?.data?.['testcases']
    for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
      const fields = new Fields(row)
      yield* withOutcomes(fields, { at, items: [{ at, kind: 'row', testset: slug, row: rowOf(fields) }] })
    }
  }
}

function rowOf(fields: Fields): ImportedRow {
  const columns = fields.json('columns', 'data')
  const { testcase_dedup_id, ...data } = isRecord(columns) ? columns : {}
  const tags = fields.json('tags', 'tags')
  return {
    data,
    dedupId: typeof testcase_dedup_id === 'string' ? testcase_dedup_id : undefined,
    tags: isRecord(tags) && Object.keys(tags).length > 0 ? tags : undefined,
    ...restOf(fields),
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
            const fields = new Fields({ ...storedSpan })
            yield* withOutcomes(fields, { at, items: [span(fields, at)] })
          }
        },
      ],
    ]
    for (const [name, part] of parts) {
      try {
        yield* part()
      } catch (error) {
        if (!(error instanceof AssayError) || ![403, 404, 405].includes(error.status)) throw error
        yield unmappedItem(`${name}: ${error.message}`, at)
      }
    }
  },
})
