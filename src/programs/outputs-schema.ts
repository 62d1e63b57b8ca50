// Infers the outputs schema of an evaluator without one from its first outputs, and checks later outputs against it.
import { AssayError, invalid, type FieldError } from '../kernel/errors.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import { ownMember } from '../kernel/own.ts'
import { typedCalls, type SandboxPool } from '../kernel/work/calls.ts'
import { WorkFailure } from '../kernel/work/failure.ts'
import type { Mismatch } from './schema-check.ts'
import type { ProgramCalls } from './work/calls.ts'

/** Infers a schema from a value: every key of an object is typed and required, lists by their first element. */
export function inferSchema(value: Json): JsonObject {
  if (isJsonObject(value)) {
    const properties = Object.entries(value).map(([key, member]): [string, JsonObject] => [
      key,
      inferSchema(member),
    ])
    return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(value) }
  }
  if (isJsonList(value)) {
    const [first] = value
    return first === undefined ? { type: 'array' } : { type: 'array', items: inferSchema(first) }
  }
  if (value === null) return { type: 'null' }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  return { type: typeof value }
}

const pointerPath = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let current = value
  for (const segment of path) {
    if (isJsonList(current)) current = current[Number(segment)]
    else current = isJsonObject(current) ? ownMember(current, segment) : undefined
  }
  return current
}

const charactersMax = 200

/** Texts in single quotes, everything else as JSON. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? 'null')
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
}

function mismatchMessage({ keyword, params, reason }: Mismatch, value: Json | undefined): string {
  if (keyword === 'type') {
    const types = [params['type']].flat()
    return `${quote(value)} is not of type ${types.map(quote).join(', ')}`
  }
  if (keyword === 'required') return `${quote(params['missingProperty'])} is a required property`
  if (keyword === 'enum') return `${quote(value)} is not one of ${JSON.stringify(params['allowedValues'])}`
  if (keyword === 'additionalProperties')
    return `Additional properties are not allowed (${quote(params['additionalProperty'])} was unexpected)`
  return `${quote(value)} ${reason}`
}

interface Outputs {
  readonly schema: JsonObject
  readonly outputs: Json
  /** The location of the outputs in the request. */
  readonly loc: readonly (string | number)[]
}

const callSandbox = typedCalls<ProgramCalls>()

/** Refuses outputs that do not match; each error has its location below `loc`. */
export async function refuseMismatch(
  { sandboxPool, project }: { readonly sandboxPool: SandboxPool; readonly project: string },
  { schema, outputs, loc }: Outputs,
): Promise<void> {
  let mismatches: readonly Mismatch[]
  try {
    mismatches = await callSandbox(
      sandboxPool,
      'mismatches',
      { schema, value: outputs, isExhaustive: true },
      { project },
    )
  } catch (error) {
    if (!(error instanceof WorkFailure)) throw error
    if (error.reason !== 'refused') {
      throw new AssayError(
        'budget_exceeded',
        `The outputs cannot be compared with their schema. ${error.message}`,
      )
    }
    const msg = `The evaluator's schema cannot be used: ${error.message}`
    throw new AssayError('schema_invalid', [{ type: 'value_error.json_schema', loc, msg }])
  }
  if (mismatches.length === 0) return
  const fieldErrors = mismatches.map((mismatch): FieldError => {
    const path = pointerPath(mismatch.path)
    return {
      type: 'value_error.json_schema',
      loc: [...loc, ...path],
      msg: mismatchMessage(mismatch, valueAt(outputs, path)),
    }
  })
  throw invalid(fieldErrors, 'output_mismatch')
}
