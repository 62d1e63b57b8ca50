// The dependencies and shared schemas of testset routes, besides the routes of every kind. Each file is one
// subject; routes.ts lists them.
import { z } from 'zod'
import type { RowWindowing } from '../../testsets/reading/row-window.ts'
import { int, json, optional, fieldIssue, uuid } from '../../kernel/validation.ts'
import type { FairSemaphore } from '../../kernel/fair-semaphore.ts'
import type { SandboxPool } from '../../kernel/work/calls.ts'
import type { TestsetSettings } from '../../testsets/stored/stored-list.ts'
import type { VersioningContext } from '../versioning/context.ts'

export interface TestsetRoutesContext extends VersioningContext {
  readonly testsets: TestsetSettings
  /** Directory for uploaded files while they are read. */
  readonly uploadsDir: string
  /** Limits concurrent imports of uploads; projects share the slots. */
  readonly uploadSlots: FairSemaphore
  /** Decodes files whose processing cost the client controls. */
  readonly sandboxPool: SandboxPool
}

const unsupportedBound = optional(
  json.superRefine((value, ctx) => {
    if (value === null || value === undefined) return
    ctx.addIssue(
      fieldIssue('value_error', 'Rows have no time; time bounds are not supported.', { input: value }),
    )
  }),
).meta({ 'x-undocumented': true })

/** Windowing over rows. */
export const rowWindowing: z.ZodType<RowWindowing> = z
  .object({
    limit: optional(int(0)),
    order: optional(z.enum(['ascending', 'descending'])),
    next: optional(uuid),
    offset: optional(int(0)),
    newest: unsupportedBound,
    oldest: unsupportedBound,
  })
  // A cursor is the start of a page; an offset is the start of the first page.
  .transform(({ limit, order, next, offset }): RowWindowing =>
    next === undefined ? { limit, order, offset } : { limit, order, next },
  )
  .meta({
    id: 'RowWindowing',
    description: 'A page of rows. Send back the windowing of an answer to read the next page.',
  })

/** Windowing over the list of a comparison or merge; the order is fixed. */
export const listWindowing = (name: string, limitMax: number) =>
  z.object({ limit: optional(int(0, limitMax)), next: optional(uuid) }).meta({ id: name })
