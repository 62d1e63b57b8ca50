// Builds the row of a stored span with the log events that arrived for it. Their content is mapped as if it had been
// sent with the span: the prompts and responses of a model call may be only in its logs.
import { isDeepStrictEqual } from 'node:util'
import {
  joinSteps,
  replacingVersion,
  type NewSpan,
  type SpanRow,
  type WaitingLog,
} from '../../../storage/contract/contract.ts'
import type { SpanFacts } from '../../canonical/facts.ts'
import { identitiesOf } from '../../canonical/identities.ts'
import { eventRecord } from '../../canonical/record.ts'
import { rolledUpAttributes } from '../../canonical/roll-up.ts'
import { canonicalEvent, canonicalSpan, type CanonicalOptions } from '../../canonical/span.ts'
import { unmarked } from '../../canonical/usage-marks.ts'
import type { OtlpEvent, OtlpSpan } from '../../otlp/span.ts'
import { valueText, type OpenObject, type ValueObject } from '../../value.ts'
import type { ProjectRules } from '../rows/batch.ts'
import {
  factsText,
  readFacts,
  recordOfRow,
  rollUpOf,
  rowOfRecord,
  storedTraceColumns,
} from '../rows/span-row.ts'
import { nanosecondsOf, objectAt, otlpSpanOf, storedEvents } from '../rows/stored-otlp.ts'
import { ofTrace } from '../rows/stored-traces.ts'
import { occurrences, readEvent } from './log-event.ts'

/** Limits of the logs of one span. Every log that arrives rewrites the row of its span. */
const logsPerSpanMax = 1_000
const logBytesPerSpanMax = 4 * 1024 * 1024

export interface JoinedRow {
  /** Undefined if the row already has all of them. */
  readonly row: NewSpan | undefined
  /** Logs beyond the limits. */
  readonly refused: readonly WaitingLog[]
}

export const tooManyLogs = `the span already has ${logsPerSpanMax} log events, or ${logBytesPerSpanMax} bytes of them`

/** An event with its text as in responses, and its identifying key: see `occurrences`. */
interface IdentifiedEvent {
  readonly event: OtlpEvent
  readonly text: string
  readonly key: string
}

/** Identifies the events of one request, or of the row. */
function identifierFor(row: SpanRow): (event: OtlpEvent) => IdentifiedEvent {
  const canonical = canonicalEvent(nanosecondsOf(row.start_time))
  const occurrence = occurrences()
  return (event) => {
    const text = valueText(eventRecord(canonical(event)))
    return { event, text, key: `${occurrence(text)}/${text}` }
  }
}

/** The waiting events, grouped by request. */
const waitingEvents = (row: SpanRow, waiting: readonly WaitingLog[]) =>
  [...Map.groupBy(waiting, ({ receiptId }) => receiptId).values()].flatMap((ofRequest) => {
    const identify = identifierFor(row)
    return ofRequest.map((log) => ({ log, ...identify(readEvent(log.event)) }))
  })

/** Adds logs within the limits, each once. */
function addWithinLimits(
  stored: readonly IdentifiedEvent[],
  waiting: readonly (IdentifiedEvent & { readonly log: WaitingLog })[],
) {
  const logs = new Map(stored.map((one) => [one.key, one]))
  const refusedLogs: WaitingLog[] = []
  let bytes = stored.reduce((sum, { text }) => sum + text.length, 0)
  for (const event of waiting) {
    if (logs.has(event.key)) continue
    const isTooMuch = logs.size >= logsPerSpanMax || bytes + event.text.length > logBytesPerSpanMax
    if (isTooMuch) {
      refusedLogs.push(event.log)
      continue
    }
    bytes += event.text.length
    logs.set(event.key, event)
  }
  return { logs: [...logs.values()], refused: refusedLogs }
}

const byTime = (a: IdentifiedEvent, b: IdentifiedEvent): number =>
  Number(a.event.timeUnixNano - b.event.timeUnixNano)

