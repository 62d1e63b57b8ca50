// Every artifact as a Git remote: `git clone https://x:KEY@host/git/{project}/{kind}/{slug}`. The routes authenticate, find
// the repository and pass bytes; git/wire speaks the protocol. Imports git/ and the server. Start here; body.ts reads
// the bodies. See docs/git.md.
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Service } from '../../git/wire/advertisement.ts'
import { packLimits } from '../../git/pack/pack.ts'
import { advertise, answerFetch, answerPush } from '../../git/wire/wire.ts'
import { createRepositories } from '../../git/repository/repository.ts'
import type { Repository } from '../../git/objects/repository.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { FairSemaphore } from '../../kernel/fair-semaphore.ts'
import { parse } from '../../kernel/validation.ts'
import type { Family } from '../../storage/contract/contract.ts'
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
  readonly engine: Engine
  readonly testsets: TestsetSettings
  readonly payloads: Readonly<Record<Family, PayloadSchemas>>
  readonly bodyMemory: BodyMemory
  /** Limits the packs that are checked at a time; projects share the slots. */
  readonly uploadSlots: FairSemaphore
}

const kindsByPath: ReadonlyMap<string, Kind> = new Map([
  ...Object.values(kinds).flatMap((kind) => [[kind.plural, kind] as const, [kind.name, kind] as const]),
  ['apps', kinds.application],
])

const params = z.object({ project: z.string(), kind: z.string(), slug: z.string() })
type Params = z.output<typeof params>

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
  params,
  answerError: plainText,
  answer: z.string().optional(),
} as const

/** A request may have the commands of a push besides its pack. */
const pushBytesMax = packLimits.packBytesMax + 1024 * 1024
const fetchBytesMax = 8 * 1024 * 1024

const protocolOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

const notFound = (): AssayError => new AssayError('not_found', 'There is no such repository.')

/** Opens the repository of a path. A project of others is not found. */
function repositoryOpener({ engine, testsets, payloads }: GitParts) {
  const repositories = createRepositories({
    engine,
    testsets,
    checkData: (family, { data, loc }) => parse(payloads[family].data, data, [...loc]),
  })
  return ({ project, kind: path, slug }: Params, caller: Caller): Promise<Repository> => {
    const kind = kindsByPath.get(path)
    const isOwn = project === caller.project.slug || project === caller.project.id
    if (kind === undefined || !isOwn) throw notFound()
    return repositories.open({ scope: caller.scope, kind }, slug.replace(/\.git$/, ''))
  }
}

type Opener = ReturnType<typeof repositoryOpener>

const advertisementRoute = (open: Opener): Route =>
  projectRoute({
    ...commonRoute,
    method: 'GET',
    path: '/git/{project}/{kind}/{slug}/info/refs',
    operationId: 'list_git_refs',
    summary: 'The refs of an artifact, for Git.',
    access: 'viewer',
    query: z.object({ service: z.enum(['git-upload-pack', 'git-receive-pack']) }),
    handle: async ({ query, params: path, request, reply }, caller) => {
      const service: Service = query.service
      if (service === 'git-receive-pack') requireRole(caller, { access: 'editor', programs: false })
      const repository = await open(path, caller)
      const protocol = protocolOf(request.headers['git-protocol'])
      return reply
        .type(`application/x-${service}-advertisement`)
        .header('Cache-Control', 'no-cache')
        .send(await advertise(repository, { service, protocol }))
    },
  })

const fetchRoute = (open: Opener, { bodyMemory: memory }: GitParts): Route =>
  projectRoute({
    ...commonRoute,
    method: 'POST',
    path: '/git/{project}/{kind}/{slug}/git-upload-pack',
    operationId: 'fetch_git_objects',
    summary: 'Sends the objects that a Git client lacks.',
    access: 'viewer',
    readsBody: true,
    handle: async ({ params: path, request, reply }, caller) => {
      const repository = await open(path, caller)
      const { body, release } = await readBody(request, { memory, bytesMax: fetchBytesMax })
      release()
      const protocol = protocolOf(request.headers['git-protocol'])
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

const pushRoute = (open: Opener, { bodyMemory: memory, uploadSlots }: GitParts): Route =>
  projectRoute({
    ...commonRoute,
    method: 'POST',
    path: '/git/{project}/{kind}/{slug}/git-receive-pack',
    operationId: 'push_git_commits',
    summary: 'Commits revisions that a Git client pushes.',
    access: 'editor',
    writes: true,
    readsBody: true,
    handle: async ({ params: path, request, reply }, caller) => {
      const repository = await open(path, caller)
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
  const open = repositoryOpener(parts)
  return [advertisementRoute(open), fetchRoute(open, parts), pushRoute(open, parts)]
}
