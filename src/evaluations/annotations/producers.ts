// What produced a trace: the evaluator of a judgement, the application of an invocation. A reference to it is completed
// from version control; one that is unknown by its slug can be made on the fly, so that feedback needs no preparation.
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { Engine } from '../../versioning/engine.ts'
import type { Kind } from '../../versioning/kinds.ts'
import {
  artifactReference,
  named,
  referencesOf,
  type Reference,
  type References,
} from '../../versioning/references/references.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import { createSimple } from '../../versioning/simple.ts'

/** References by key, as a trace carries them. */
export type TraceReferences = Readonly<Record<string, Reference>>

export interface Producer {
  /** With the three references of the producer completed, where it is known. */
  readonly references: TraceReferences
  /** The revision that the references name: the one given, else the newest. */
  readonly revision: Revision | undefined
}

export interface ProducerQuestion {
  readonly engine: Engine
  readonly scope: Scope
  readonly kind: Kind
  readonly references: TraceReferences
  /** The payload of one that is made because its slug is unknown; undefined: none is made. */
  readonly make: { readonly data: JsonObject | undefined } | undefined
}

/** The references of the kind as far as they can name something: a version alone cannot. */
const targetOf = (kind: Kind, references: TraceReferences): References => ({
  artifact: named(references[kind.name]),
  variant: named(references[`${kind.name}_variant`]),
  revision: references[`${kind.name}_revision`],
})

/** Contradicting references are refused; unknown ones stay as given. */
export async function producerOf(question: ProducerQuestion): Promise<Producer> {
  const { scope, kind, references } = question
  const target = targetOf(kind, references)
  const isNamed = Boolean(target.artifact ?? target.variant ?? named(target.revision))
  if (!isNamed) return { references, revision: undefined }
  const where = { reads: scope.store.read, projectId: scope.projectId, kind }
  const found = await resolveReference(where, target, 'annotate')
  if (found !== undefined) return completed(question, found.revision)
  if (target.artifact === undefined) return { references, revision: undefined }
  const { id, slug } = target.artifact
  const artifact = await scope.store.read.artifact(
    scope.projectId,
    kind.family,
    id === undefined ? { slug } : { id },
  )
  if (artifact !== undefined) {
    // It may have come, with its revisions, between the two reads.
    const meanwhile = await resolveReference(where, target, 'annotate')
    if (meanwhile !== undefined) return completed(question, meanwhile.revision)
    return { references: { ...references, [kind.name]: artifactReference(artifact) }, revision: undefined }
  }
  if (question.make === undefined || slug === undefined || id !== undefined) {
    return { references, revision: undefined }
  }
  return completed(question, await made(question, slug))
}

const completed = ({ kind, references }: ProducerQuestion, revision: Revision | undefined): Producer => ({
  references: revision === undefined ? references : { ...references, ...referencesOf(kind, revision) },
  revision,
})

/** Of several that make the same slug at once, one wins and all refer to it. */
async function made(question: ProducerQuestion, slug: string): Promise<Revision | undefined> {
  const { engine, scope, kind, make } = question
  const { projectId, store } = scope
  try {
    const { revision } = await createSimple(engine, scope, kind, {
      id: undefined,
      header: { slug, name: slug },
      data: make?.data,
      message: undefined,
      loc: ['body'],
    })
    return revision
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'slug_conflict') throw error
    // In a transaction, because it waits for that of the winner, which may not be over yet.
    const winner = await store.write((tx) =>
      resolveReference({ reads: tx, projectId, kind }, { artifact: { slug } }, 'annotate'),
    )
    return winner?.revision
  }
}

/** The schema of the outputs of a revision, its own or that of the built-in it names. */
export async function outputsSchema(
  { engine, scope }: Pick<ProducerQuestion, 'engine' | 'scope'>,
  revision: Revision,
): Promise<JsonObject | undefined> {
  const view = { publicUrl: '', includeTestcases: false, includeTestcaseIds: false }
  const source = { reads: scope.store.read, projectId: scope.projectId }
  const { data } = await engine.payloads[revision.family].shown(revision, view, source)
  const schemas = data?.['schemas']
  const outputs = isJsonObject(schemas) ? schemas['outputs'] : undefined
  return isJsonObject(outputs) ? outputs : undefined
}
