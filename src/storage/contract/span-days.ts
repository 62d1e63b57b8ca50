// Live spans by project and day, for exports to a warehouse.

/** A day is UTC, `2026-11-18`; a span belongs to the day of its start. */
export interface ProjectDay {
  readonly projectId: string
  readonly day: string
}

export interface SpanDay extends ProjectDay {
  readonly spans: number
  /** Differs after a span of the day was added, changed or deleted. */
  readonly fingerprint: string
}

export interface SpanMonth {
  /** `202611` */
  readonly id: string
  /** Differs after rows were written to the month. */
  readonly writes: string
}

export interface SpanDays {
  /** All months with rows, oldest first. Reads no spans. */
  months(): Promise<readonly SpanMonth[]>
  /** The days of a month with live spans. Reads the keys and versions of its rows. */
  days(month: string): Promise<readonly SpanDay[]>
  /** Writes the live spans of a project and day to a new Parquet file, in the order of time. */
  writeParquet(projectDay: ProjectDay, path: string): Promise<void>
}
