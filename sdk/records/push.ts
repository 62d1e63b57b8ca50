// sdk/records: methods of the client that use several operations.
// This file has upserts: it creates the record of a slug, or commits to it if its content has changed.
// Imports sdk/core and types of sdk/generated. Start here.
import type { CallOptions, Core } from '../core/core.ts'
import { AssayError } from '../core/errors.ts'
import type {
  ApplicationRevision,
  EvaluatorRevision,
  TestsetData,
  TestsetRevision,
  WorkflowData,
} from '../generated/schemas.ts'

interface PushedKinds {
  application: { readonly data: WorkflowData; readonly revision: ApplicationRevision }
  evaluator: { readonly data: WorkflowData; readonly revision: EvaluatorRevision }
  testset: { readonly data: TestsetData; readonly revision: TestsetRevision }
}

/** The kinds of records that `push` creates and changes. A prompt is the data of an application. */
export type PushedKind = keyof PushedKinds

/** The content of a slug. */
export interface PushInput<K extends PushedKind> {
  /** The name of the record in its project; it is created if it does not exist. */
  readonly slug: string
  /** The full content of the newest revision. */
  readonly data: PushedKinds[K]['data']
  /** The message of the new revision, if there is one. */
  readonly message?: string | undefined
  /** The display name of a new record; default: its slug. */
  readonly name?: string | undefined
  /** The options of the requests. */
  readonly options?: CallOptions | undefined
}

/** The newest revision after a push. */
export interface Pushed<K extends PushedKind> {
  /** The revision with the pushed content; a testset's is without its rows. */
  readonly revision: PushedKinds[K]['revision']
  /** False: the content was unchanged, and no revision was created. */
  readonly isNew: boolean
}

/** Answers about testsets omit the rows, which the caller has. */
const withoutRows = { include_testcases: false, include_testcase_ids: false }

type Answer<K extends PushedKind> = { readonly status?: 'committed' | 'no_change' } & {
  readonly [key in `${K}_revision`]?: PushedKinds[K]['revision']
}

/** Pushes content to a slug. Safe to repeat and to run several times at once: equal content is one revision. */
export async function push<K extends PushedKind>(
  core: Core,
  { kind, input }: { readonly kind: K; readonly input: PushInput<K> },
): Promise<Pushed<K>> {
  const { slug, data, message, name = slug, options } = input
  const key = `${kind}_revision` as const
  const send = (verb: 'retrieve' | 'commit', body: object): Promise<Answer<K>> =>
    core.json(`POST /api/${kind}s/revisions/${verb}`, {
      body: { ...body, ...(kind === 'testset' ? withoutRows : {}) },
      repeatable: true,
      options,
    })
  const head = async () => (await send('retrieve', { [`${kind}_ref`]: { slug } }))[key]
  const existing = await head()
  const conflict =
    existing === undefined
      ? await create(core, { kind, record: { slug, name, data, message }, options })
      : undefined
  const revision = existing ?? (await head())
  if (revision === undefined) throw conflict ?? new TypeError(`The ${kind} '${slug}' has no revision.`)
  if (existing === undefined && conflict === undefined) return { revision, isNew: true }
  const answer = await send('commit', {
    [key]: { [`${kind}_id`]: revision.artifact_id, data, message, if_changed: true },
  })
  return { revision: answer[key] ?? revision, isNew: answer.status === 'committed' }
}

/** Creates the record. Returns the error if another client created it first. */
async function create(
  core: Core,
  {
    kind,
    record,
    options,
  }: { readonly kind: PushedKind; readonly record: object; readonly options: CallOptions | undefined },
): Promise<AssayError | undefined> {
  try {
    await core.json(`POST /api/simple/${kind}s/`, { body: { [kind]: record }, options })
    return undefined
  } catch (error) {
    if (error instanceof AssayError && error.code === 'slug_conflict') return error
    throw error
  }
}
