// The producer of a trace: the evaluator of an annotation, the application of an invocation. Its references are
// completed from version control. A producer with an unknown slug can be created on the fly, so that feedback needs no
// setup.
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { Engine } from '../../versioning/engine.ts'
import type { Kind } from '../../versioning/kinds.ts'
import {
  artifactReference,
  referenceWithIdOrSlug,
  referencesOf,
  type Reference,
  type References,
} from '../../versioning/references/references.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import { revisionData } from '../../versioning/payload.ts'
import { createSimple } from '../../versioning/simple.ts'

/** References by key, as stored in a trace. */
export type TraceReferences = Readonly<Record<string, Reference>>

export interface Producer {
  /** With the three references of the producer completed, if it is known. */
  readonly references: TraceReferences
  /** The referenced revision, or else the newest. */
  readonly revision: Revision | undefined
}

export interface ProducerQuery {
  readonly engine: Engine
  readonly scope: Scope
  readonly kind: Kind
  readonly references: TraceReferences
  /** The payload of a producer that is created because its slug is unknown; undefined: do not create one. */
  readonly create: { readonly data: JsonObject | undefined } | undefined
}

/** The references of the kind that can identify a record: a version alone cannot. */
const targetOf = (kind: Kind, references: TraceReferences): References => ({
  artifact: referenceWithIdOrSlug(references[kind.name]),
  variant: referenceWithIdOrSlug(references[`${kind.name}_variant`]),
  revision: references[`${kind.name}_revision`],
})

/** Contradicting references are refused; unknown ones stay as sent. */
export async function producerOf(query: ProducerQuery): Promise<Producer> {
  const { scope, kind, references } = query
  const target = targetOf(kind, references)
  const isNamed = Boolean(target.artifact ?? target.variant ?? referenceWithIdOrSlug(target.revision))
  if (!isNamed) return { references, revision: undefined }
  const source = { reads: scope.store.read, projectId: scope.projectId, kind }
  const resolution = await resolveReference(source, { target, verb: 'annotate' })
  if (resolution !== undefined) return completeReferences(query, resolution.revision)
  if (target.artifact === undefined) return { references, revision: undefined }
  const { id, slug } = target.artifact
  const artifact = await scope.store.read.artifact(
    scope.projectId,
    kind.family,
    id === undefined ? { slug } : { id },
  )
  if (artifact !== undefined) {
    // Another request may have created it, with its revisions, between the two reads.
    const concurrentProducer = await resolveReference(source, { target, verb: 'annotate' })
    if (concurrentProducer !== undefined) return completeReferences(query, concurrentProducer.revision)
    return { references: { ...references, [kind.name]: artifactReference(artifact) }, revision: undefined }
  }
  if (query.create === undefined || slug === undefined || id !== undefined) {
    return { references, revision: undefined }
  }
  return completeReferences(query, await createProducer(query, slug))
}

const completeReferences = (
  { kind, references }: ProducerQuery,
  revision: Revision | undefined,
): Producer => ({
  references: revision === undefined ? references : { ...references, ...referencesOf(kind, revision) },
  revision,
})

/** If several requests create the same slug at once, one wins and all reference it. */
async function createProducer(query: ProducerQuery, slug: string): Promise<Revision | undefined> {
  const { engine, scope, kind, create } = query
  const { projectId, store } = scope
  try {
    const { revision } = await createSimple(
      { engine, scope, kind },
      {
        id: undefined,
        header: { slug, name: slug },
        data: create?.data,
        message: undefined,
        loc: ['body'],
      },
    )
    return revision
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'slug_conflict') throw error
    // In a transaction, because it waits for the winner's transaction, which may still be open.
    const winner = await store.write((tx) =>
      resolveReference({ reads: tx, projectId, kind }, { target: { artifact: { slug } }, verb: 'annotate' }),
    )
    return winner?.revision
  }
}

/** The outputs schema of a revision: its own, or that of its built-in. */
export async function outputsSchema(
  { engine, scope }: Pick<ProducerQuery, 'engine' | 'scope'>,
  revision: Revision,
): Promise<JsonObject | undefined> {
  const { schemas } = await revisionData({ engine, scope }, revision)
  const outputs = isJsonObject(schemas) ? schemas['outputs'] : undefined
  return isJsonObject(outputs) ? outputs : undefined
}
