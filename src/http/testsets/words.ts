// Testsets over HTTP: what they have beside the routes of every kind. Each file is one subject; routes.ts lists them.
import { z } from 'zod'
import type { RowWindowing } from '../../testsets/reading/row-window.ts'
import { int, json, optional, fieldIssue, uuid } from '../../kernel/validation.ts'
import type { FairSemaphore } from '../../kernel/fair-semaphore.ts'
import type { SandboxPool } from '../../kernel/work/calls.ts'
import type { TestsetSettings } from '../../testsets/kept/stored-list.ts'
import type { VersioningContext } from '../versioning/context.ts'

export interface TestsetRoutesContext extends VersioningContext {
  readonly testsets: TestsetSettings
  /** Where uploaded files are kept while they are read. */
  readonly uploadsDir: string
  /** Of uploads that are imported at a time; projects share them. */
  readonly uploadPlaces: FairSemaphore
  /** Where files are decoded whose cost they decide themselves. */
  readonly workshop: SandboxPool
}

/** Rows have positions, not times. */
const notHere = optional(
  json.superRefine((value, ctx) => {
    if (value === null || value === undefined) return
    ctx.addIssue(
      fieldIssue('value_error', 'Rows have no time: this bound cannot be used here.', { input: value }),
    )
  }),
).meta({ 'x-left-out': true })

/** A window over rows. */
export const rowWindowing: z.ZodType<RowWindowing> = z
  .object({
    limit: optional(int(0)),
    order: optional(z.enum(['ascending', 'descending'])),
    next: optional(uuid),
    offset: optional(int(0)),
    newest: notHere,
    oldest: notHere,
  })
  // A cursor says where a page begins; an offset says where the first one does.
  .transform(({ limit, order, next, offset }): RowWindowing =>
    next === undefined ? { limit, order, offset } : { limit, order, next },
  )
  .meta({ id: 'RowWindowing', description: 'A page of rows; send it back as answered to read on.' })

/** A window over what a comparison or a merge lists: no order but its own. */
export const listWindowing = (name: string, limitMax: number) =>
  z.object({ limit: optional(int(0, limitMax)), next: optional(uuid) }).meta({ id: name })
