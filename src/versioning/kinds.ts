// The engine of versioned records: artifact = repository, variant = branch, revision = commit.
// This folder may import storage/contract/contract.ts and the kernel. Start with this table; each verb has its own file
// (create, edit, archive, commit, fork, retrieve, log, query, diff, deploy, simple), resolve-reference.ts is the one
// place that reads references, payload.ts says what a family may decide about its payloads. What differs between
// kinds stands in this table and in the payload rules: a kind never appears as an `if` in the engine.
import type { Artifact, ArtifactAbove, Family, Flags, Level, Revision } from '../storage/contract/contract.ts'
import { ownMember } from '../kernel/own.ts'

export const roleBits = { is_application: 1, is_evaluator: 2, is_snippet: 4 } as const
export type RoleFlag = keyof typeof roleBits

export type KindName = 'workflow' | 'application' | 'evaluator' | 'testset' | 'query' | 'environment'

export interface Kind {
  readonly name: KindName
  readonly plural: string
  /** How sentences call it. */
  readonly label: string
  readonly family: Family
  /** The role that this kind's prefix gives and lists; undefined: the whole family. */
  readonly role: RoleFlag | undefined
  /** Revisions can be put under a key of an environment. */
  readonly deployable: boolean
  /** Data may embed other revisions. */
  readonly embeds: boolean
  /** Names of the groups in an environment that belong to this kind. */
  readonly groupNames: readonly string[]
  /** How an edit of an unknown simple record is refused, where clients expect other words. */
  readonly unknownSimple?: (id: string) => string
}

export const kinds: Readonly<Record<KindName, Kind>> = {
  workflow: {
    name: 'workflow',
    plural: 'workflows',
    label: 'Workflow',
    family: 'workflow',
    role: undefined,
    deployable: true,
    embeds: true,
    groupNames: ['workflow', 'application', 'evaluator', 'snippet'],
  },
  application: {
    name: 'application',
    plural: 'applications',
    label: 'Application',
    family: 'workflow',
    role: 'is_application',
    deployable: true,
    embeds: true,
    groupNames: ['application'],
  },
  evaluator: {
    name: 'evaluator',
    plural: 'evaluators',
    label: 'Evaluator',
    family: 'workflow',
    role: 'is_evaluator',
    deployable: true,
    embeds: true,
    groupNames: ['evaluator'],
  },
  testset: {
    name: 'testset',
    plural: 'testsets',
    label: 'Testset',
    family: 'testset',
    role: undefined,
    deployable: true,
    embeds: false,
    groupNames: ['testset'],
    unknownSimple: (id) => `Testset with ID '${id}' does not exist.`,
  },
  query: {
    name: 'query',
    plural: 'queries',
    label: 'Query',
    family: 'query',
    role: undefined,
    deployable: true,
    embeds: false,
    groupNames: ['query'],
  },
  environment: {
    name: 'environment',
    plural: 'environments',
    label: 'Environment',
    family: 'environment',
    role: undefined,
    deployable: false,
    embeds: true,
    groupNames: [],
  },
}

/** `Application`, `Application variant`, `Application revision`: how sentences name a record. */
export const recordLabel = (kind: Kind, level: Level): string =>
  level === 'artifact' ? kind.label : `${kind.label} ${level}`

/** `application`, `application_variant`, `application_revision`: the key of a record on the wire. */
export const recordKey = (kind: Kind, level: Level): string =>
  level === 'artifact' ? kind.name : `${kind.name}_${level}`

/** `applications`, `application_variants`, `application_revisions`: the key of a list on the wire. */
export const listKey = (kind: Kind, level: Level): string =>
  level === 'artifact' ? kind.plural : `${kind.name}_${level}s`

/** What a family keeps and shows as flags on its artifacts and variants; revisions follow their payload rules. */
interface FlagRules {
  /** Flags are the roles of the artifact, on variants and revisions too; others are not kept. */
  readonly roles: boolean
  /** Shown even when never set. */
  readonly always: Flags
}

const flagRules: Readonly<Record<Family, FlagRules>> = {
  workflow: { roles: true, always: {} },
  testset: { roles: false, always: {} },
  query: { roles: false, always: {} },
  environment: { roles: false, always: { is_guarded: false } },
}

/** A key of this role may not change a record whose flag of this name is set. */
export const guardFlag: Readonly<Partial<Record<Family, string>>> = { environment: 'is_guarded' }

/** Slugs that start so are kept for the program itself. */
export const reservedSlugPrefix: Readonly<Partial<Record<Family, string>>> = { workflow: '__ag__' }

/** By role bits; made once, for every answer about a workflow shows them. */
const flagsOfRoles: readonly Flags[] = Array.from({ length: 8 }, (_, roles) =>
  Object.fromEntries(Object.entries(roleBits).map(([flag, bit]) => [flag, (roles & bit) !== 0])),
)

export const roleFlags = (roles: number): Flags => flagsOfRoles[roles] ?? {}

/** Flags as a client sends them; null clears a flag, or all of them. */
export type SentFlags = { readonly [name: string]: boolean | null } | null

/** The role bits after `sent` flags; the role of the kind itself cannot be cleared through its own prefix. */
export function rolesAfter(kind: Kind, current: number, sent: SentFlags): number {
  if (!flagRules[kind.family].roles) return 0
  let roles = sent === null ? 0 : current
  for (const [flag, bit] of Object.entries(roleBits)) {
    const value = ownMember(sent ?? undefined, flag)
    if (value === true) roles |= bit
    if (value === false || value === null) roles &= ~bit
  }
  return kind.role === undefined ? roles : roles | roleBits[kind.role]
}

/** The flags that are kept as sent, beside the roles. */
export const keptFlags = (kind: Kind, sent: Flags): Flags => (flagRules[kind.family].roles ? {} : sent)

export const shownArtifactFlags = (artifact: Pick<Artifact, 'family' | 'roles' | 'flags'>): Flags =>
  flagRules[artifact.family].roles
    ? roleFlags(artifact.roles)
    : { ...flagRules[artifact.family].always, ...artifact.flags }

export const shownVariantFlags = (family: Family, artifact: ArtifactAbove, own: Flags): Flags =>
  flagRules[family].roles ? roleFlags(artifact.roles) : own

export const shownRevisionFlags = (revision: Revision): Flags =>
  flagRules[revision.family].roles
    ? { ...roleFlags(revision.artifact.roles), ...revision.flags }
    : revision.flags
