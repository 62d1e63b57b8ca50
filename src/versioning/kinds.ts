// The engine of versioned records: artifact = repository, variant = branch, revision = commit. This folder
// may import access/, storage/contract/contract.ts and the kernel. Start with this table. Each operation has its own
// file (create, edit, commit, fork, log, graph, query, simple, environments/deploy). Only
// references/resolve-reference.ts resolves references; payload.ts is the interface of a family to its payloads.
// Differences between kinds are in this table and in the payload rules; the engine has no `if` for a kind.
import type {
  Artifact,
  ParentArtifact,
  Family,
  Flags,
  Level,
  Revision,
} from '../storage/contract/contract.ts'
import { ownMember } from '../kernel/own.ts'

export const roleBits = { is_application: 1, is_evaluator: 2, is_snippet: 4 } as const
export type RoleFlag = keyof typeof roleBits

export type KindName = 'workflow' | 'application' | 'evaluator' | 'testset' | 'query' | 'environment'

export interface Kind {
  readonly name: KindName
  readonly plural: string
  /** Its name in messages. */
  readonly label: string
  readonly family: Family
  /** The role that this kind's prefix assigns and lists; undefined: the full family. */
  readonly role: RoleFlag | undefined
  /** Whether revisions can be deployed under a key of an environment. */
  readonly isDeployable: boolean
  /** Whether data may embed other revisions. */
  readonly hasEmbeds: boolean
  /** Names of the groups in an environment that belong to this kind. */
  readonly groupNames: readonly string[]
  /** The message for an edit of an unknown simple record, where clients expect a different one. */
  readonly unknownSimple?: (id: string) => string
}

export const kinds: Readonly<Record<KindName, Kind>> = {
  workflow: {
    name: 'workflow',
    plural: 'workflows',
    label: 'Workflow',
    family: 'workflow',
    role: undefined,
    isDeployable: true,
    hasEmbeds: true,
    groupNames: ['workflow', 'application', 'evaluator', 'snippet'],
  },
  application: {
    name: 'application',
    plural: 'applications',
    label: 'Application',
    family: 'workflow',
    role: 'is_application',
    isDeployable: true,
    hasEmbeds: true,
    groupNames: ['application'],
  },
  evaluator: {
    name: 'evaluator',
    plural: 'evaluators',
    label: 'Evaluator',
    family: 'workflow',
    role: 'is_evaluator',
    isDeployable: true,
    hasEmbeds: true,
    groupNames: ['evaluator'],
  },
  testset: {
    name: 'testset',
    plural: 'testsets',
    label: 'Testset',
    family: 'testset',
    role: undefined,
    isDeployable: true,
    hasEmbeds: false,
    groupNames: ['testset'],
    unknownSimple: (id) => `Testset with ID '${id}' does not exist.`,
  },
  query: {
    name: 'query',
    plural: 'queries',
    label: 'Query',
    family: 'query',
    role: undefined,
    isDeployable: true,
    hasEmbeds: false,
    groupNames: ['query'],
  },
  environment: {
    name: 'environment',
    plural: 'environments',
    label: 'Environment',
    family: 'environment',
    role: undefined,
    isDeployable: false,
    hasEmbeds: true,
    groupNames: [],
  },
}

/** `Application`, `Application variant`, `Application revision`: the name of a record in messages. */
export const recordLabel = (kind: Kind, level: Level): string =>
  level === 'artifact' ? kind.label : `${kind.label} ${level}`

/** `application`, `application_variant`, `application_revision`: the key of a record on the wire. */
export const recordKey = (kind: Kind, level: Level): string =>
  level === 'artifact' ? kind.name : `${kind.name}_${level}`

/** `applications`, `application_variants`, `application_revisions`: the key of a list on the wire. */
export const listKey = (kind: Kind, level: Level): string =>
  level === 'artifact' ? kind.plural : `${kind.name}_${level}s`

/** The stored and visible flags of artifacts and variants of a family; revisions follow their payload rules. */
interface FlagRules {
  /** Flags are the roles of the artifact, on variants and revisions too; other flags are not stored. */
  readonly hasRoles: boolean
  /** Visible even when never set. */
  readonly defaults: Flags
}

const flagRules: Readonly<Record<Family, FlagRules>> = {
  workflow: { hasRoles: true, defaults: {} },
  testset: { hasRoles: false, defaults: {} },
  query: { hasRoles: false, defaults: {} },
  environment: { hasRoles: false, defaults: { is_guarded: false } },
}

/** Only admins may change a record that has this flag. */
export const guardFlag: Readonly<Partial<Record<Family, string>>> = { environment: 'is_guarded' }

/** Slugs with this prefix are reserved for the program itself. */
export const reservedSlugPrefix: Readonly<Partial<Record<Family, string>>> = { workflow: '__ag__' }

/** By role bits; created once, because every answer about a workflow contains them. */
const flagsOfRoles: readonly Flags[] = Array.from({ length: 8 }, (_, roles) =>
  Object.fromEntries(Object.entries(roleBits).map(([flag, bit]) => [flag, (roles & bit) !== 0])),
)

export const roleFlags = (roles: number): Flags => flagsOfRoles[roles] ?? {}

/** Flags in a request; null clears a flag, or all of them. */
export type SentFlags = { readonly [name: string]: boolean | null } | null

/** The role bits after applying the sent flags. A route of a kind cannot clear the role of that kind. */
export function rolesAfter(
  kind: Kind,
  { current, sent }: { readonly current: number; readonly sent: SentFlags },
): number {
  if (!flagRules[kind.family].hasRoles) return 0
  let roles = sent === null ? 0 : current
  for (const [flag, bit] of Object.entries(roleBits)) {
    const value = ownMember(sent ?? undefined, flag)
    if (value === true) roles |= bit
    if (value === false || value === null) roles &= ~bit
  }
  return kind.role === undefined ? roles : roles | roleBits[kind.role]
}

/** The flags that are stored besides the roles. */
export const storedFlags = (kind: Kind, flags: Flags): Flags => (flagRules[kind.family].hasRoles ? {} : flags)

export const artifactFlags = (artifact: Pick<Artifact, 'family' | 'roles' | 'flags'>): Flags => {
  const { hasRoles, defaults } = flagRules[artifact.family]
  if (hasRoles) return roleFlags(artifact.roles)
  // Without defaults nothing is copied: a copy of 100,000 flags takes over 50 ms.
  return Object.keys(defaults).length === 0 ? artifact.flags : { ...defaults, ...artifact.flags }
}

export const variantFlags = (
  family: Family,
  { artifact, flags }: { readonly artifact: ParentArtifact; readonly flags: Flags },
): Flags => (flagRules[family].hasRoles ? roleFlags(artifact.roles) : flags)

export const revisionFlags = (revision: Revision): Flags =>
  flagRules[revision.family].hasRoles
    ? { ...roleFlags(revision.artifact.roles), ...revision.flags }
    : revision.flags
