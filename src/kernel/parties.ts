// Who shares what the server has: normally each project by itself. Projects that one project's keys have created count as one party
// with it, so that nobody gets a larger share by creating more of them.

export type PartyOf = (projectId: string) => string

export interface Parties {
  /** The party of a project. One that is not known yet is looked up, and counts for itself until then. */
  readonly partyOf: PartyOf
  readonly add: (project: ProjectOfParty) => void
}

export interface ProjectOfParty {
  readonly id: string
  /** The project whose share this one uses: itself, or the one whose key created it. */
  readonly shareId: string
}

/** `look` finds a project; undefined: there is none. The party of a project never changes. */
export function createParties(look: (id: string) => Promise<ProjectOfParty | undefined>): Parties {
  const known = new Map<string, string>()
  const asked = new Set<string>()
  const add: Parties['add'] = ({ id, shareId }) => void known.set(id, shareId)
  const ask = async (id: string): Promise<void> => {
    if (asked.has(id)) return
    asked.add(id)
    try {
      const project = await look(id)
      if (project !== undefined) add(project)
    } finally {
      asked.delete(id)
    }
  }
  return {
    partyOf: (id) => {
      const party = known.get(id)
      // A store that does not answer fails the request itself; the next one asks again.
      if (party === undefined) ask(id).catch(() => undefined)
      return party ?? id
    },
    add,
  }
}
