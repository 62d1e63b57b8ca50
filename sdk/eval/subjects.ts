// Finds or creates the records of a run: the revision of the testset, the application of the task, and the evaluators.
// A local function becomes an evaluator with its name, so that its results can be compared across runs.
import type { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import { AssayError } from '../core/errors.ts'
import type { EvaluatorRevision, Reference } from '../generated/schemas.ts'

/** A slug, an id, or a revision. */
export type Subject =
  | string
  | {
      /** The id. */
      readonly id?: string
      /** The slug. */
      readonly slug?: string
    }
  | {
      /** The id of a revision. */
      readonly revisionId: string
    }

const isMissing = (error: unknown): boolean => error instanceof AssayError && error.status === 404
const isSlugConflict = (error: unknown): boolean =>
  error instanceof AssayError && error.code === 'slug_conflict'

/** The name of a missing record in an error message. */
const describe = (subject: Subject): string =>
  typeof subject === 'string' ? subject : JSON.stringify(subject)

const slugIn = (subject: Subject): string | undefined =>
  typeof subject === 'string' ? subject : 'slug' in subject ? subject.slug : undefined

function refsOf(
  kind: 'testset' | 'application' | 'evaluator',
  subject: Subject,
): Readonly<Record<string, Reference>> {
  if (typeof subject === 'object' && 'revisionId' in subject) {
    return { [`${kind}_revision_ref`]: { id: subject.revisionId } }
  }
  return { [`${kind}_ref`]: typeof subject === 'string' ? { slug: subject } : subject }
}

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Finds a record or creates it. Another program may create it concurrently. */
async function findOrCreate<T>(
  find: () => Promise<T | undefined>,
  create: () => Promise<unknown>,
): Promise<T> {
  const existing = await find()
  if (existing !== undefined) return existing
  await create().catch((error: unknown) => {
    if (!isSlugConflict(error)) throw error
  })
  const concurrentRecord = await find()
  if (concurrentRecord === undefined) throw new TypeError('The record that was just created cannot be found.')
  return concurrentRecord
}

export class Subjects {
  readonly #assay: Assay
  readonly #call: CallOptions

  constructor(assay: Assay, call: CallOptions) {
    this.#assay = assay
    this.#call = call
  }

  async testset(subject: Subject): Promise<string> {
    const request = { ...refsOf('testset', subject), include_testcases: false, include_testcase_ids: false }
    const response = await unlessMissing(this.#assay.testsets.retrieve(request, this.#call))
    const id = response?.testset_revision?.id
    if (id === undefined) throw new TypeError(`There is no testset ${describe(subject)}.`)
    return id
  }

  /** The revision with these rows; the testset is created if there is none with this slug. */
  async pushTestset(subject: Subject, rows: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
    const slug = slugIn(subject)
    if (slug === undefined) throw new TypeError(`Rows are stored under a slug; ${describe(subject)} is none.`)
    const testcases = rows.map((data) => ({ data }))
    const { revision } = await this.#assay.push('testset', { slug, data: { testcases }, options: this.#call })
    return revision.id
  }

  /** The newest revision of the application; the application is created if there is none with this slug. */
  async application(subject: Subject): Promise<string> {
    const revision = await findOrCreate(
      async () =>
        (await unlessMissing(this.#assay.applications.retrieve(refsOf('application', subject), this.#call)))
          ?.application_revision,
      () => this.#create('application', subject),
    )
    return revision.id
  }

  async evaluator(subject: Subject, options: { readonly create: boolean }): Promise<EvaluatorRevision> {
    const find = async () =>
      (await unlessMissing(this.#assay.evaluators.retrieve(refsOf('evaluator', subject), this.#call)))
        ?.evaluator_revision
    if (options.create) return findOrCreate(find, () => this.#create('evaluator', subject))
    const existing = await find()
    if (existing === undefined) throw new TypeError(`There is no evaluator ${describe(subject)}.`)
    return existing
  }

  async #create(kind: 'application' | 'evaluator', subject: Subject): Promise<unknown> {
    const slug = slugIn(subject)
    if (slug === undefined) throw new TypeError(`There is no ${kind} ${describe(subject)}.`)
    const record = { slug, name: slug, data: {} }
    return kind === 'application'
      ? this.#assay.simpleApplications.create({ application: record }, this.#call)
      : this.#assay.simpleEvaluators.create({ evaluator: record }, this.#call)
  }
}
