// The interface of an importer: it reads a source record by record and yields items (spans, rows, prompts, evaluators).
// Records without a counterpart are yielded with the reason. Only delivery.ts calls the server, through the SDK.
import type { ImportInput } from './files.ts'
import type { FieldOutcome } from './reading/fields.ts'
import type { Position } from './reading/record.ts'

/** A span with the ids of its source. */
export interface ImportedSpan {
  /** The ids of the source. OpenTelemetry ids stay; others are hashed, so they are the same in every import. */
  readonly traceId: string
  readonly spanId: string
  readonly parentId?: string | undefined
  readonly name: string
  /** Nanoseconds since 1970. */
  readonly startNs: bigint
  readonly endNs: bigint
  /** The error message; empty for a failure without one. */
  readonly errorMessage?: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly events?: readonly ImportedEvent[]
}

export interface ImportedEvent {
  readonly name: string
  readonly timeNs: bigint
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface ImportedRow {
  readonly data: Readonly<Record<string, unknown>>
  /** The id of the row in the source; it becomes the dedup id. */
  readonly dedupId?: string | undefined
  readonly tags?: Readonly<Record<string, unknown>> | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

/** A version of a prompt. Versions of one prompt are yielded in order. */
export interface ImportedPrompt {
  readonly slug: string
  /** The name of the application; its slug without one. */
  readonly name?: string | undefined
  readonly version: string
  /** The version as a number, if the source numbers versions: the revision gets the same number. */
  readonly number?: number | undefined
  readonly data: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
  /** Environments to deploy it to. */
  readonly labels: readonly string[]
  /** Fields of the source without a counterpart, for the meta of the revision. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

export interface ImportedEvaluator {
  readonly slug: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A run of an evaluation. Results with the same key belong to it. */
export interface ImportedRun {
  readonly key: string
  readonly name: string
  /** Slugs. The application is created if it does not exist; rows of the testset are yielded as well. */
  readonly application: string
  readonly testset: string
}

/** The result of one row. Spans and annotations are yielded as well. */
export interface ImportedResult {
  readonly run: ImportedRun
  /** The dedup id of the row. */
  readonly row: string
  /** The id of the trace in the source. */
  readonly traceId: string
  /** The error message of a failed call. */
  readonly errorMessage?: string | undefined
  readonly evaluations: readonly { readonly evaluator: string; readonly traceId: string }[]
}

/** An item of a source, with the position of its record. Items come in any order. */
export type ImportItem = { readonly at: Position } & (
  | { readonly kind: 'span'; readonly span: ImportedSpan }
  /** An annotation is a span with its own trace. */
  | { readonly kind: 'annotation'; readonly span: ImportedSpan }
  | { readonly kind: 'row'; readonly testset: string; readonly row: ImportedRow }
  | { readonly kind: 'prompt'; readonly prompt: ImportedPrompt }
  | { readonly kind: 'evaluator'; readonly evaluator: ImportedEvaluator }
  | { readonly kind: 'result'; readonly result: ImportedResult }
  /** A record without a counterpart; equal reasons are counted. */
  | { readonly kind: 'unmapped'; readonly reason: string }
  /** An unreadable record. */
  | { readonly kind: 'fault'; readonly fault: string }
  /** The end of a record: the outcome of each of its fields. */
  | { readonly kind: 'fields'; readonly outcomes: readonly FieldOutcome[] }
)

/** Reads files of one source. */
export interface Importer {
  readonly source: string
  readonly read: (inputs: readonly ImportInput[]) => AsyncIterable<ImportItem>
}

export type { Position }

export const unmappedItem = (reason: string, at: Position): ImportItem => ({ kind: 'unmapped', reason, at })
export const faultItem = (text: string, at: Position): ImportItem => ({ kind: 'fault', fault: text, at })

/** The number of a version; undefined for other names. */
export const versionNumber = (version: string): number | undefined =>
  /^\d{1,9}$/.test(version) ? Number(version) : undefined

/** A slug from any name. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 200) || 'imported'
