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
import { withoutMarks } from '../../canonical/usage-marks.ts'
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
import { withTraceIdentities } from '../rows/stored-traces.ts'
import { occurrences, readEvent } from './log-event.ts'

/** Limits of the logs of one span. Every log that arrives rewrites the row of its span. */
const logsPerSpanMax = 1_000
const logBytesPerSpanMax = 4 * 1024 * 1024

export interface JoinedRow {
  /** Undefined if the row already has all of them. */
  readonly row: NewSpan | undefined
  /** Logs beyond the limits. */
  readonly refusedLogs: readonly WaitingLog[]
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
const waitingEvents = (row: SpanRow, waitingLogs: readonly WaitingLog[]) =>
  [...Map.groupBy(waitingLogs, ({ receiptId }) => receiptId).values()].flatMap((requestLogs) => {
    const identify = identifierFor(row)
    return requestLogs.map((log) => ({ log, ...identify(readEvent(log.event)) }))
  })

/** Adds logs within the limits, each once. */
function addWithinLimits(
  storedLogs: readonly IdentifiedEvent[],
  waitingLogs: readonly (IdentifiedEvent & { readonly log: WaitingLog })[],
) {
  const logs = new Map(storedLogs.map((log) => [log.key, log]))
  const refusedLogs: WaitingLog[] = []
  let bytes = storedLogs.reduce((sum, { text }) => sum + text.length, 0)
  for (const event of waitingLogs) {
    if (logs.has(event.key)) continue
    const isOverLimit = logs.size >= logsPerSpanMax || bytes + event.text.length > logBytesPerSpanMax
    if (isOverLimit) {
      refusedLogs.push(event.log)
      continue
    }
    bytes += event.text.length
    logs.set(event.key, event)
  }
  return { logs: [...logs.values()], refusedLogs }
}

const byTime = (a: IdentifiedEvent, b: IdentifiedEvent): number =>
  Number(a.event.timeUnixNano - b.event.timeUnixNano)

/** The row with the waiting events added. */
export function joinedRow(
  row: SpanRow,
  { waitingLogs, rules }: { readonly waitingLogs: readonly WaitingLog[]; readonly rules: ProjectRules },
): JoinedRow {
  const rowEvents = storedEvents(row)
  const before = (rowEvents.logs ?? []).map(identifierFor(row))
  const { logs, refusedLogs } = addWithinLimits(before, waitingEvents(row, waitingLogs))
  if (logs.length === before.length) return { row: undefined, refusedLogs }
  const keys = new Set(logs.map(({ key }) => key))
  // A client that sent the span back included its logs among its events.
  const ownEvents = rowEvents.events.map(identifierFor(row)).filter(({ key }) => !keys.has(key))
  const newEvents = { events: ownEvents, logs: logs.toSorted(byTime) }
  return { row: rewrittenRow(row, newEvents, rules), refusedLogs }
}

interface Events {
  readonly events: readonly IdentifiedEvent[]
  readonly logs: readonly IdentifiedEvent[]
}

function rewrittenRow(row: SpanRow, { events, logs }: Events, rules: ProjectRules): NewSpan {
  const record = recordOfRow(row)
  const canonical = canonicalEvent(nanosecondsOf(row.start_time))
  const eventsOf = (identifiedEvents: readonly IdentifiedEvent[]): readonly OtlpEvent[] =>
    identifiedEvents.map(({ event }) => event)
  const mapping =
    row.form === 'otlp'
      ? mapWithLogs(row, { record, events: eventsOf(events), logs: eventsOf(logs), rules })
      : undefined
  const { project_id, created_at, created_by_id, updated_at, updated_by_id, form, native, receipt_id } = row
  return rowOfRecord(
    {
      ...record,
      ...mapping?.members,
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
      facts: factsText({ ...readFacts(row), ...mapping?.facts, logs: logs.length }),
      ...storedTraceColumns(row),
      version: replacingVersion(row.version, joinSteps).toString(),
    },
  )
}

/** Members of `ag` that log records may affect. */
const affectedMembers = ['data', 'meta', 'user'] as const

interface MappedMembers {
  readonly members: ValueObject
  readonly facts: Partial<SpanFacts>
}

/** Maps the span with its logs. A member is replaced only if the row still has its mapped value: edits stay. */
function mapWithLogs(
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
): MappedMembers {
  const options: CanonicalOptions = {
    receivedAtUnixNano: nanosecondsOf(row.created_at),
    priceTables: [],
    hide: (ag) => rules.redactor.hidePaths(ag),
  }
  const span: OtlpSpan = otlpSpanOf(row)
  const before = canonicalSpan(span, options)
  const after = canonicalSpan({ ...span, events, logs }, options)
  const storedAttributes = objectAt(record, 'attributes')
  const attributes = replaceMappedMembers(storedAttributes, {
    before: before.attributes,
    after: after.attributes,
  })
  const { call } = after.facts
  const identities = identitiesOf(attributes['ag'])
  const rolledUp = rollUpOf(row)
  return {
    members: {
      ...withTraceIdentities(record, attributes, rolledUp?.rollUp ?? {}),
      attributes:
        rolledUp === undefined
          ? attributes
          : rolledUpAttributes(attributes, rolledUp.traceType, rolledUp.rollUp),
      ...(after.adapters.length === 0 ? {} : { adapters: after.adapters }),
    },
    facts: { ...(call === undefined ? {} : { call }), ...(identities === undefined ? {} : { identities }) },
  }
}

function replaceMappedMembers(
  storedAttributes: ValueObject,
  { before, after }: { readonly before: ValueObject; readonly after: ValueObject },
): ValueObject {
  const ag: OpenObject = { ...withoutMarks(objectAt(storedAttributes, 'ag')) }
  for (const member of affectedMembers) {
    const isAsMapped = isDeepStrictEqual(objectAt(before, 'ag', member), objectAt(ag, member))
    const valueAfter = objectAt(after, 'ag', member)
    if (isAsMapped && (member === 'data' || Object.keys(valueAfter).length > 0)) ag[member] = valueAfter
  }
  return { ...storedAttributes, ag }
}
