// Names the sides of a merge for the person who merges. The server's "ours" is the target of the merge, which for a draft is
// the work of other people.

export type Side = 'ours' | 'theirs'

export interface SideNames {
  /** The side of the server with the work of the person who merges. */
  readonly mine: Side
  readonly theirs: Side
  readonly nameOf: (side: Side) => string
}

export interface OtherSide {
  readonly version: string | undefined
  readonly author: string | undefined
}

/** A draft is merged into the newest version of a variant; otherwise a variant takes changes of another revision. */
export function sidesOf(isDraft: boolean, { version, author }: OtherSide): SideNames {
  const parts = [
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(author === undefined ? [] : [author]),
  ]
  const mine = isDraft ? 'theirs' : 'ours'
  return {
    mine,
    theirs: isDraft ? 'ours' : 'theirs',
    nameOf: (side) =>
      side === mine ? 'Mine' : parts.length === 0 ? 'Theirs' : `Theirs (${parts.join(', ')})`,
  }
}
