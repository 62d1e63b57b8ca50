// The name of a snapshot of runs on the server: requests with the same name are answered from it.

export const newSnapshotName = (): string =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('-')
