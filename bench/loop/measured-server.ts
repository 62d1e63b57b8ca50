// A server whose main thread is measured by probe.ts.
import { once } from 'node:events'
import { join } from 'node:path'
import { startServer, type RunningServer } from '../../test/support/process.ts'

export interface MeasuredServer extends RunningServer {
  /** Longest block of the main thread while `work` runs, in milliseconds of processor time. */
  readonly longestBlockMs: (work: () => Promise<unknown>) => Promise<number>
  /** Processor time of parsing and writing 4 MB of JSON text on the main thread, in milliseconds. */
  readonly referenceMs: () => Promise<number>
}

interface ProbeAnswer {
  readonly longestMs: number
  readonly referenceMs: number
}

export async function startMeasuredServer(
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const probe = join(import.meta.dirname, 'probe.ts')
  const server = await startServer({ env, execArgv: ['--import', probe], hasChannel: true })
  const requestProbe = async (question: 'end' | 'reference'): Promise<ProbeAnswer> => {
    const message = once(server.process, 'message')
    server.process.send(question)
    const [answer] = (await message) as [ProbeAnswer]
    return answer
  }
  return {
    ...server,
    longestBlockMs: async (work) => {
      server.process.send('begin')
      await work()
      return (await requestProbe('end')).longestMs
    },
    referenceMs: async () => (await requestProbe('reference')).referenceMs,
  }
}