/** The row with the waiting events added. */
export function joinedRow(
  row: SpanRow,
  { waiting, rules }: { readonly waiting: readonly WaitingLog[]; readonly rules: ProjectRules },
): JoinedRow {
  const stored = storedEvents(row)
  const before = (stored.logs ?? []).map(identifierFor(row))
  const { logs, refused } = addWithinLimits(before, waitingEvents(row, waiting))
  if (logs.length === before.length) return { row: undefined, refused }
  const keys = new Set(logs.map(({ key }) => key))
  // A client that sent the span back included its logs among its events.
  const ownEvents = stored.events.map(identifierFor(row)).filter(({ key }) => !keys.has(key))
  const now = { events: ownEvents, logs: logs.toSorted(byTime) }
  return { row: rewritten(row, now, rules), refused }
}

interface Events {
  readonly events: readonly IdentifiedEvent[]
  readonly logs: readonly IdentifiedEvent[]
}

function rewritten(row: SpanRow, { events, logs }: Events, rules: ProjectRules): NewSpan {
  const record = recordOfRow(row)
  const canonical = canonicalEvent(nanosecondsOf(row.start_time))
  const eventsOf = (some: readonly IdentifiedEvent[]): readonly OtlpEvent[] => some.map(({ event }) => event)
  const remapped =
    row.form === 'otlp'
      ? mapped(row, { record, events: eventsOf(events), logs: eventsOf(logs), rules })
      : undefined
  const { project_id, created_at, created_by_id, updated_at, updated_by_id, form, native, receipt_id } = row
  return rowOfRecord(
    {
      ...record,
      ...remapped?.members,
      events: [...events, ...logs].map(({ event }) => eventRecord(canonical(event))),
    },
    {
      project_id,
      created_at,
      created_by_id,
      updated_at,
      updated_by_id,
      form,
      native,
      receipt_id,
      facts: factsText({ ...readFacts(row), ...remapped?.facts, logs: logs.length }),
      ...storedTraceColumns(row),
      version: replacingVersion(row.version, joinSteps).toString(),
    },
  )
}

/** Members of `ag` that log records may affect. */
const affectedMembers = ['data', 'meta', 'user'] as const

interface Mapped {
  readonly members: ValueObject
  readonly facts: Partial<SpanFacts>
}

/** Maps the span with its logs. A member is replaced only if the row still has its mapped value: edits stay. */
function mapped(
  row: SpanRow,
  {
    record,
    events,
    logs,
    rules,
  }: {
    readonly record: ValueObject
    readonly events: readonly OtlpEvent[]
    readonly logs: readonly OtlpEvent[]
    readonly rules: ProjectRules
  },
): Mapped {
  const options: CanonicalOptions = {
    receivedAtUnixNano: nanosecondsOf(row.created_at),
    priceTables: [],
    hide: (ag) => rules.redactor.byPath(ag),
  }
  const span: OtlpSpan = otlpSpanOf(row)
  const before = canonicalSpan(span, options)
  const after = canonicalSpan({ ...span, events, logs }, options)
  const storedAttributes = objectAt(record, 'attributes')
  const attributes = withHeard(storedAttributes, { before: before.attributes, after: after.attributes })
  const { call } = after.facts
  const identities = identitiesOf(attributes['ag'])
  const rolledUp = rollUpOf(row)
  return {
    members: {
      ...ofTrace(record, attributes, rolledUp?.rollUp ?? {}),
      attributes:
        rolledUp === undefined
          ? attributes
          : rolledUpAttributes(attributes, rolledUp.traceType, rolledUp.rollUp),
      ...(after.adapters.length === 0 ? {} : { adapters: after.adapters }),
    },
    facts: { ...(call === undefined ? {} : { call }), ...(identities === undefined ? {} : { identities }) },
  }
}

function withHeard(
  stored: ValueObject,
  { before, after }: { readonly before: ValueObject; readonly after: ValueObject },
): ValueObject {
  const ag: OpenObject = { ...unmarked(objectAt(stored, 'ag')) }
  for (const member of affectedMembers) {
    const isAsMapped = isDeepStrictEqual(objectAt(before, 'ag', member), objectAt(ag, member))
    const valueAfter = objectAt(after, 'ag', member)
    if (isAsMapped && (member === 'data' || Object.keys(valueAfter).length > 0)) ag[member] = valueAfter
  }
  return { ...stored, ag }
}
