// Resolutions of merge conflicts as a client sends them, matched to the conflicts of a merge.
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import { jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Decide, Decision, RowConflict } from './merge-rows.ts'
import type { RowMetadata } from '../rows.ts'

/** Exactly one of choice, value and data. Without a path it decides every conflict of the row. */
export interface Resolution {
  readonly dedupId: string
  readonly occurrence: number
  readonly path?: readonly string[]
  readonly choice?: 'ours' | 'theirs'
  readonly value?: Json
  readonly data?: JsonObject
  /** Beside data: the parts of the row's metadata that it brings. */
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

function fits(resolution: Resolution, conflict: RowConflict): boolean {
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

/** Decides conflicts by resolutions, then by the strategy; remembers which conflicts there were and what is open. */
export class Decisions {
  readonly conflicts: MergeConflict[] = []
  readonly open: MergeConflict[] = []
  private readonly strategy: Strategy | undefined
  private readonly byRow = new Map<string, { readonly resolution: Resolution; readonly index: number }[]>()
  private readonly used = new Set<number>()
  private readonly resolutions: readonly Resolution[]

  constructor(resolutions: readonly Resolution[], strategy: Strategy | undefined) {
    this.resolutions = resolutions
    this.strategy = strategy
    resolutions.forEach((resolution, index) => {
      const key = rowKey(resolution.dedupId, resolution.occurrence)
      this.byRow.set(key, [...(this.byRow.get(key) ?? []), { resolution, index }])
    })
  }

  /** For the conflicts of one row. The resolution with a path wins over the one for the whole row. */
  forRow(dedupId: string, occurrence: number): Decide {
    const candidates = (this.byRow.get(rowKey(dedupId, occurrence)) ?? []).toSorted(
      (a, b) => Number(a.resolution.path === undefined) - Number(b.resolution.path === undefined),
    )
    return (conflict) => {
      const found = { dedupId, occurrence, conflict }
      this.conflicts.push(found)
      const fitting = candidates.filter(({ resolution }) => fits(resolution, conflict))
      for (const { index } of fitting) this.used.add(index)
      const [first] = fitting
      if (first !== undefined) return decisionOf(first.resolution)
      if (this.strategy !== undefined) return { take: this.strategy }
      this.open.push(found)
      return undefined
    }
  }

  /**
   * Refuses resolutions that fit no conflict, and those that decide what an earlier one decided, all of them named.
   * `loc` leads to the list of resolutions.
   */
  checkAllUsed(loc: readonly (string | number)[]): void {
    const faults = this.resolutions.flatMap((resolution, index): readonly FieldError[] => {
      const where = resolution.path === undefined ? '' : ` at ${resolution.path.join('.')}`
      const fault = (msg: string): readonly FieldError[] => [
        { type: 'value_error', loc: [...loc, index], msg, input: resolution.dedupId },
      ]
      if (!this.used.has(index)) {
        return fault(
          `The merge has no conflict of the row ${resolution.dedupId}${where} that this could resolve.`,
        )
      }
      return this.isRepeat(resolution, index)
        ? fault(`The row ${resolution.dedupId}${where} is decided twice.`)
        : []
    })
    if (faults.length > 0) throw new AssayError('validation_failed', faults)
  }

  private isRepeat({ dedupId, occurrence, path }: Resolution, index: number): boolean {
    const ofRow = this.byRow.get(rowKey(dedupId, occurrence)) ?? []
    return ofRow.some(
      (each) => each.index < index && jsonEqual(pathOrNull(each.resolution.path), pathOrNull(path)),
    )
  }
}
