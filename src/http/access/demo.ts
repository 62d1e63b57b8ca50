// A project that shows what Assay does: made through the interface, by requests that this server answers itself.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ProjectMaking } from '../../access/projects.ts'
import { insertDemoProject } from '../../demo/project.ts'
import { fillThrough } from '../../demo/through.ts'
import { projectName } from './sessions.ts'
import { projectRoute, type Route } from '../route.ts'

/** Fills the project of the key. The server answers its own requests, without a connection. */
const fillFromInside = (app: FastifyInstance, secret: string): Promise<void> =>
  fillThrough(async (method, path, body) => {
    const {
      statusCode,
      body: text,
      headers,
    } = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `ApiKey ${secret}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const receipt = headers['x-assay-receipt']
    return { status: statusCode, body: text, receipt: typeof receipt === 'string' ? receipt : undefined }
  }, Date.now())

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
      const { project, secret } = await scope.store.write((tx) => insertDemoProject(making, tx))
      scope.touched('project', project.id)
      await fillFromInside(request.server, secret)
      void reply.header('Cache-Control', 'no-store')
      return { count: 1, project: { id: project.id, slug: project.slug, name: project.name }, key: secret }
    },
  })
