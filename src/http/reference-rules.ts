// Rules that stand between the members of a request, for the OpenAPI document: what is asked of several of them together is
// said as what they may never be. Generators of types pass over `not`, so that types stay plain; whoever makes or checks
// requests by the document sees that they would be refused. The rules themselves are kept where the members are read.
import type { JsonObject } from '../kernel/json/value.ts'

const nothing: JsonObject = { type: 'null' }
const something: JsonObject = { not: nothing }

/** Conditions on references, which stand among the components. */
export const referenceConditions: { readonly [name: string]: JsonObject } = {
  NoReference: {
    description: 'A reference that is not given: null, or without members.',
    anyOf: [nothing, { type: 'object', properties: { id: nothing, slug: nothing, version: nothing } }],
  },
  NoName: {
    description: 'A reference without id and slug.',
    anyOf: [nothing, { type: 'object', properties: { id: nothing, slug: nothing } }],
  },
  OnlyVersion: {
    description: 'A reference that has a version and nothing else.',
    type: 'object',
    required: ['version'],
    properties: { id: nothing, slug: nothing, version: something },
  },
}

export const component = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

type Members = { readonly [name: string]: JsonObject }

/** All of these members, as far as they are there, are so. */
const where = (members: Members, required: readonly string[] = [], more: JsonObject = {}): JsonObject => ({
  ...(Object.keys(members).length === 0 ? {} : { properties: members }),
  ...more,
  ...(required.length === 0 ? {} : { required }),
})

/** Several members that are alike, said once. */
const all = (names: readonly string[], schema: JsonObject): JsonObject => ({
  patternProperties: { [`^(${names.join('|')})$`]: schema },
})

/** None of these members is there, or all are null. */
export const noneGiven = (names: readonly string[]): JsonObject => where({}, [], all(names, nothing))

/** All of these members are there. */
export const together = (names: readonly string[]): JsonObject => where({}, names, all(names, something))

/** None of these references names anything. */
export const noneNamed = (names: readonly string[]): JsonObject =>
  where({}, [], all(names, component('NoReference')))

/** The keyword that refuses each of these. */
export const never = (...rules: readonly JsonObject[]): { readonly not: JsonObject } => ({
  not: rules.length === 1 && rules[0] !== undefined ? rules[0] : { anyOf: rules },
})

/** The names of the references to one thing, most general first. */
export interface ReferenceNames {
  readonly artifact: string
  readonly variant: string
  readonly revision: string
}

export const referenceNames = (word: string): ReferenceNames => ({
  artifact: `${word}_ref`,
  variant: `${word}_variant_ref`,
  revision: `${word}_revision_ref`,
})

const namesOf = ({ artifact, variant, revision }: ReferenceNames): readonly string[] => [
  artifact,
  variant,
  revision,
]

function versionsAlone(own: ReferenceNames, beside: readonly string[] = []): readonly JsonObject[] {
  const { artifact, variant, revision } = own
  const only = component('OnlyVersion')
  const none = component('NoReference')
  return [
    where({ [variant]: only, [revision]: component('NoName') }, [variant]),
    where({ [revision]: only, [variant]: none, [artifact]: component('NoName') }, [revision]),
    where({ [artifact]: only }, [artifact], all([variant, revision, ...beside], none)),
  ]
}

const environments = referenceNames('environment')
const baseEnvironments = referenceNames('base_environment')

/** What references to environments may not be: a dozen requests have them beside their own. */
export const environmentConditions: { readonly [name: string]: JsonObject } = {
  UnfitEnvironment: { description: 'A version of no environment.', anyOf: versionsAlone(environments) },
  UnfitBaseEnvironment: {
    description: 'A version of no environment.',
    anyOf: versionsAlone(baseEnvironments),
  },
}

/** A version without anything that says of what: such references find nothing. */
export function onlyVersions(own: ReferenceNames, beside: readonly string[] = []): readonly JsonObject[] {
  if (own.artifact === environments.artifact) return [component('UnfitEnvironment')]
  if (own.artifact === baseEnvironments.artifact) return [component('UnfitBaseEnvironment')]
  return versionsAlone(own, beside)
}

/** References without any name, and such that find nothing: see resolve-reference.ts. */
export interface TargetRules {
  readonly none: JsonObject
  readonly unfit: readonly JsonObject[]
}

export function noTarget(
  own: ReferenceNames,
  through?: { readonly environment: ReferenceNames; readonly key: string },
): TargetRules {
  if (through === undefined) return { none: noneNamed(namesOf(own)), unfit: onlyVersions(own) }
  const besides = namesOf(through.environment)
  const none = component('NoReference')
  const others = [own.variant, own.revision, ...besides]
  return {
    none: noneNamed([...namesOf(own), ...besides]),
    unfit: [
      where({ [through.key]: something }, [through.key], all(others, none)),
      ...onlyVersions(own, besides),
      ...onlyVersions(through.environment),
    ],
  }
}
