/** Starts a fake model server on a free port. */
export function startModel(): Promise<{ readonly url: string; stop(): Promise<unknown> }>
