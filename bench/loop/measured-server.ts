// A server whose main thread is measured by probe.ts.
import { once } from 'node:events'
import { join } from 'node:path'
import { startServer, type RunningServer } from '../../test/support/process.ts'

export interface MeasuredServer extends RunningServer {
  /** Longest block of the main thread while `work` runs, in milliseconds of processor time. */
  readonly longestBlockMs: (work: () => Promise<unknown>) => Promise<number>
}

export async function startMeasuredServer(
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const probe = join(import.meta.dirname, 'probe.ts')
  const server = await startServer({ env, execArgv: ['--import', probe], hasChannel: true })
  return {
    ...server,
    longestBlockMs: async (work) => {
      server.process.send('begin')
      await work()
      const reply = once(server.process, 'message')
      server.process.send('end')
      const [message] = (await reply) as [{ readonly longestMs: number }]
      return message.longestMs
    },
  }
}
