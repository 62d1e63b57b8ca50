// Routes of testcases, by id and by query.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import {
  testcaseHistory,
  testcasesById,
  testcasesByIdPage,
  testcasesOfRevision,
  type TestcaseSelection,
  type TestcasePage,
} from '../../testsets/reading/testcases.ts'
import { kinds } from '../../versioning/kinds.ts'
import { referenceWithIdOrSlug, type Reference } from '../../versioning/references/references.ts'
import { refuseContradiction, resolveReference } from '../../versioning/references/resolve-reference.ts'
import { bool, optional, parse, documentedAs, uuid } from '../../kernel/validation.ts'
import { list, single } from '../record-fields.ts'
import { referenceRule, someOf, stated } from '../stated-rules.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams, listOf, optionalReference } from '../field-schemas.ts'
import { emptyAnswer } from '../versioning/context.ts'
import { rowWindowing } from './context.ts'
import { pageCodes, referenceCodes } from '../codes.ts'

const freeObject = z.record(z.string(), z.unknown())
const testcase = withExample(
  z
    .looseObject({
      id: z.guid(),
      testset_id: z.guid(),
      set_id: z.guid(),
      data: freeObject,
      flags: freeObject.optional(),
      tags: freeObject.optional(),
      meta: freeObject.optional(),
      created_at: z.string(),
      created_by_id: z.guid(),
    })
    .meta({ id: 'Testcase' }),
  {
    id: '67e7b3ff-cc2c-5f0d-829e-56e25fc3f074',
    testset_id: '01a1e265-8925-7e72-a619-fc0c94aa57e6',
    set_id: '01a1e265-8925-7e72-a619-fc0c94aa57e6',
    data: { n: 3, testcase_dedup_id: '7dfadf4abca7' },
    created_at: '2026-11-16T03:27:47.570603Z',
    created_by_id: '01a1e265-842b-7cbc-9ec1-18bd9807009e',
  },
)

const sourceOf = (scope: Scope) => ({ reads: scope.store.read, projectId: scope.projectId })

/** On these routes the testset id has a second name. */
function withTestsetIdAlias(wireTestcase: JsonObject): JsonObject {
  const { id, testset_id: testsetId, ...rest } = wireTestcase
  return { id: id ?? null, testset_id: testsetId ?? null, set_id: testsetId ?? null, ...rest }
}

const fetchRoute = projectRoute({
  method: 'GET',
  path: '/testcases/{id}',
  operationId: 'fetch_testcase',
  sdkName: 'testcases.fetch',
  summary: 'Fetch one testcase, even if its revisions are archived.',
  access: 'viewer',
  params: idParams,
  answer: single('testcase', testcase),
  handle: async ({ params }, { scope }) => {
    const [row] = await testcasesById(sourceOf(scope), [params.id])
    return row === undefined ? emptyAnswer : { count: 1, testcase: withTestsetIdAlias(row) }
  },
})

const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

const idsParameter = optional(documentedAs(z.union([z.string(), z.array(z.string())]), z.array(uuid)))

const fetchManyRoute = projectRoute({
  method: 'GET',
  path: '/testcases/',
  operationId: 'fetch_testcases',
  sdkName: 'testcases.fetchMany',
  errors: ['reference_required'],
  summary: 'Fetch testcases by id, in the requested order.',
  access: 'viewer',
  query: z.object({ testcase_id: idsParameter, testcase_ids: idsParameter }),
  answer: list('testcases', testcase),
  handle: async ({ query }, { scope }) => {
    const texts = [
      ...asList(query.testcase_id),
      ...asList(query.testcase_ids).flatMap((text) => text.split(',').filter((part) => part.trim() !== '')),
    ]
    if (texts.length === 0) {
      throw new AssayError('reference_required', 'At least one testcase_id query parameter is required.')
    }
    const ids = parse(
      z.array(uuid),
      texts.map((text) => text.trim()),
      ['query', 'testcase_id'],
    )
    const testcases = (await testcasesById(sourceOf(scope), ids)).map(withTestsetIdAlias)
    return { count: testcases.length, testcases }
  },
})

