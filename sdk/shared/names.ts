// sdk/shared: code that the command line, the pages and the tools for assistants share; it is not part of the package.
// This file finds revisions by name: `slug`, `slug@3`, `slug/variant`, `slug/variant@3`, or an id.
// Imports the client. Start here.
import type { Assay } from '../client.ts'
import type { JsonObject } from '../generated/schemas.ts'

/** The text is not a valid name. */
export class InvalidNameError extends Error {}

/** There is no record with this name. */
export class NotFoundError extends Error {}

export type Kind = 'application' | 'evaluator' | 'testset' | 'environment'

/** The common fields of revisions of all kinds. */
export interface Revision {
  readonly id: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: JsonObject
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly variant_id: string
  readonly variant_slug: string
}

export interface Name {
  readonly id?: string
  readonly slug?: string
  readonly variant?: string
  readonly version?: string
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const shape = /^([^/@\s]+)(?:\/([^/@\s]+))?(?:@v?(\d{1,9}))?$/

export function readName(text: string): Name {
  if (uuid.test(text)) return { id: text }
  const match = shape.exec(text)
  if (match === null) {
    throw new InvalidNameError(
      `'${text}' is not a name: write slug, slug@version, slug/variant, slug/variant@version or an id.`,
    )
  }
  const [, slug, variant, version] = match
  return {
    ...(slug === undefined ? {} : { slug }),
    ...(variant === undefined ? {} : { variant }),
    ...(version === undefined ? {} : { version }),
  }
}

type References = Readonly<
  Record<string, { readonly id?: string; readonly slug?: string; readonly version?: string }>
>

/** The possible references of a name; an id may be that of a revision, a variant or an artifact. */
export function referencesOf(kind: Kind, name: Name): readonly References[] {
  if (name.id !== undefined) {
    return [`${kind}_revision_ref`, `${kind}_ref`, `${kind}_variant_ref`].map((key) => ({
      [key]: { id: name.id ?? '' },
    }))
  }
  return [
    {
      [`${kind}_ref`]: { slug: name.slug ?? '' },
      ...(name.variant === undefined ? {} : { [`${kind}_variant_ref`]: { slug: name.variant } }),
      ...(name.version === undefined ? {} : { [`${kind}_revision_ref`]: { version: name.version } }),
    },
  ]
}

async function retrieveRevision(
  assay: Assay,
  { kind, references }: { readonly kind: Kind; readonly references: References },
): Promise<Revision | undefined> {
  switch (kind) {
    case 'application':
      return (await assay.applications.retrieve(references)).application_revision
    case 'evaluator':
      return (await assay.evaluators.retrieve(references)).evaluator_revision
    case 'environment':
      return (await assay.environments.retrieve(references)).environment_revision
    case 'testset':
      // Rows are fetched only where they are needed.
      return (
        await assay.testsets.retrieve({
          ...references,
          include_testcases: false,
          include_testcase_ids: false,
        })
      ).testset_revision
  }
}

export async function findRevision(
  assay: Assay,
  { kind, text }: { readonly kind: Kind; readonly text: string },
): Promise<Revision | undefined> {
  for (const references of referencesOf(kind, readName(text))) {
    const revision = await retrieveRevision(assay, { kind, references })
    if (revision !== undefined) return revision
  }
  return undefined
}

export async function requireRevision(
  assay: Assay,
  { kind, text }: { readonly kind: Kind; readonly text: string },
): Promise<Revision> {
  const revision = await findRevision(assay, { kind, text })
  if (revision === undefined) throw new NotFoundError(`There is no ${kind} '${text}' in this project.`)
  return revision
}

/** `slug@3`, or `slug/variant@3` for a named variant. The default variant has a slug of twelve hex digits. */
export const revisionName = ({ artifact_slug, variant_slug, version }: Revision): string =>
  `${artifact_slug}${/^[0-9a-f]{12}$/.test(variant_slug) ? '' : `/${variant_slug}`}@${version}`
