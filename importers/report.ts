// Counts the items of an import, for its report.
import { slugOf, type Place, type ImportItem } from './importer.ts'

export interface Fault {
  readonly file: string
  readonly line: number
  readonly fault: string
}

export interface Unmapped {
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
}

export interface Report extends Counts {
  readonly unmapped: readonly Unmapped[]
  readonly faults: readonly Fault[]
  readonly faults_total: number
}

/** Further errors are only counted: a file in another format has one in every line. */
const faultsMax = 100

export class Counting {
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
  readonly #unmapped = new Map<string, { count: number; readonly at: Place }>()
  readonly #kept: Fault[] = []

  #addStart(ms: number): void {
    this.#firstMs = Math.min(this.#firstMs, ms)
    this.#lastMs = Math.max(this.#lastMs, ms)
  }

  add(told: ImportItem): void {
    switch (told.kind) {
      case 'span':
        this.#spans += 1
        if (told.span.parentId === undefined) this.#traces += 1
        this.#addStart(Number(told.span.startNs / 1_000_000n))
        break
      case 'annotation':
        this.#annotations += 1
        break
      case 'row':
        this.#rows += 1
        this.#testsets.set(told.testset, (this.#testsets.get(told.testset) ?? 0) + 1)
        break
      case 'prompt':
        this.#prompts += 1
        this.#applications.add(told.prompt.slug)
        for (const label of told.prompt.labels) this.#environments.add(slugOf(label))
        break
      case 'evaluator':
        this.#evaluators.add(told.evaluator.slug)
        break
      case 'unmapped': {
        const entry = this.#unmapped.get(told.reason)
        if (entry === undefined) this.#unmapped.set(told.reason, { count: 1, at: told.at })
        else entry.count += 1
        break
      }
      case 'fault':
        this.#faults += 1
        if (this.#kept.length < faultsMax) this.#kept.push({ ...told.at, fault: told.fault })
        break
    }
  }

  /** The number of items so far, for a progress bar. */
  get told(): number {
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
      unmapped: [...this.#unmapped].map(([reason, { count, at }]) => ({ reason, count, ...at })),
      faults: this.#kept,
      faults_total: this.#faults,
    }
  }
}
