// A project that shows what Assay does: made through the interface, by requests that this server answers itself.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { insertKey } from '../../access/keys.ts'
import { insertProject, type ProjectMaking } from '../../access/projects.ts'
import { fillDemo } from '../../demo/demo.ts'
import type { Call } from '../../demo/world.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { projectName } from './sessions.ts'
import { projectRoute, type Route } from '../route.ts'

const settlePollMs = 100
const settlePolls = 600

interface Inside {
  readonly app: FastifyInstance
  readonly secret: string
}

async function answered({ app, secret }: Inside, method: string, path: string, body: unknown) {
  const response = await app.inject({
    method: method as 'GET' | 'POST' | 'PATCH',
    url: `/api${path}`,
    headers: { authorization: `ApiKey ${secret}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (response.statusCode >= 300) {
    throw new Error(
      `the demo was refused: ${method} ${path} answered ${response.statusCode} ${response.body.slice(0, 300)}`,
    )
  }
  return response
}

/** Fills the project of the key. The server answers its own requests, without a connection. */
async function fillFromInside(inside: Inside, nowMs: number): Promise<void> {
  const call: Call = async (method, path, body) =>
    (await answered(inside, method, path, body)).json<JsonObject>()
  await fillDemo({
    call,
    nowMs,
    sendSpans: async (request) => {
      const { headers } = await answered(inside, 'POST', '/otlp/v1/traces', request)
      return String(headers['x-assay-receipt'])
    },
    settled: async (receiptIds) => {
      for (const id of receiptIds) {
        for (let polls = 0; ; polls += 1) {
          const { receipt } = (await call('GET', `/otlp/receipts/${id}`)) as { readonly receipt: JsonObject }
          if (receipt['status'] !== 'pending') break
          if (polls === settlePolls)
            throw new AssayError('unavailable', 'The spans of the demo are not stored yet.')
          await sleep(settlePollMs)
        }
      }
    },
  })
}

export const demoRoute = (making: ProjectMaking): Route =>
  projectRoute({
    method: 'POST',
    path: '/projects/demo',
    operationId: 'create_demo_project',
    sdkName: 'projects.createDemo',
    summary:
      'Make a project that shows what Assay does, filled with a made-up help desk. Its key is shown only now.',
    access: 'admin',
    writes: true,
    answer: z.object({
      count: z.literal(1),
      project: projectName,
      key: z.string(),
    }),
    handle: async ({ request, reply }, { scope }) => {
      const { project, secret } = await scope.store.write(async (tx) => {
        const project = await insertProject(making, tx, { name: 'Demo', seedDefaults: true })
        const { secret } = await insertKey(tx, making.clock, {
          projectId: project.id,
          name: 'demo',
          role: 'admin',
        })
        return { project, secret }
      })
      scope.touched('project', project.id)
      await fillFromInside({ app: request.server, secret }, Date.now())
      void reply.header('Cache-Control', 'no-store')
      return { count: 1, project: { id: project.id, slug: project.slug, name: project.name }, key: secret }
    },
  })
