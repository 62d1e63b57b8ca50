// The route that appends rows of one testset to another.
import { z } from 'zod'
import { transferRows } from '../../testsets/transfer.ts'
import { notFound } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import { fetchSimple } from '../../versioning/simple.ts'
import { bool, optional, uuid } from '../../kernel/validation.ts'
import { singleWith } from '../record-fields.ts'
import { schemasOf, wireSimple } from '../records.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams, message, optionalReference } from '../field-schemas.ts'
import { payloadContext } from '../versioning/context.ts'
import { rowView } from '../versioning/records.ts'
import type { TestsetRoutesContext } from './context.ts'
import { rowCodes } from '../codes.ts'

const kind = kinds.testset

const transferBody = z.object({
  source: z
    .object({
      testset_ref: optionalReference,
      testset_variant_ref: optionalReference,
      testset_revision_ref: optionalReference,
    })
    .meta({ id: 'TransferSource' }),
  testcase_ids: optional(z.array(uuid)),
  skip_existing: optional(bool),
  message: optional(message),
  ...rowView,
})

export const transferRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/simple/testsets/{id}/transfer',
    operationId: 'transfer_simple_testset_rows',
    examples: { body: { source: { testset_revision_ref: { id: '01a1e262-b063-7ed9-b7ff-fe5663e79942' } } } },
    sdkName: 'simpleTestsets.transfer',
    errors: rowCodes,
    summary: 'Append rows of another testset, as one new revision.',
    access: 'editor',
    writes: true,
    params: idParams,
    body: transferBody,
    answer: singleWith('testset', {
      record: schemasOf.testset.simple,
      extra: { transferred: z.int(), skipped: z.int() },
    }),
    handle: async ({ params, body, publicUrl }, { scope }) => {
      const kindScope = { reads: scope.store.read, projectId: scope.projectId, kind }
      const references = {
        artifact: body.source.testset_ref,
        variant: body.source.testset_variant_ref,
        revision: body.source.testset_revision_ref,
      }
      const source = await resolveReference(kindScope, { target: references, verb: 'transfer' })
      if (source === undefined) throw notFound(kind, 'revision')
      const transfer = await transferRows(context.engine, {
        settings: context.testsets,
        scope,
        targetId: params.id,
        source: source.revision,
        testcaseIds: body.testcase_ids,
        skipExisting: body.skip_existing ?? true,
        message: body.message,
      })
      const record = await fetchSimple({ scope, kind }, params.id)
      if (record === undefined) throw notFound(kind, 'artifact')
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      return { count: 1, testset: await wireSimple(viewContext, { kind, record }), ...transfer }
    },
  })
