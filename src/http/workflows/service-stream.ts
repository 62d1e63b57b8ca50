// Streams a run of a built-in as events: `call` when a model is called, `delta` for each part of its message, then
// `answer` with the body of the JSON answer, or `failure` with the body of an error.
import type { FastifyReply } from 'fastify'
import type { CellContext, ModelListener } from '../../programs/cell-context.ts'
import type { Call, Caller } from '../route.ts'
import { reportFailure } from '../server/answers.ts'
import { eventText, failureEvent, sendEvents } from '../server/streams/event-stream.ts'

/** The body of the JSON answer. */
interface Answer {
  readonly status: { readonly code: number }
}

type Run = (context: Required<Pick<CellContext, 'signal' | 'onModelEvent'>>) => Promise<Answer>

/** An asynchronous queue of texts. */
function textQueue() {
  let queuedTexts: string[] = []
  let wake = Promise.withResolvers<void>()
  let hasEnded = false
  return {
    push: (text: string): void => {
      queuedTexts.push(text)
      wake.resolve()
    },
    end: (): void => {
      hasEnded = true
      wake.resolve()
    },
    async *texts(): AsyncGenerator<string> {
      for (;;) {
        await wake.promise
        wake = Promise.withResolvers()
        const texts = queuedTexts
        queuedTexts = []
        if (texts.length > 0) yield texts.join('')
        if (hasEnded && queuedTexts.length === 0) return
      }
    },
  }
}

const modelEvent: (event: Parameters<ModelListener>[0]) => string = ({ call, model, delta }) =>
  delta === undefined
    ? eventText('call', { data: { call, model } })
    : eventText('delta', { data: { call, ...delta } })

/** The response begins with status 200, so the audit log gets the status of the run. */
export function streamRun(
  call: Call<unknown, unknown, unknown>,
  { caller, run }: { caller: Caller; run: Run },
): FastifyReply {
  const { request } = call
  const { trail } = request
  request.trail = undefined
  return sendEvents(call, {
    caller,
    events: (signal) => {
      const queue = textQueue()
      const runToEnd = async (): Promise<void> => {
        let status = 503
        try {
          const answer = await run({ signal, onModelEvent: (event) => queue.push(modelEvent(event)) })
          status = answer.status.code
          queue.push(eventText('answer', { data: answer }))
        } catch (error) {
          if (signal.aborted) return
          const failure = reportFailure(request, error)
          status = failure.status
          queue.push(failureEvent(failure))
        } finally {
          await trail?.finish(status)
          queue.end()
        }
      }
      void request.server.work.track(runToEnd())
      return queue.texts()
    },
  })
}
