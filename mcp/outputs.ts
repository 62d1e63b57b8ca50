// Schemas of answers that several tools share. Records of the server pass unchanged, so their schemas are open.
import { z } from 'zod'

export const json = z.record(z.string(), z.unknown())

/** Members that the server adds to an answer that was truncated to fit the budget. */
export const budgetMembers = {
  next_cursor: z.string().optional().describe('Pass it as cursor to continue the list.'),
  omitted: z
    .array(z.object({ path: z.string(), items: z.number() }))
    .optional()
    .describe('Lists that were cut to fit the budget, with the number of missing items.'),
}

export const commitOutput = z.object({
  made: z
    .object({ name: z.string(), id: z.string(), message: z.string().optional() })
    .optional()
    .describe('The revision.'),
  status: z.string().optional().describe('committed, or no_change.'),
  warnings: z.array(z.unknown()).optional(),
})

export const failuresOutput = z
  .array(
    z.object({
      code: z.string(),
      total: z.number(),
      steps: z.array(z.string()),
      example: z.string().optional(),
    }),
  )
  .describe('Failed cells by error code, the most frequent first.')
