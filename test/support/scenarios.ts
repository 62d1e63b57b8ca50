// Requests as rows of a table, and patterns for values of the server: ids, times, hashes.
import { expect, test } from 'vitest'
import type { Answer, Api, Body } from './api.ts'

export const anId: string = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
) as string
export const aTime: string = expect.stringMatching(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}(\d{3})?Z$/,
) as string
export const aHash: string = expect.stringMatching(/^[0-9a-f]{64}$/) as string
export const aGeneratedSlug: string = expect.stringMatching(/^[0-9a-f]{12}$/) as string

/** An id that no record has. */
export const unknownId = '01900000-0000-7000-8000-000000000000'

/** The three roles; on artifacts and variants of the workflow family. */
export const roleFlags = (role?: 'is_application' | 'is_evaluator' | 'is_snippet') => ({
  is_application: role === 'is_application',
  is_evaluator: role === 'is_evaluator',
  is_snippet: role === 'is_snippet',
})

/** All 17 flags of a revision of the workflow family. */
export const revisionFlags = (
  role?: 'is_application' | 'is_evaluator' | 'is_snippet',
  ...set: readonly string[]
) => ({
  ...roleFlags(role),
  ...Object.fromEntries(
    [
      'is_managed',
      'is_custom',
      'is_llm',
      'is_hook',
      'is_code',
      'is_match',
      'is_feedback',
      'is_agent',
      'is_skill',
      'is_chat',
      'has_url',
      'has_script',
      'has_handler',
      'is_static',
    ].map((flag) => [flag, set.includes(flag)]),
  ),
})

export interface Scenario {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly code?: string
  /** The exact body. */
  readonly exact?: unknown
  /** A part of the body. */
  readonly part?: object
  /** Texts that the body must not contain. */
  readonly forbidden?: readonly string[]
}

/** Sends the request of the row and compares the answer. */
export async function play(api: Pick<Api, 'call'>, row: Scenario): Promise<Answer> {
  const answer = await api.call(row.method ?? 'POST', row.path, row.body, row.headers)
  const body: Body = answer.body
  expect(
    { status: answer.status, ...(row.code === undefined ? {} : { code: body.code }) },
    text(answer),
  ).toEqual({
    status: row.status,
    ...(row.code === undefined ? {} : { code: row.code }),
  })
  if (row.exact !== undefined) expect(body).toEqual(row.exact)
  if (row.part !== undefined) expect(body).toMatchObject(row.part)
  for (const word of row.forbidden ?? []) expect(JSON.stringify(body)).not.toContain(word)
  return answer
}

const text = ({ body }: Answer): string => JSON.stringify(body)?.slice(0, 1000) ?? ''

/** One test per row; `api` and the rows may be created by a hook. */
export function playAll(rows: readonly Scenario[], api: () => Pick<Api, 'call'>): void {
  for (const row of rows) {
    test(row.name, async () => {
      await play(api(), row)
    })
  }
}
