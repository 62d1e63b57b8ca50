// Many concurrent commits over HTTP to one variant, and the outcomes for their clients.
import { expect } from 'vitest'
import { request, type Answer } from './api.ts'
import { firstKey } from './process.ts'

const authorization = `ApiKey ${firstKey}`

/** A request with the key of the first project. */
export const call = (url: string, path: string, body?: unknown): Promise<Answer> =>
  request(`${url}/api${path}`, { method: body === undefined ? 'GET' : 'POST', authorization, body })

export interface AcknowledgedCommit {
  readonly id: string
  readonly version: string
  readonly data: unknown
}

/** A new application; returns the id of its variant. */
export async function newVariant(url: string, slug: string): Promise<string> {
  const { status, body } = await call(url, '/simple/applications/', { application: { slug } })
  expect(status).toBe(200)
  return body.application.variant_id as string
}

export const commitOn = (url: string, variantId: string, parameters: unknown): Promise<Answer> =>
  call(url, '/applications/revisions/commit', {
    application_revision_commit: { application_variant_id: variantId, data: { parameters } },
  })

export interface WriteLoad {
  readonly acknowledged: readonly AcknowledgedCommit[]
  /** Answers other than success. */
  readonly refused: readonly Answer[]
  /** Resolves after this number of acknowledged commits. */
  reached(count: number): Promise<void>
  /** Ends the load after the current requests. */
  end(): Promise<void>
}

/** `width` clients commit concurrently, each in sequence, until the end; a lost connection ends its client. */
export function commitConcurrently(
  url: string,
  variantId: string,
  options: { readonly width: number; readonly payload?: string; readonly commitsMax?: number },
): WriteLoad {
  const acknowledgedCommits: AcknowledgedCommit[] = []
  const refusedAnswers: Answer[] = []
  const waiters = new Map<() => void, number>()
  const endController = new AbortController()
  let requestCount = 0
  const client = async (): Promise<void> => {
    while (!endController.signal.aborted && requestCount < (options.commitsMax ?? 5000)) {
      const requestNumber = requestCount++
      const answer = await commitOn(url, variantId, {
        turn: requestNumber,
        payload: options.payload ?? '',
      }).catch(() => undefined)
      if (answer === undefined) return
      if (answer.status === 200)
        acknowledgedCommits.push(answer.body.application_revision as AcknowledgedCommit)
      else refusedAnswers.push(answer)
      for (const [resolve, count] of waiters) if (acknowledgedCommits.length >= count) resolve()
    }
  }
  const clients = Promise.all(Array.from({ length: options.width }, client)).finally(() => {
    // Otherwise pending waits would never end.
    for (const resolve of waiters.keys()) resolve()
  })
  return {
    acknowledged: acknowledgedCommits,
    refused: refusedAnswers,
    reached: (count) =>
      acknowledgedCommits.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiters.set(resolve, count)),
    end: async () => {
      endController.abort()
      await clients
    },
  }
}

/** Every acknowledged commit is stored completely, versions have no gap, and the next commit gets the next version. */
export async function expectNothingLost(
  url: string,
  variantId: string,
  acknowledgedCommits: readonly AcknowledgedCommit[],
): Promise<void> {
  const { body } = await call(url, '/applications/revisions/log', {
    application: { application_variant_id: variantId },
  })
  const entries = body.application_revisions as { readonly id: string; readonly version: string }[]
  expect(entries.map(({ version }) => Number(version)).toReversed()).toEqual(entries.map((_, i) => i))
  const versions = new Map(entries.map(({ id, version }) => [id, version]))
  expect(acknowledgedCommits.map(({ id }) => versions.get(id))).toEqual(
    acknowledgedCommits.map(({ version }) => version),
  )
  const retrieveAnswers = await Promise.all(
    acknowledgedCommits.map(({ id }) =>
      call(url, '/applications/revisions/retrieve', { application_revision_ref: { id } }),
    ),
  )
  expect(retrieveAnswers.map(({ body }) => body.application_revision?.data)).toEqual(
    acknowledgedCommits.map(({ data }) => data),
  )
  const nextAnswer = await commitOn(url, variantId, { turn: 'after' })
  expect([nextAnswer.status, nextAnswer.body.application_revision?.version]).toEqual([
    200,
    String(entries.length),
  ])
}
