// Serves artifacts and projects as Git remotes: `git clone https://x:KEY@host/git/{project}/{kind}/{slug}` and
// `…/git/{project}`. The routes authenticate, find the repository and pass bytes; git/wire implements the protocol.
// Imports git/ and the server. Start here; body.ts reads the bodies. See docs/git.md.
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Service } from '../../git/wire/advertisement.ts'
import { packLimits } from '../../git/pack/pack.ts'
import { advertise, answerFetch, answerPush, listsRefs } from '../../git/wire/wire.ts'
import { createProjectRepositories } from '../../git/project/project-repository.ts'
import type { RepositorySettings } from '../../git/repository/context.ts'
import { Histories } from '../../git/repository/history.ts'
import { createRepositories } from '../../git/repository/repository.ts'
import type { Repository } from '../../git/objects/repository.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { FairSemaphore } from '../../kernel/fair-semaphore.ts'
import { parseInSlices } from '../../kernel/validation.ts'
import type { Family, RelationalStore } from '../../storage/contract/contract.ts'
import type { TestsetSettings } from '../../testsets/stored/stored-list.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import type { BodyMemory } from '../bodies/body-memory.ts'
import { projectRoute, requireRole, type Caller, type ErrorFormat, type Route } from '../route.ts'
import { disconnectSignal } from '../server/streams/disconnect-signal.ts'
import { withFirstChunk } from '../server/streams/first-chunk.ts'
import type { PayloadSchemas } from '../versioning/context.ts'
import { readBody } from './body.ts'

export interface GitParts {
  readonly store: RelationalStore
  readonly engine: Engine
  readonly testsets: TestsetSettings
  readonly payloads: Readonly<Record<Family, PayloadSchemas>>
  readonly bodyMemory: BodyMemory
  /** Limits concurrent checks of packs; projects share the slots. */
  readonly uploadSlots: FairSemaphore
}

const kindsByPath: ReadonlyMap<string, Kind> = new Map([
  ...Object.values(kinds).flatMap((kind) => [[kind.plural, kind] as const, [kind.name, kind] as const]),
  ['apps', kinds.application],
])

const projectParams = z.object({ project: z.string() })
const artifactParams = projectParams.extend({ kind: z.string(), slug: z.string() })
/** Without a kind and a slug the path addresses the project. */
type Params = z.output<typeof projectParams> & Partial<z.output<typeof artifactParams>>

/** Git prints plain text after `remote:`. */
const plainText: ErrorFormat = {
  write: (error) => ({ contentType: 'text/plain; charset=utf-8', body: `${error.message}\n` }),
  schema: z.string(),
  types: ['text/plain'],
}

const commonRoute = {
  outside: true,
  sessions: false,
  basic: true,
  answerError: plainText,
  answer: z.string().optional(),
} as const

/** A push request has commands besides its pack; 1 MiB is for them. */
const pushBytesMax = packLimits.packBytesMax + 1024 * 1024
const fetchBytesMax = 8 * 1024 * 1024

const protocolOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

const notFound = (): AssayError => new AssayError('not_found', 'There is no such repository.')

/** Opens the repository of a path. Only the project of the caller is found. */
function repositoryOpener({ store, engine, testsets, payloads }: GitParts) {
  const histories = new Histories()
  const settings: RepositorySettings = {
    engine,
    testsets,
    checkData: (family, { data, loc }) => parseInSlices(payloads[family].data, data, [...loc]),
  }
  const projects = createProjectRepositories({ store, histories, settings })
  const artifacts = createRepositories(settings, histories)
  return async (
    { project, kind: path, slug }: Params,
    { project: callerProject, scope }: Caller,
  ): Promise<Repository> => {
    const ownNames = [
      callerProject.slug,
      callerProject.id,
      ...(slug === undefined ? [`${callerProject.slug}.git`, `${callerProject.id}.git`] : []),
    ]
    if (!ownNames.includes(project)) throw notFound()
    if (path === undefined || slug === undefined) return projects.open(scope)
    const kind = kindsByPath.get(path)
    if (kind === undefined) throw notFound()
    return artifacts.open({ scope, kind }, slug.replace(/\.git$/, ''))
  }
}

type Opener = ReturnType<typeof repositoryOpener>

