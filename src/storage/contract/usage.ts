// Usage of projects by day, counted when it happens: reading it costs one row per project and day.

/** The counters of a day. */
export interface UsageCounts {
  /** Stored spans, and the bytes of their requests, inflated. */
  readonly spans: number
  readonly bytes: number
  /** New testcases. */
  readonly testcases: number
  /** Calls of models in stored spans, and their cost in US dollars. */
  readonly calls: number
  readonly cost: number
}

export interface UsageDay extends UsageCounts {
  readonly projectId: string
  /** UTC, `2026-11-15`. */
  readonly day: string
}

export interface UsageReads {
  /** The days with usage from one day to another, both included, newest first; of one project or of all. */
  usageDays(range: {
    readonly projectId?: string | undefined
    readonly from: string
    readonly to: string
  }): Promise<readonly UsageDay[]>
}

export interface UsageWrites {
  /** Adds to the counters of these projects and days. */
  addUsage(usage: readonly (Pick<UsageDay, 'projectId' | 'day'> & Partial<UsageCounts>)[]): Promise<void>
}
