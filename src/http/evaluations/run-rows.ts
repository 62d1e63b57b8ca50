// Rows of runs, filtered and sorted by any metric.
import { z } from 'zod'
import { listRows, type RowFilter, type RowSort } from '../../evaluations/verdicts/list-rows.ts'
import { pageSize } from '../../versioning/windowing.ts'
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import { bool, float, int, optional } from '../../kernel/validation.ts'
import { statuses } from '../../evaluations/plan/status.ts'
import { pageCodes } from '../codes.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { listOf } from '../field-schemas.ts'
import { viewerAccess, type EvaluationContext } from './context.ts'
import { comparedRow, runsToCompare, runsToRead } from './verdicts.ts'
import { stepKey } from './request-schemas.ts'

const number = float(-Number.MAX_VALUE, Number.MAX_VALUE)
const runPosition = optional(int(0)).meta({
  description: 'A position in `runs`, from 0. Default: the last.',
})

const metric = {
  evaluator: stepKey.meta({
    description: 'The slug of an evaluator or the key of a step, as in gate rules.',
  }),
  path: z.string().min(1).max(1000),
}

const filter = z
  .object({
    ...metric,
    run: runPosition,
    min: optional(number),
    max: optional(number),
    is: optional(z.array(z.union([z.boolean(), z.number(), z.string()])).max(100)),
    exists: optional(bool),
  })
  .meta({ id: 'RunRowFilter', description: 'Compares the mean of the repeats; all conditions must hold.' })

const sort = z
  .object({
    ...metric,
    run: runPosition,
    by: optional(z.enum(['value', 'difference'])),
    order: optional(z.enum(['ascending', 'descending'])),
  })
  .meta({ id: 'RunRowSort', description: 'A difference is relative to the first run.' })

const curve = z.object({ run_id: z.guid(), count: z.int(), values: z.array(z.number()) }).meta({
  id: 'RunRowCurve',
  description: 'All values, sorted, or 201 of them at even distances.',
})

const verdict = z.object({ evaluator: z.string(), path: z.string() }).meta({ id: 'VerdictName' })

const agreement = z
  .object({
    run_id: z.guid(),
    a: verdict,
    b: verdict,
    n: z.int(),
    both: z.int(),
    only_a: z.int(),
    only_b: z.int(),
    neither: z.int(),
    kappa: z.number().optional(),
  })
  .meta({ id: 'VerdictAgreement' })

/** Field errors for positions; the schema cannot check them. */
function refuseUnknownPositions(
  count: number,
  positions: readonly { readonly run: number | undefined; readonly loc: readonly (string | number)[] }[],
): void {
  const fieldErrors = positions.flatMap(({ run, loc }): readonly FieldError[] =>
    run === undefined || run < count
      ? []
      : [
          {
            type: 'value_error',
            loc: [...loc, 'run'],
            msg: `There are ${count} runs; the last position is ${count - 1}.`,
          },
        ],
  )
  if (fieldErrors.length > 0) throw new AssayError('validation_failed', fieldErrors)
}

const rowsRequest = z.object({
  ...runsToCompare,
  filters: optional(z.array(filter).max(20)),
  statuses: optional(listOf(z.enum(statuses))),
  differing: optional(bool).meta({
    description: 'Only rows where a run differs from the first: in the sort metric, or else in any metric.',
  }),
  sort: optional(sort),
  include: optional(z.array(z.enum(['plots', 'agreement'])).max(2)),
  windowing: optional(
    z.object({ limit: optional(int(0)), offset: optional(int(0)) }).meta({ id: 'OffsetWindowing' }),
  ),
})

const rowsAnswer = z.object({
  count: z.int(),
  total: z.int(),
  rows: z.array(comparedRow),
  plots: z
    .object({ distributions: z.array(curve), differences: z.array(curve) })
    .meta({ id: 'RunRowPlots' })
    .optional(),
  agreement: z.array(agreement).optional(),
})

export const runRowsRoute = ({ engine, snapshots, limits }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/rows',
    operationId: 'query_run_rows',
    examples: { body: { runs: [{ run_id: '01a1e3d2-cbae-7ec0-ae35-5a771de5bd37' }] } },
    sdkName: 'runs.queryRows',
    errors: ['not_found', ...pageCodes],
    summary: 'The rows of one run, or of several side by side, filtered and sorted by any metric.',
    description:
      'Metrics of an application are duration, errors, cost and tokens below `attributes.ag.metrics`. Rows without the sort metric come last. `plots` cover the sort metric over all rows.',
    refuses: 'A position must be within `runs`.',
    ...viewerAccess,
    body: rowsRequest,
    answer: rowsAnswer,
    handle: async ({ body }, { scope }) => {
      const filters: readonly RowFilter[] = body.filters ?? []
      refuseUnknownPositions(body.runs.length, [
        ...filters.map(({ run }, i) => ({ run, loc: ['body', 'filters', i] })),
        { run: body.sort?.run, loc: ['body', 'sort'] },
      ])
      const sorting: RowSort | undefined = body.sort && {
        ...body.sort,
        by: body.sort.by ?? 'value',
        order: body.sort.order ?? 'ascending',
      }
      const rowList = await listRows(
        { engine, scope },
        {
          ...runsToRead(snapshots, { scope, request: body }),
          filters,
          statuses: body.statuses ?? [],
          differing: body.differing ?? false,
          sort: sorting,
          include: new Set(body.include),
          offset: body.windowing?.offset ?? 0,
          limit: pageSize(body.windowing?.limit, limits),
        },
      )
      return untypedAnswer({ count: rowList.rows.length, ...rowList })
    },
  })
