// References in requests that identify one revision: their fields, how they are read, and their rules.
import { z } from 'zod'
import { ownMember } from '../../kernel/own.ts'
import { optional } from '../../kernel/validation.ts'
import type { Scope } from '../../access/scope.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import type { Reference, References, Target } from '../../versioning/references/references.ts'
import { entryRule, referenceRule } from '../stated-rules.ts'
import { optionalReference } from '../field-schemas.ts'
import type { Sent } from './context.ts'

const ownRefs = (kind: Kind, prefix = '') => ({
  [`${prefix}${kind.name}_ref`]: optionalReference,
  [`${prefix}${kind.name}_variant_ref`]: optionalReference,
  [`${prefix}${kind.name}_revision_ref`]: optionalReference,
})

/** The references of a retrieve: those of the kind, and for deployable kinds those of an environment with a key. */
export const targetFields = (kind: Kind, prefix = '') => ({
  ...ownRefs(kind, prefix),
  ...(kind.deployable
    ? { ...ownRefs(kinds.environment, prefix), [`${prefix}key`]: optional(z.string()) }
    : {}),
})

/** The rules for these references as sentences, for the document. */
export const targetRules = (kind: Kind): readonly string[] =>
  kind.deployable ? [referenceRule, entryRule] : [referenceRule]

/** Reads the references of a kind from a body. Member names are computed once, not per request. */
function refsReader(kind: Kind, prefix: string): (body: Sent) => References {
  const name = `${prefix}${kind.name}`
  const names = { artifact: `${name}_ref`, variant: `${name}_variant_ref`, revision: `${name}_revision_ref` }
  return (body) => ({
    artifact: ownMember(body, names.artifact) as Reference | undefined,
    variant: ownMember(body, names.variant) as Reference | undefined,
    revision: ownMember(body, names.revision) as Reference | undefined,
  })
}

const hasReference = ({ artifact, variant, revision }: References): boolean =>
  artifact !== undefined || variant !== undefined || revision !== undefined

export const hasTargetReference = (target: Target): boolean =>
  hasReference(target) || target.environment !== undefined || target.key !== undefined

export function targetReader(kind: Kind, prefix = ''): (body: Sent) => Target {
  const ownIn = refsReader(kind, prefix)
  if (!kind.deployable) return ownIn
  const environmentIn = refsReader(kinds.environment, prefix)
  const keyName = `${prefix}key`
  return (body) => {
    const environment = environmentIn(body)
    return {
      ...ownIn(body),
      environment: hasReference(environment) ? environment : undefined,
      key: ownMember(body, keyName) as string | undefined,
    }
  }
}

export const whereOf = (scope: Scope, kind: Kind) => ({
  reads: scope.store.read,
  projectId: scope.projectId,
  kind,
})
