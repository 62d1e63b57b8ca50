// The six kinds for tests: their names, and two payloads each.
import { kinds, type KindName } from '../../src/versioning/kinds.ts'
import type { Api, Body } from './api.ts'
import { anId, aTime, revisionFlags, roleFlags } from './scenarios.ts'

const workflowPayloads = [{ parameters: { tone: 'calm' } }, { parameters: { tone: 'warm', n: 1 } }] as const

const payloads: Readonly<Record<KindName, readonly [object, object]>> = {
  workflow: workflowPayloads,
  application: workflowPayloads,
  evaluator: workflowPayloads,
  testset: [{ testcases: [{ data: { a: 1 } }] }, { testcases: [{ data: { a: 2 } }] }],
  query: [{ windowing: { limit: 5 } }, { windowing: { limit: 6 } }],
  environment: [
    { references: {} },
    { references: { 'none.revision': { application_revision: { slug: 'none' } } } },
  ],
}

const roleOf = { workflow: undefined, application: 'is_application', evaluator: 'is_evaluator' } as const

/** The flags of records that were created without flags, or undefined for kinds without flags. */
function visibleFlags(name: KindName) {
  if (name === 'workflow' || name === 'application' || name === 'evaluator') {
    const role = roleOf[name]
    return { artifact: roleFlags(role), variant: roleFlags(role), revision: revisionFlags(role) }
  }
  return {
    artifact: name === 'environment' ? { is_guarded: false } : undefined,
    variant: undefined,
    revision: undefined,
  }
}

export const kindRows = Object.values(kinds).map(({ name, plural, label, family }) => ({
  name,
  plural,
  label,
  family,
  payloads: payloads[name],
  /** False for testsets: the server adds ids to their payload, which other tests compare. */
  isReturnedAsSent: name !== 'testset',
  flags: visibleFlags(name),
  /** The names of the parent fields beside the generic ones. */
  words: name === 'application' || name === 'evaluator' ? [name, 'workflow'] : [name],
}))
export type KindRow = (typeof kindRows)[number]

const omitUndefined = (fields: { readonly [key: string]: unknown }): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The members that the server adds to a new record of any level. */
export const freshRecord = (
  kind: KindRow,
  level: 'artifact' | 'variant' | 'revision',
  slug: unknown,
): object =>
  omitUndefined({ id: anId, slug, flags: kind.flags[level], created_at: aTime, created_by_id: anId })

interface IdAndSlug {
  readonly id: string
  readonly slug: string
}

export const artifactParents = ({ words }: KindRow, { id, slug }: IdAndSlug): object => ({
  artifact_id: id,
  artifact_slug: slug,
  ...Object.fromEntries(
    words.flatMap((word) => [
      [`${word}_id`, id],
      [`${word}_slug`, slug],
    ]),
  ),
})

export const variantParents = ({ words }: KindRow, { id, slug }: IdAndSlug): object => ({
  variant_id: id,
  variant_slug: slug,
  ...Object.fromEntries(
    words.flatMap((word) => [
      [`${word}_variant_id`, id],
      [`${word}_variant_slug`, slug],
    ]),
  ),
})

export interface NewVariant {
  readonly artifact: Body
  readonly variant: Body
}

/** An artifact with one variant and no revision. */
export async function makeVariant(
  api: Api,
  kind: KindRow,
  slug: string,
  overrides: object = {},
): Promise<NewVariant> {
  const { name, plural } = kind
  const artifact = (await api.post(`/${plural}/`, { [name]: { slug, ...overrides } })).body[name]
  const variant = await api.post(`/${plural}/variants/`, {
    [`${name}_variant`]: { slug: `${slug}.main`, [`${name}_id`]: artifact.id },
  })
  return { artifact, variant: variant.body[`${name}_variant`] }
}

/** Commits to a variant and returns the revision. */
export async function commitTo(api: Api, kind: KindRow, variantId: string, fields: object): Promise<Body> {
  const { body } = await api.post(`/${kind.plural}/revisions/commit`, {
    [`${kind.name}_revision`]: { [`${kind.name}_variant_id`]: variantId, ...fields },
  })
  return body[`${kind.name}_revision`] ?? body
}

export const kindNamed = (name: KindName): KindRow => {
  const row = kindRows.find((kind) => kind.name === name)
  if (row === undefined) throw new Error(`there is no kind ${name}`)
  return row
}
