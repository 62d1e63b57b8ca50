// Counts the items of an import, for its report.
import { FieldCounts, type FieldCount } from './field-counts.ts'
import { noCounterpart, type FieldOutcome } from './reading/fields.ts'
import { slugOf, type Position, type ImportItem } from './importer.ts'

export interface Fault {
  readonly file: string
  readonly line: number
  readonly fault: string
}

export interface UnmappedRecords {
  readonly reason: string
  readonly count: number
  /** The first of them. */
  readonly file: string
  readonly line: number
}

/** Rows of a testset. */
export interface TestsetRows {
  readonly slug: string
  readonly rows: number
}

export interface Counts {
  /** Spans without a parent. */
  readonly traces: number
  readonly spans: number
  /** The start times of the first and the last span; null without spans. */
  readonly began_ms: readonly [number, number] | null
  readonly annotations: number
  readonly rows: number
  readonly testsets: readonly string[]
  readonly testset_rows: readonly TestsetRows[]
  readonly prompts: number
  readonly applications: readonly string[]
  readonly environments: readonly string[]
  readonly evaluators: readonly string[]
  readonly runs: readonly string[]
}

/** Each record of the files is counted once. */
export interface RecordCounts {
  readonly read: number
  readonly imported: number
  readonly left_out: number
  readonly unreadable: number
}

export interface Report extends Counts {
  readonly records: RecordCounts
  /** The outcome of each field that has content in some record; a field with several outcomes has several entries. */
  readonly fields: readonly FieldCount[]
  /** Whether every record and every field is imported. */
  readonly complete: boolean
  readonly unmapped: readonly UnmappedRecords[]
  readonly faults: readonly Fault[]
  readonly faults_total: number
}

/** Further errors are only counted: a file in another format has one in every line. */
const faultsMax = 100

export class ReportBuilder {
  #traces = 0
  #firstMs = Infinity
  #lastMs = -Infinity
  #spans = 0
  #annotations = 0
  #rows = 0
  #prompts = 0
  #faults = 0
  readonly #testsets = new Map<string, number>()
  readonly #applications = new Set<string>()
  readonly #environments = new Set<string>()
  readonly #evaluators = new Set<string>()
  readonly #runs = new Map<string, string>()
  readonly #unmapped = new Map<string, { count: number; readonly at: Position }>()
  readonly #reportedFaults: Fault[] = []
  readonly #records = { read: 0, imported: 0, left_out: 0, unreadable: 0 }
  readonly #fields = new FieldCounts()
  /** The outcome of the record that is being read, from its items so far. */
  #outcome: { isImported: boolean; reason?: string; isUnreadable?: boolean } = { isImported: false }

  #addStart(ms: number): void {
    this.#firstMs = Math.min(this.#firstMs, ms)
    this.#lastMs = Math.max(this.#lastMs, ms)
  }

  /**
   * Ends a record. It counts as imported if any part of it is; otherwise its fields are left out for the reason of
   * the record.
   */
  #endRecord(outcomes: readonly FieldOutcome[]): void {
    const { reason, isUnreadable = false } = this.#outcome
    // The record is a configuration without own items: the records of its files follow.
    const isSilent = reason === undefined && !isUnreadable
    const isImported = this.#outcome.isImported || (isSilent && outcomes.some((outcome) => 'to' in outcome))
    this.#outcome = { isImported: false }
    this.#records.read += 1
    if (isImported) this.#records.imported += 1
    else if (isUnreadable) this.#records.unreadable += 1
    else this.#records.left_out += 1
    const recordReason = isImported
      ? undefined
      : isUnreadable
        ? 'the record cannot be read'
        : (reason ?? noCounterpart)
    for (const outcome of outcomes) {
      this.#fields.add(recordReason === undefined ? outcome : { field: outcome.field, reason: recordReason })
    }
  }

  add(item: ImportItem): void {
    if (item.kind === 'fields') return this.#endRecord(item.outcomes)
    if (item.kind === 'unmapped') this.#outcome.reason ??= item.reason
    else if (item.kind === 'fault') this.#outcome.isUnreadable = true
    else this.#outcome.isImported = true
    switch (item.kind) {
      case 'span':
        this.#spans += 1
        if (item.span.parentId === undefined) this.#traces += 1
        this.#addStart(Number(item.span.startNs / 1_000_000n))
        break
      case 'annotation':
        this.#annotations += 1
        break
      case 'row':
        this.#rows += 1
        this.#testsets.set(item.testset, (this.#testsets.get(item.testset) ?? 0) + 1)
        break
      case 'prompt':
        this.#prompts += 1
        this.#applications.add(item.prompt.slug)
        for (const label of item.prompt.labels) this.#environments.add(slugOf(label))
        break
      case 'evaluator':
        this.#evaluators.add(item.evaluator.slug)
        break
      case 'result':
        this.#runs.set(item.result.run.key, item.result.run.name)
        break
      case 'unmapped': {
        const entry = this.#unmapped.get(item.reason)
        if (entry === undefined) this.#unmapped.set(item.reason, { count: 1, at: item.at })
        else entry.count += 1
        break
      }
      case 'fault':
        this.#faults += 1
        if (this.#reportedFaults.length < faultsMax)
          this.#reportedFaults.push({ ...item.at, fault: item.fault })
        break
    }
  }

  /** The number of items so far, for a progress bar. */
  get itemCount(): number {
    return this.#spans + this.#annotations + this.#rows + this.#prompts
  }

  report(): Report {
    return {
      traces: this.#traces,
      spans: this.#spans,
      began_ms: this.#spans === 0 ? null : [this.#firstMs, this.#lastMs],
      annotations: this.#annotations,
      rows: this.#rows,
      testsets: [...this.#testsets.keys()],
      testset_rows: [...this.#testsets].map(([slug, rows]) => ({ slug, rows })),
      prompts: this.#prompts,
      applications: [...this.#applications],
      environments: [...this.#environments],
      evaluators: [...this.#evaluators],
      runs: [...this.#runs.values()],
      unmapped: [...this.#unmapped].map(([reason, { count, at }]) => ({ reason, count, ...at })),
      faults: this.#reportedFaults,
      faults_total: this.#faults,
      records: { ...this.#records },
      fields: this.#fields.list(),
      complete: this.#unmapped.size === 0 && this.#faults === 0 && !this.#fields.hasLeftOut,
    }
  }
}
