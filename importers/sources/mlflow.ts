// Imports from MLflow: traces as JSON (`info` and `data.spans`) with assessments, and prompts with versions and aliases.
import { filesIn, type Given } from '../files.ts'
import { fault, slugOf, unmapped, type Importer, type Place, type ImportItem } from '../importer.ts'
import { hexOfBase64 } from '../reading/bytes.ts'
import { field, jsonField, listField, numberField, recordField, textField } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'
import { timeField } from '../reading/times.ts'

/** Ids of spans are hex, `tr-` and hex, or the bytes in base64. */
function hexId(text: string | undefined, bytes: number): string | undefined {
  if (text === undefined) return undefined
  const bare = text.replace(/^(tr-|0x)/, '')
  if (new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i').test(bare)) return bare.toLowerCase()
  const decoded = hexOfBase64(bare)
  return decoded?.length === bytes * 2 ? decoded : text
}

function span(record: Record, { traceId, at }: { readonly traceId: string; readonly at: Place }): ImportItem {
  const spanId = hexId(
    textField(record, 'span_id') ?? textField(recordField(record, 'context'), 'span_id'),
    8,
  )
  const startNs = timeField(record, 'start_time_unix_nano', 'start_time')
  if (spanId === undefined) return fault('a span needs a span_id', at)
  if (startNs === undefined) return fault('its start_time is no time', at)
  const status = recordField(record, 'status')
  const code = textField(status, 'code') ?? textField(record, 'status_code')
  return {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: hexId(textField(record, 'parent_span_id', 'parent_id'), 8),
      name: textField(record, 'name') ?? 'span',
      startNs,
      endNs: timeField(record, 'end_time_unix_nano', 'end_time') ?? startNs,
      failed: /ERROR/.test(code ?? '')
        ? (textField(status, 'message') ?? textField(record, 'status_message') ?? '')
        : undefined,
      // The server maps `mlflow.spanInputs` and similar attributes; values are already JSON text.
      attributes: recordField(record, 'attributes'),
    },
  }
}

function* trace(record: Record, at: Place): Generator<ImportItem> {
  const info = recordField(record, 'info')
  const data = recordField(record, 'data')
  const spans = listField(data, 'spans')
  const first = spans.find(isRecord)
  const traceId = hexId(
    (first === undefined
      ? undefined
      : (textField(first, 'trace_id') ?? textField(recordField(first, 'context'), 'trace_id'))) ??
      textField(info, 'trace_id', 'request_id'),
    16,
  )
  if (traceId === undefined) return yield fault('a trace needs an id', at)
  for (const one of spans) yield isRecord(one) ? span(one, { traceId, at }) : fault('a span is no object', at)
  const root = spans.filter(isRecord).find((one) => field(one, 'parent_span_id', 'parent_id') === undefined)
  const rootId =
    root === undefined
      ? undefined
      : hexId(textField(root, 'span_id') ?? textField(recordField(root, 'context'), 'span_id'), 8)
  for (const assessment of listField(info, 'assessments')) {
    if (isRecord(assessment) && rootId !== undefined)
      yield judgment(assessment, { judged: { traceId, spanId: rootId }, at })
  }
}

function judgment(
  record: Record,
  {
    judged,
    at,
  }: { readonly judged: { readonly traceId: string; readonly spanId: string }; readonly at: Place },
): ImportItem {
  const name = textField(record, 'assessment_name', 'name') ?? 'assessment'
  const holder = recordField(record, 'feedback', 'expectation')
  const value = field(holder, 'value') ?? field(record, 'value')
  const startNs = timeField(record, 'create_time', 'create_time_ms', 'timestamp')
  if (value === undefined) return unmapped('assessments without a value', at)
  if (startNs === undefined) return fault('the create_time of an assessment is no time', at)
  const id = textField(record, 'assessment_id') ?? `${judged.traceId}/${name}`
  return {
    at,
    kind: 'annotation',
    span: {
      traceId: `assessment/${id}`,
      spanId: id,
      name,
      startNs,
      endNs: startNs,
      links: [judged],
      attributes: {
        'ag.type.trace': 'annotation',
        'ag.type.span': 'task',
        'ag.flags.is_evaluator': true,
        'ag.references.evaluator.slug': slugOf(name),
        'ag.data.outputs': {
          [typeof value === 'boolean' ? 'success' : 'score']: value,
          comment: textField(record, 'rationale'),
        },
      },
    },
  }
}

function* prompts(record: Record, at: Place): Generator<ImportItem> {
  const name = textField(record, 'name') ?? ''
  const aliases = Object.entries(recordField(record, 'aliases'))
  const versions = listField(record, 'versions')
  for (const one of versions.length === 0 ? [record] : versions) {
    if (!isRecord(one)) {
      yield fault('a version is no object', at)
      continue
    }
    const version = textField(one, 'version') ?? '1'
    const template = jsonField(one, 'template')
    const messages = typeof template === 'string' ? [{ role: 'user', content: template }] : template
    if (!Array.isArray(messages)) {
      yield fault(`version ${version} has no template`, at)
      continue
    }
    const config = recordField(one, 'model_config')
    const own = listField(one, 'aliases').map(String)
    yield {
      at,
      kind: 'prompt',
      prompt: {
        slug: slugOf(name),
        version,
        message: textField(one, 'commit_message'),
        labels: [...own, ...aliases.flatMap(([alias, at_]) => (String(at_) === version ? [alias] : []))],
        data: {
          parameters: {
            prompt: {
              messages,
              template_format: 'curly',
              llm_config: {
                ...(textField(config, 'model_name', 'model') === undefined
                  ? {}
                  : { model: textField(config, 'model_name', 'model') }),
                ...(numberField(config, 'temperature') === undefined
                  ? {}
                  : { temperature: numberField(config, 'temperature') }),
              },
            },
          },
        },
      },
    }
  }
}

async function* read(given: readonly Given[]): AsyncGenerator<ImportItem> {
  for (const file of filesIn(given)) {
    for await (const one of recordsOf(file)) {
      if ('fault' in one) yield fault(one.fault, one.at)
      else if (isRecord(one.record['info']) && isRecord(one.record['data'])) yield* trace(one.record, one.at)
      else if (field(one.record, 'template', 'versions') !== undefined) yield* prompts(one.record, one.at)
      else yield unmapped('records that are neither traces nor prompts', one.at)
    }
  }
}

export const mlflow: Importer = {
  source: 'mlflow',
  read,
}