const queryBody = z
  .object({
    testcase_ids: optional(listOf(uuid)),
    testset_id: optional(uuid),
    testset_ref: optionalReference,
    testset_variant_ref: optionalReference,
    testset_revision_ref: optionalReference,
    include_history: optional(bool),
    windowing: optional(rowWindowing),
  })
  .meta(stated(someOf(['testcase_ids', 'testset_id', 'a reference']), referenceRule))
type Query = z.output<typeof queryBody>

const emptyPage: TestcasePage = { testcases: [], windowing: undefined }

/** `testset_id` is a reference by id; together with `testset_ref` it must identify the same testset. */
function testsetOf({ testset_id: id, testset_ref: ref }: Query): Reference | undefined {
  if (id === undefined) return ref
  if (ref?.id !== undefined && ref.id !== id) {
    throw new AssayError('reference_mismatch', `testset_id='${id}' does not match testset_ref.id='${ref.id}'`)
  }
  return { ...ref, id }
}

async function historyOf(
  scope: Scope,
  { ref, options }: { readonly ref: Reference; readonly options: TestcaseSelection },
): Promise<TestcasePage> {
  const key = ref.id === undefined ? { slug: ref.slug } : { id: ref.id }
  const testset = await scope.store.read.artifact(scope.projectId, kinds.testset.family, key)
  if (testset === undefined) return emptyPage
  refuseContradiction('testset_ref', { ref: { id: ref.id, slug: ref.slug }, record: testset })
  return testcaseHistory(sourceOf(scope), { testsetId: testset.id, ...options })
}

async function queryTestcases(scope: Scope, query: Query): Promise<TestcasePage> {
  const source = sourceOf(scope)
  const windowing = query.windowing ?? {}
  const { testcase_ids: ids } = query
  const testset = testsetOf(query)
  const references = {
    artifact: testset,
    variant: query.testset_variant_ref,
    revision: query.testset_revision_ref,
  }
  const isNarrower = references.variant !== undefined || references.revision !== undefined
  const fullTestset =
    query.include_history === true && !isNarrower ? referenceWithIdOrSlug(testset) : undefined
  if (fullTestset !== undefined) return historyOf(scope, { ref: fullTestset, options: { ids, windowing } })
  if (Object.values(references).some((reference) => reference !== undefined)) {
    const resolution = await resolveReference(
      { ...source, kind: kinds.testset },
      { target: references, verb: 'query' },
    )
    return resolution === undefined
      ? emptyPage
      : testcasesOfRevision(source, { revision: resolution.revision, ids, windowing })
  }
  if (ids !== undefined) return testcasesByIdPage(source, { ids, windowing })
  throw new AssayError(
    'reference_required',
    'Send testcase_ids, testset_id, or a reference to a testset, variant or revision.',
  )
}

const queryRoute = projectRoute({
  method: 'POST',
  path: '/testcases/query',
  operationId: 'query_testcases',
  examples: { body: { testset_revision_ref: { id: '01a1e265-8973-7c87-9e4e-973c8c60acd8' } } },
  sdkName: 'testcases.query',
  errors: [...referenceCodes, ...pageCodes],
  summary: 'List testcases: of a revision in order, of the full history of a testset, or by id.',
  access: 'viewer',
  body: queryBody,
  bodyOptional: true,
  answer: list('testcases', testcase).extend({
    total: z.int().optional().meta({ description: 'Rows of the revision; with windowing.offset only.' }),
  }),
  handle: async ({ body }, { scope }) => {
    const { testcases, windowing, total } = await queryTestcases(scope, body)
    return {
      count: testcases.length,
      testcases: testcases.map(withTestsetIdAlias),
      // Requests without a position read until the last page and need no total.
      ...(body.windowing?.offset === undefined || total === undefined ? {} : { total }),
      ...(windowing === undefined ? {} : { windowing: { ...windowing } }),
    }
  },
})

export const testcaseRoutes: readonly Route[] = [fetchManyRoute, queryRoute, fetchRoute]
