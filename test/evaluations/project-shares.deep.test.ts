// Projects share the runner of a server.
import { expect, test } from 'vitest'
import { backends, newProject, type Api, type Body } from '../support/api.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'
import {
  auto,
  waitForEnd,
  fetchRun,
  makeApplication,
  makeTestset,
  numberedRows,
  resultsOf,
  startEvaluation,
} from '../support/runs.ts'
import { startSubject, type Call, type Reply, type Subject } from '../support/subject.ts'

test.each(backends)(
  'a project whose long runs fill all slots on %s yields one to another project, and continues afterwards',
  async (backend) => {
    const database = await freshDatabase(backend)
    const server = await startServer({ env: { ...database.env, ASSAY_EVALUATIONS_RUNS_MAX: '2' } })
    // Calls of the long runs wait while the short run is active. If all four slots have a waiting call, no run has
    // yielded yet: the four calls are answered, so that the run that must yield can drain.
    let isShortActive = true
    const waitingAnswers: (() => void)[] = []
    const release = (): void => waitingAnswers.splice(0).forEach((answer) => answer())
    const outputsOf = ({ body }: Call): Reply => ({ outputs: body.data.inputs.correct_answer })
    const busySubject = await startSubject(async (call) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waitingAnswers.push(resolve)
      if (waitingAnswers.length >= 4 || !isShortActive) release()
      await promise
      return outputsOf(call)
    })
    const otherSubject = await startSubject(outputsOf)
    const start = async (api: Api, { url }: Subject, rows: number): Promise<Body> =>
      startEvaluation(api, {
        data: {
          testset_steps: [await makeTestset(api, numberedRows(rows))],
          application_steps: auto(await makeApplication(api, { url })),
          concurrency: { batch_size: 2 },
        },
      })
    const busy = await newProject(server.url, { seedDefaults: false })
    const other = await newProject(server.url, { seedDefaults: false })
    const longRuns = await Promise.all(Array.from({ length: 3 }, () => start(busy, busySubject, 12)))
    const short = await start(other, otherSubject, 4)
    expect((await waitForEnd(other, short.id)).status).toBe('success')
    const isActive = async ({ id }: Body): Promise<boolean> => (await fetchRun(busy, id)).flags.is_active
    expect(await Promise.all(longRuns.map(isActive))).toContain(true)
    isShortActive = false
    release()
    for (const { id } of longRuns) {
      expect((await waitForEnd(busy, id)).status).toBe('success')
      // Once for each row and step: the preempted run resumed where it was.
      expect(await resultsOf(busy, id)).toHaveLength(24)
    }
    expect(busySubject.calls).toHaveLength(36)
    expect(otherSubject.calls).toHaveLength(4)
    await busySubject.stop()
    await otherSubject.stop()
    await server.stop()
    await database.remove()
  },
)
