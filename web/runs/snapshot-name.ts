// A name for what the server reads of runs: whatever is asked next under the same name is answered from it.

export const newSnapshotName = (): string =>
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
