// The payloads of JSON bodies with span records. Long bodies are read in a thread of the row builders.
import { AssayError, type FieldError } from '../../../kernel/errors.ts'
import { isList, isObject, type ValueObject } from '../../value.ts'
import { exactBody } from './exact-body.ts'
import { bodyLoc, flatRecords, recordsPayload } from './record-trees.ts'

const wrongType = (type: FieldError['type'], loc: FieldError['loc'], msg: string): FieldError => ({
  type,
  loc,
  msg,
})

/** `{"traces": [{"trace_id", "spans"}]}`. */
function listedTraces(body: ValueObject, fieldErrors: FieldError[]): readonly ValueObject[] {
  const traces = body['traces'] ?? null
  if (traces === null || (isList(traces) && traces.length === 0)) {
    throw new AssayError('trace_invalid', 'Missing traces')
  }
  if (!isList(traces)) {
    fieldErrors.push(wrongType('list_type', ['body', 'traces'], 'Input should be a list.'))
    return []
  }
  return traces.flatMap((trace, i) => {
    if (!isObject(trace)) {
      fieldErrors.push(wrongType('dict_type', ['body', 'traces', i], 'Input should be an object.'))
      return []
    }
    return flatRecords(trace['spans'] ?? null, bodyLoc('traces', i, 'spans'), fieldErrors)
  })
}

/** `{"spans": […]}` and `{"traces": {"<trace_id>": {"spans"}}}`, either or both. */
function keyedTraces(body: ValueObject, fieldErrors: FieldError[]): readonly ValueObject[] {
  const spans = body['spans'] ?? []
  const traces = body['traces'] ?? {}
  if (!isObject(traces))
    fieldErrors.push(wrongType('dict_type', ['body', 'traces'], 'Input should be an object.'))
  const trees = isObject(traces) ? Object.entries(traces) : []
  return [
    ...flatRecords(spans, bodyLoc('spans'), fieldErrors),
    ...trees.flatMap(([id, trace]) =>
      flatRecords(
        isObject(trace) ? (trace['spans'] ?? null) : null,
        bodyLoc('traces', id, 'spans'),
        fieldErrors,
      ),
    ),
  ]
}

const recordsOf = { listed: listedTraces, keyed: keyedTraces } as const

/** The form of the spans in a body: traces as a list, or by their ids. */
export type RecordsForm = keyof typeof recordsOf

/** The payload for the inbox. Throws validation_failed with all field errors at once. */
export function sentRecords(form: RecordsForm, body: Uint8Array): Uint8Array {
  const fieldErrors: FieldError[] = []
  return recordsPayload(recordsOf[form](exactBody(body), fieldErrors), fieldErrors)
}
