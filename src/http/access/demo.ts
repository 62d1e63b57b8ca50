// Creates the demo project: a fictional help desk, filled through the API with in-process requests.
import type { Clock } from '../../kernel/clock.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { OperatorTrail } from '../../access/audit.ts'
import type { ProjectContext } from '../../access/projects.ts'
import { insertDemoProject } from '../../demo/project.ts'
import { fillDemoProject } from '../../demo/fill-project.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { Parties } from '../../kernel/parties.ts'
import { projectName } from './sessions.ts'
import { operatorRoute, projectRoute, type Call, type Route } from '../route.ts'

/** Fills the project of the key with in-process requests, without a connection. */
const fillInProcess = (
  app: FastifyInstance,
  { secret, clock }: { readonly secret: string; readonly clock: Clock },
): Promise<void> =>
  fillDemoProject(async (method, path, body) => {
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
  }, Date.parse(clock.now()))

export interface DemoParts {
  readonly projectContext: ProjectContext
  readonly parties: Pick<Parties, 'add'>
}

const answer = z
  .object({ count: z.literal(1), project: projectName, key: z.string() })
  .meta({ id: 'DemoProjectResponse' })

const summary = 'Create a demo project, filled with a fictional help desk. Its key is shown only once.'

/** Creates and fills the project; `trail` records it. */
async function demoProject(
  { projectContext, parties }: DemoParts,
  {
    call: { request, reply },
    trail,
    shareId,
  }: {
    readonly call: Pick<Call<unknown, unknown, unknown>, 'request' | 'reply'>
    readonly trail: OperatorTrail
    readonly shareId?: string | undefined
  },
): Promise<z.output<typeof answer>> {
  const { project, secret } = await trail.store.write(async (tx) => {
    const demo = await insertDemoProject(projectContext, tx, shareId)
    trail.recordResource('project', demo.project.id)
    return demo
  })
  parties.add(project)
  await fillInProcess(request.server, { secret, clock: projectContext.clock })
  void reply.header('Cache-Control', 'no-store')
  return { count: 1, project: { id: project.id, slug: project.slug, name: project.name }, key: secret }
}

/**
 * For the person who runs the server: the operator with the admin key, or an admin of the first project,
 * which exists since the first start. An admin of another project must not create projects.
 */
export const demoRoute = (parts: DemoParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/projects/demo',
    operationId: 'create_demo_project',
    sdkName: 'projects.createDemo',
    summary,
    description:
      'For admins of the first project, the one that `GET /projects/current` calls `is_default_project`. The operator has `POST /admin/projects/demo`.',
    access: 'admin',
    writes: true,
    answer,
    handle: async (call, { scope, project: callerProject }) => {
      if (!callerProject.isDefault) {
        throw new AssayError(
          'forbidden',
          'Only an admin of the first project, or the operator, can create a demo project.',
        )
      }
      return demoProject(parts, { call, trail: scope, shareId: callerProject.shareId })
    },
  })

export const operatorDemoRoute = (parts: DemoParts): Route =>
  operatorRoute({
    method: 'POST',
    path: '/admin/projects/demo',
    operationId: 'create_demo_project_as_operator',
    sdkName: 'admin.createDemo',
    summary,
    answer,
    handle: (call, trail) =>
      demoProject(parts, {
        call,
        trail: {
          store: trail.store,
          recordResource: (kind, id) => {
            trail.setProject(id)
            trail.recordResource(kind, id)
          },
        },
      }),
  })
