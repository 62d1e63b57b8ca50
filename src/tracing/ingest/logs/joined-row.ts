// The row of a stored span with log events that came for it. What they say is read as if it had come with the span: the
// prompts and answers of a model call may be told by its logs alone.
import { isDeepStrictEqual } from 'node:util'
import { joinSteps, type NewSpan, type SpanRow, type WaitingLog } from '../../../storage/contract/contract.ts'
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

/** What the logs of one span may come to: every one that arrives writes the row of its span anew. */
const logsPerSpanMax = 1_000
const logBytesPerSpanMax = 4 * 1024 * 1024

export interface JoinedRow {
  /** Undefined when the row holds all of them already. */
  readonly row: NewSpan | undefined
  /** Those that do not fit. */
  readonly refused: readonly WaitingLog[]
}

export const tooManyLogs = `the span has taken ${logsPerSpanMax} log events, or ${logBytesPerSpanMax} bytes of them`

/** An event with the text as which it is answered, and the key by which it is known again: see `occurrences`. */
interface KnownEvent {
  readonly event: OtlpEvent
  readonly text: string
  readonly key: string
}

/** For the events of one request, or of the row. */
function knownAs(row: SpanRow): (event: OtlpEvent) => KnownEvent {
  const canonical = canonicalEvent(nanosecondsOf(row.start_time))
  const occurrence = occurrences()
  return (event) => {
    const text = valueText(eventRecord(canonical(event)))
    return { event, text, key: `${occurrence(text)}/${text}` }
  }
}

/** What waits, request by request. */
const sentTo = (row: SpanRow, waiting: readonly WaitingLog[]) =>
  [...Map.groupBy(waiting, ({ receiptId }) => receiptId).values()].flatMap((ofRequest) => {
    const known = knownAs(row)
    return ofRequest.map((log) => ({ log, ...known(readEvent(log.event)) }))
  })

/** Adds logs as long as they fit, each once. */
function taken(known: readonly KnownEvent[], sent: readonly (KnownEvent & { readonly log: WaitingLog })[]) {
  const logs = new Map(known.map((one) => [one.key, one]))
  const refused: WaitingLog[] = []
  let bytes = known.reduce((sum, { text }) => sum + text.length, 0)
  for (const one of sent) {
    if (logs.has(one.key)) continue
    const isTooMuch = logs.size >= logsPerSpanMax || bytes + one.text.length > logBytesPerSpanMax
    if (isTooMuch) {
      refused.push(one.log)
      continue
    }
    bytes += one.text.length
    logs.set(one.key, one)
  }
  return { logs: [...logs.values()], refused }
}

const byTime = (a: KnownEvent, b: KnownEvent): number => Number(a.event.timeUnixNano - b.event.timeUnixNano)

/** The row with the events that came for it. */
export function joinedRow(row: SpanRow, waiting: readonly WaitingLog[], rules: ProjectRules): JoinedRow {
  const stored = storedEvents(row)
  const before = (stored.logs ?? []).map(knownAs(row))
  const { logs, refused } = taken(before, sentTo(row, waiting))
  if (logs.length === before.length) return { row: undefined, refused }
  const keys = new Set(logs.map(({ key }) => key))
  // A client that wrote the span back sent its logs among its events.
  const own = stored.events.map(knownAs(row)).filter(({ key }) => !keys.has(key))
  const now = { events: own, logs: logs.toSorted(byTime) }
  return { row: rewritten(row, now, rules), refused }
}

interface Events {
  readonly events: readonly KnownEvent[]
  readonly logs: readonly KnownEvent[]
}

function rewritten(row: SpanRow, { events, logs }: Events, rules: ProjectRules): NewSpan {
  const record = recordOfRow(row)
  const canonical = canonicalEvent(nanosecondsOf(row.start_time))
  const eventsOf = (some: readonly KnownEvent[]): readonly OtlpEvent[] => some.map(({ event }) => event)
  const said = row.form === 'otlp' ? mapped(row, record, eventsOf(events), eventsOf(logs), rules) : undefined
  const { project_id, created_at, created_by_id, updated_at, updated_by_id, form, native, receipt_id } = row
  return rowOfRecord(
    {
      ...record,
      ...said?.members,
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
      facts: factsText({ ...readFacts(row), ...said?.facts, logs: logs.length }),
      ...storedTraceColumns(row),
      version: (BigInt(row.version) + joinSteps).toString(),
    },
  )
}

/** Members of `ag` that log records may say something about. */
const heardMembers = ['data', 'meta', 'user'] as const

interface Mapped {
  readonly members: ValueObject
  readonly facts: Partial<SpanFacts>
}

/** What the adapters make of the span with its logs, where the row says what they made of it before: an edit stays. */
function mapped(
  row: SpanRow,
  record: ValueObject,
  events: readonly OtlpEvent[],
  logs: readonly OtlpEvent[],
  rules: ProjectRules,
): Mapped {
  const options: CanonicalOptions = {
    receivedAtUnixNano: nanosecondsOf(row.created_at),
    priceTables: [],
    hide: (ag) => rules.redactor.byPath(ag),
  }
  const span: OtlpSpan = otlpSpanOf(row)
  const before = canonicalSpan(span, options)
  const after = canonicalSpan({ ...span, events, logs }, options)
  const stored = objectAt(record, 'attributes')
  const attributes = withHeard(stored, before.attributes, after.attributes)
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

function withHeard(stored: ValueObject, before: ValueObject, after: ValueObject): ValueObject {
  const ag: OpenObject = { ...unmarked(objectAt(stored, 'ag')) }
  for (const member of heardMembers) {
    const isAsMapped = isDeepStrictEqual(objectAt(before, 'ag', member), objectAt(ag, member))
    const heard = objectAt(after, 'ag', member)
    if (isAsMapped && (member === 'data' || Object.keys(heard).length > 0)) ag[member] = heard
  }
  return { ...stored, ag }
}
