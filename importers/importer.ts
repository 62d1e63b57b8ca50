// What others keep, brought in: each source is read record by record and told in the words of Assay; what cannot be is listed with its
// reason. Nothing here knows the server but delivery.ts, which asks through the SDK. Start at sources.ts; reading/ has the formats.
import type { Given } from './files.ts'
import type { Place } from './reading/record.ts'

/** A span, before it has the ids of Assay. */
export interface ImportedSpan {
  /** As the source has them; hex ids of OpenTelemetry stay, others become ones that are always the same. */
  readonly traceId: string
  readonly spanId: string
  readonly parentId?: string | undefined
  readonly name: string
  /** Nanoseconds since 1970. */
  readonly startNs: bigint
  readonly endNs: bigint
  /** The reason; empty: failed without one. */
  readonly failed?: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
}

export interface ImportedRow {
  readonly data: Readonly<Record<string, unknown>>
  /** What names the row in the source, so that it stays the same row. */
  readonly dedupId?: string | undefined
  readonly tags?: Readonly<Record<string, unknown>> | undefined
}

/** A version of a prompt; versions of one come in their order. */
export interface ImportedPrompt {
  readonly slug: string
  readonly version: string
  readonly data: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
  /** Environments that point at it. */
  readonly labels: readonly string[]
}

export interface ImportedEvaluator {
  readonly slug: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What a source tells, in any order, and the record that it comes from. */
export type ImportItem = { readonly at: Place } & (
  | { readonly kind: 'span'; readonly span: ImportedSpan }
  /** A judgment is a span of a trace of its own. */
  | { readonly kind: 'annotation'; readonly span: ImportedSpan }
  | { readonly kind: 'row'; readonly testset: string; readonly row: ImportedRow }
  | { readonly kind: 'prompt'; readonly prompt: ImportedPrompt }
  | { readonly kind: 'evaluator'; readonly evaluator: ImportedEvaluator }
  /** Has no counterpart; the same reason for many is counted. */
  | { readonly kind: 'unmapped'; readonly reason: string }
  /** Cannot be read. */
  | { readonly kind: 'fault'; readonly fault: string }
)

/** Reads files of one source. */
export interface Importer {
  readonly source: string
  readonly read: (given: readonly Given[]) => AsyncIterable<ImportItem>
}

export type { Place }

export const unmapped = (reason: string, at: Place): ImportItem => ({ kind: 'unmapped', reason, at })
export const fault = (text: string, at: Place): ImportItem => ({ kind: 'fault', fault: text, at })

/** A slug from any name. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 200) || 'imported'
