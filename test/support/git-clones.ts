// Clones of artifacts by the real git, and their payloads.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layouts } from '../../src/git/files/layouts.ts'
import { git, gitLine, temporaryFolder } from '../../src/git/objects/test-support.ts'
import type { Api, Body } from './api.ts'
import type { KindRow } from './kinds.ts'

/** The address of an artifact, with the key of the project. */
export const remoteOf = ({ url, key, projectId }: Api, path: string): string =>
  `${url.replace('://', `://x:${key}@`)}/git/${projectId}/${path}`

/** A new clone, checked by git. */
export async function cloneOf(url: string): Promise<string> {
  const folder = join(await temporaryFolder(), 'clone')
  await git('/', ['clone', '-q', url, folder])
  await git(folder, ['fsck', '--strict'])
  return folder
}

/** The files of the checked-out commit. */
export async function textsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = (await gitLine(folder, ['ls-files'])).split('\n').filter((path) => path !== '')
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  )
}

/** The payload of a clone in the form of the API. */
export async function payloadOf(folder: string, { family }: KindRow): Promise<unknown> {
  const texts = await textsOf(folder)
  if (family !== 'testset') return layouts[family].read(texts).data
  const lines = (texts.get('testcases.jsonl') ?? '').split('\n').filter((line) => line !== '')
  return lines.map((line): unknown => JSON.parse(line))
}

/** The payload of a revision in the same form. */
export const visiblePayload = ({ family }: KindRow, { data }: Body): unknown =>
  family === 'testset'
    ? data.testcases.map((row: Body) => ({
        ...row.data,
        ...(row.tags === undefined ? {} : { __tags__: row.tags }),
      }))
    : data

/** Commits all files; returns the id of the commit. */
export async function commitAll(folder: string, message: string): Promise<string> {
  await git(folder, ['add', '-A'])
  await git(folder, ['commit', '-q', '--allow-empty', '-m', message])
  return gitLine(folder, ['rev-parse', 'HEAD'])
}
