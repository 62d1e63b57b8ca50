// Groups projects into parties that share one capacity. Normally each project is a party. Projects created by
// the keys of another project belong to its party, so that nobody gets a larger share by creating projects.

export type PartyOf = (projectId: string) => string

export interface Parties {
  /** The party of a project. An unknown project is looked up, and is its own party until the lookup ends. */
  readonly partyOf: PartyOf
  readonly add: (project: ProjectOfParty) => void
}

export interface ProjectOfParty {
  readonly id: string
  /** The project whose share this project uses: itself, or the project whose key created it. */
  readonly shareId: string
}

/** `findProject` returns undefined for a project that does not exist. The party of a project never changes. */
export function createParties(findProject: (id: string) => Promise<ProjectOfParty | undefined>): Parties {
  const shareIds = new Map<string, string>()
  const pendingLookups = new Set<string>()
  const add: Parties['add'] = ({ id, shareId }) => void shareIds.set(id, shareId)
  const lookUp = async (id: string): Promise<void> => {
    if (pendingLookups.has(id)) return
    pendingLookups.add(id)
    try {
      const project = await findProject(id)
      if (project !== undefined) add(project)
    } finally {
      pendingLookups.delete(id)
    }
  }
  return {
    partyOf: (id) => {
      const party = shareIds.get(id)
      // A store failure fails the request itself; the next request repeats the lookup.
      if (party === undefined) lookUp(id).catch(() => undefined)
      return party ?? id
    },
    add,
  }
}
