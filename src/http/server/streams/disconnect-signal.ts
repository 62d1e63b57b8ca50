import type { FastifyReply } from 'fastify'

/** Aborts when the client disconnects before its answer is complete. */
export function disconnectSignal({ reply }: { readonly reply: FastifyReply }): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
