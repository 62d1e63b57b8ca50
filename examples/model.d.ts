/** Starts a stand-in for a model on a free port. */
export function startModel(): Promise<{ readonly url: string; stop(): Promise<unknown> }>