/** The paths of artifacts and of projects, which have the same routes. */
interface Address {
  readonly path: string
  readonly params: typeof projectParams | typeof artifactParams
  /** `push_git_commits`, `push_git_project_commits`. */
  readonly operation: (verb: string, object: string) => string
  readonly subject: string
}

const addresses: readonly Address[] = [
  {
    path: '/git/{project}/{kind}/{slug}',
    params: artifactParams,
    operation: (verb, object) => `${verb}_git_${object}`,
    subject: 'an artifact',
  },
  {
    path: '/git/{project}',
    params: projectParams,
    operation: (verb, object) => `${verb}_git_project_${object}`,
    subject: 'a project',
  },
]

const advertisementRoute = (openRepository: Opener, { path, params, operation, subject }: Address): Route =>
  projectRoute({
    ...commonRoute,
    params,
    method: 'GET',
    path: `${path}/info/refs`,
    operationId: operation('list', 'refs'),
    summary: `The refs of ${subject}, for Git.`,
    access: 'viewer',
    query: z.object({ service: z.enum(['git-upload-pack', 'git-receive-pack']) }),
    handle: async ({ query, params: pathParams, request, reply }, caller) => {
      const service: Service = query.service
      if (service === 'git-receive-pack') requireRole(caller, { access: 'editor', programs: false })
      const repository = await openRepository(pathParams, caller)
      const protocol = protocolOf(request.headers['git-protocol'])
      return reply
        .type(`application/x-${service}-advertisement`)
        .header('Cache-Control', 'no-cache')
        .send(await advertise(repository, { service, protocol }))
    },
  })

interface RouteParts {
  readonly parts: GitParts
  readonly address: Address
}

const fetchRoute = (
  openRepository: Opener,
  { parts: { bodyMemory: memory }, address: { path, params, operation, subject } }: RouteParts,
): Route =>
  projectRoute({
    ...commonRoute,
    params,
    method: 'POST',
    path: `${path}/git-upload-pack`,
    operationId: operation('fetch', 'objects'),
    summary: `Send the objects of ${subject} that a Git client lacks.`,
    access: 'viewer',
    audited: true,
    readsBody: true,
    handle: async ({ params: pathParams, request, reply }, caller) => {
      const repository = await openRepository(pathParams, caller)
      const { body, release } = await readBody(request, { memory, bytesMax: fetchBytesMax })
      release()
      const protocol = protocolOf(request.headers['git-protocol'])
      // A list of refs needs no audit entry: it has no content, and mirrors request it all the time.
      if (listsRefs({ body, protocol })) request.trail = undefined
      const chunks = await withFirstChunk(answerFetch(repository, { body, protocol }))
      return (
        reply
          .type('application/x-git-upload-pack-result')
          .header('Cache-Control', 'no-cache')
          // Packs are compressed already.
          .header('Content-Encoding', 'identity')
          .send(Readable.from(chunks, { objectMode: false }))
      )
    },
  })

const pushRoute = (
  openRepository: Opener,
  { parts: { bodyMemory: memory, uploadSlots }, address: { path, params, operation, subject } }: RouteParts,
): Route =>
  projectRoute({
    ...commonRoute,
    params,
    method: 'POST',
    path: `${path}/git-receive-pack`,
    operationId: operation('push', 'commits'),
    summary: `Commit revisions that a Git client pushes to ${subject}.`,
    access: 'editor',
    writes: true,
    readsBody: true,
    handle: async ({ params: pathParams, request, reply }, caller) => {
      const repository = await openRepository(pathParams, caller)
      const signal = disconnectSignal({ reply })
      const { body, release } = await readBody(request, { memory, bytesMax: pushBytesMax })
      try {
        const slot = await uploadSlots.acquire(caller.project.id, signal)
        try {
          const answer = await answerPush(repository, { body, limits: packLimits, signal })
          return reply
            .type('application/x-git-receive-pack-result')
            .header('Cache-Control', 'no-cache')
            .send(answer)
        } finally {
          slot.release()
        }
      } finally {
        release()
      }
    },
  })

export function gitRoutes(parts: GitParts): readonly Route[] {
  const openRepository = repositoryOpener(parts)
  return addresses.flatMap((address) => [
    advertisementRoute(openRepository, address),
    fetchRoute(openRepository, { parts, address }),
    pushRoute(openRepository, { parts, address }),
  ])
}
