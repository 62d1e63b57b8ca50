// Projects whose runs a server executes share it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forms, newProject, type Api, type Body } from '../support/api.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'
import {
  auto,
  ended,
  fetchRun,
  makeApplication,
  makeTestset,
  numberedRows,
  resultsOf,
  startEvaluation,
} from '../support/runs.ts'
import { startSubject } from '../support/subject.ts'

test.each(forms)(
  'a project with as many long runs as there is room for on %s makes room for another, and goes on after',
  async (form) => {
    const database = await freshDatabase(form)
    const server = await startServer({ env: { ...database.env, ASSAY_EVALUATIONS_RUNS_MAX: '2' } })
    // Two rows in one and a half seconds, until the short run has ended: three runs of twelve go on for longer than that.
    const shortEnded = Promise.withResolvers<void>()
    const subject = await startSubject(async ({ body }) => {
      await Promise.race([sleep(1500), shortEnded.promise])
      return { outputs: body.data.inputs.correct_answer }
    })
    const start = async (api: Api, rows: number): Promise<Body> =>
      startEvaluation(api, {
        data: {
          testset_steps: [await makeTestset(api, numberedRows(rows))],
          application_steps: auto(await makeApplication(api, { url: subject.url })),
          concurrency: { batch_size: 2 },
        },
      })
    const busy = await newProject(server.url, { seedDefaults: false })
    const other = await newProject(server.url, { seedDefaults: false })
    const long = await Promise.all([start(busy, 12), start(busy, 12), start(busy, 12)])
    const short = await start(other, 4)
    expect((await ended(other, short.id)).status).toBe('success')
    const stillActive = async ({ id }: Body): Promise<boolean> => (await fetchRun(busy, id)).flags.is_active
    expect(await Promise.all(long.map(stillActive))).toContain(true)
    shortEnded.resolve()
    for (const { id } of long) {
      expect((await ended(busy, id)).status).toBe('success')
      // Once for each row and step: what gave way went on where it was.
      expect(await resultsOf(busy, id)).toHaveLength(24)
    }
    expect(subject.calls).toHaveLength(40)
    await subject.stop()
    await server.stop()
    await database.remove()
  },
)
