// References in requests that identify one revision: their fields, how they are read, and their rules.
import { ownMember } from '../../kernel/own.ts'
import { parsedBy, optional, textOf } from '../../kernel/validation.ts'
import type { Scope } from '../../access/scope.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import type { References, Target } from '../../versioning/references/references.ts'
import { entryRule, referenceRule } from '../stated-rules.ts'
import { entryKeyCharactersMax, optionalReference } from '../field-schemas.ts'
import { exampleVariantSlug } from '../record-examples.ts'
import type { SentBody } from './context.ts'

const entryKeyField = optional(textOf(entryKeyCharactersMax))

const ownRefs = (kind: Kind, prefix = '') => ({
  [`${prefix}${kind.name}_ref`]: optionalReference,
  [`${prefix}${kind.name}_variant_ref`]: optionalReference,
  [`${prefix}${kind.name}_revision_ref`]: optionalReference,
})

/** The references of a retrieve: those of the kind, and for deployable kinds those of an environment with a key. */
export const targetFields = (kind: Kind, prefix = '') => ({
  ...ownRefs(kind, prefix),
  ...(kind.isDeployable ? { ...ownRefs(kinds.environment, prefix), [`${prefix}key`]: entryKeyField } : {}),
})

export const exampleTarget = (kind: Kind, prefix = '') => ({
  [`${prefix}${kind.name}_variant_ref`]: { slug: exampleVariantSlug(kind) },
})

/** The rules for these references as sentences, for the document. */
export const targetRules = (kind: Kind): readonly string[] =>
  kind.isDeployable ? [referenceRule, entryRule] : [referenceRule]

/** Reads the references of a kind from a body. Member names are computed once, not per request. */
export function refsReader(kind: Kind, prefix = ''): (body: SentBody) => References {
  const name = `${prefix}${kind.name}`
  const names = { artifact: `${name}_ref`, variant: `${name}_variant_ref`, revision: `${name}_revision_ref` }
  return (body) => ({
    artifact: parsedBy(optionalReference, ownMember(body, names.artifact)),
    variant: parsedBy(optionalReference, ownMember(body, names.variant)),
    revision: parsedBy(optionalReference, ownMember(body, names.revision)),
  })
}

const hasReference = ({ artifact, variant, revision }: References): boolean =>
  artifact !== undefined || variant !== undefined || revision !== undefined

export const hasTargetReference = (target: Target): boolean =>
  hasReference(target) || target.environment !== undefined || target.key !== undefined

export function targetReader(kind: Kind, prefix = ''): (body: SentBody) => Target {
  const readOwnReferences = refsReader(kind, prefix)
  if (!kind.isDeployable) return readOwnReferences
  const readEnvironment = refsReader(kinds.environment, prefix)
  const keyName = `${prefix}key`
  return (body) => {
    const environment = readEnvironment(body)
    return {
      ...readOwnReferences(body),
      environment: hasReference(environment) ? environment : undefined,
      key: parsedBy(entryKeyField, ownMember(body, keyName)),
    }
  }
}

export const kindScopeOf = (scope: Scope, kind: Kind) => ({
  reads: scope.store.read,
  projectId: scope.projectId,
  kind,
})
