// Matches the conflict resolutions of a request to the conflicts of a merge.
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import { jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Decide, Decision, RowConflict } from './merge-rows.ts'
import type { RowMetadata } from '../rows.ts'

/** Has exactly one of choice, value and data. Without a path it resolves every conflict of the row. */
export interface Resolution {
  readonly dedupId: string
  readonly occurrence: number
  readonly path?: readonly string[]
  readonly choice?: 'ours' | 'theirs'
  readonly value?: Json
  readonly data?: JsonObject
  /** Only with data: the parts of the row's metadata to set. */
  readonly metadata?: RowMetadata
}

export type Strategy = 'ours' | 'theirs'

export interface MergeConflict {
  readonly dedupId: string
  readonly occurrence: number
  readonly conflict: RowConflict
}

const pathOrNull = (path: readonly string[] | undefined): Json => (path === undefined ? null : [...path])

const rowKey = (dedupId: string, occurrence: number): string => `${occurrence} ${dedupId}`

function matchesConflict(resolution: Resolution, conflict: RowConflict): boolean {
  if (resolution.path === undefined) {
    return (
      resolution.value === undefined && (resolution.data === undefined || conflict.kind === 'edit_remove')
    )
  }
  return (
    conflict.kind === 'field' &&
    resolution.data === undefined &&
    jsonEqual([...resolution.path], [...conflict.path])
  )
}

const decisionOf = (resolution: Resolution): Decision => {
  if (resolution.choice !== undefined) return { take: resolution.choice }
  if (resolution.value !== undefined) return { value: resolution.value }
  const { data, metadata = {} } = resolution
  return data === undefined ? undefined : { data, metadata }
}

/** Decides conflicts by resolutions, then by the strategy. Records all conflicts and the open ones. */
export class Decisions {
  readonly conflicts: MergeConflict[] = []
  readonly open: MergeConflict[] = []
  private readonly strategy: Strategy | undefined
  private readonly byRow = new Map<string, { readonly resolution: Resolution; readonly index: number }[]>()
  private readonly usedIndexes = new Set<number>()
  private readonly resolutions: readonly Resolution[]

  constructor(resolutions: readonly Resolution[], strategy: Strategy | undefined) {
    this.resolutions = resolutions
    this.strategy = strategy
    resolutions.forEach((resolution, index) => {
      const key = rowKey(resolution.dedupId, resolution.occurrence)
      this.byRow.set(key, [...(this.byRow.get(key) ?? []), { resolution, index }])
    })
  }

  /** Decides the conflicts of one row. A resolution with a path wins over one for the full row. */
  forRow(dedupId: string, occurrence: number): Decide {
    const candidates = (this.byRow.get(rowKey(dedupId, occurrence)) ?? []).toSorted(
      (a, b) => Number(a.resolution.path === undefined) - Number(b.resolution.path === undefined),
    )
    return (conflict) => {
      const rowConflict = { dedupId, occurrence, conflict }
      this.conflicts.push(rowConflict)
      const fittingCandidates = candidates.filter(({ resolution }) => matchesConflict(resolution, conflict))
      for (const { index } of fittingCandidates) this.usedIndexes.add(index)
      const [first] = fittingCandidates
      if (first !== undefined) return decisionOf(first.resolution)
      if (this.strategy !== undefined) return { take: this.strategy }
      this.open.push(rowConflict)
      return undefined
    }
  }

  /**
   * Throws an error that lists all resolutions without a conflict and all repeated ones.
   * `loc` is the path of the list of resolutions.
   */
  checkAllUsed(loc: readonly (string | number)[]): void {
    const fieldErrors = this.resolutions.flatMap((resolution, index): readonly FieldError[] => {
      const where = resolution.path === undefined ? '' : ` at ${resolution.path.join('.')}`
      const fieldError = (msg: string): readonly FieldError[] => [
        { type: 'value_error', loc: [...loc, index], msg, input: resolution.dedupId },
      ]
      if (!this.usedIndexes.has(index)) {
        return fieldError(
          `The merge has no conflict in the row ${resolution.dedupId}${where} for this resolution.`,
        )
      }
      return this.isRepeat(resolution, index)
        ? fieldError(`The row ${resolution.dedupId}${where} is resolved twice.`)
        : []
    })
    if (fieldErrors.length > 0) throw new AssayError('validation_failed', fieldErrors)
  }

  private isRepeat({ dedupId, occurrence, path }: Resolution, index: number): boolean {
    const rowResolutions = this.byRow.get(rowKey(dedupId, occurrence)) ?? []
    return rowResolutions.some(
      (earlierCandidate) =>
        earlierCandidate.index < index &&
        jsonEqual(pathOrNull(earlierCandidate.resolution.path), pathOrNull(path)),
    )
  }
}
