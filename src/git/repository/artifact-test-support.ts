// An artifact with its repository, and commits of a real clone, for tests of repositories on both backends.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { RelationalStore, Revision } from '../../storage/contract/contract.ts'
import { commit } from '../../versioning/commit.ts'
import { createArtifact, createVariant } from '../../versioning/create.ts'
import type { Kind } from '../../versioning/kinds.ts'
import { log } from '../../versioning/log.ts'
import { gitLine } from '../objects/test-support.ts'
import { createRepositories } from './repository.ts'
import { repositorySettings } from './test-support.ts'

const engine = realEngine()
const settings = repositorySettings(engine)

export const prompt = (text: string): JsonObject => ({
  uri: 'agenta:builtin:chat:v0',
  parameters: { prompt: { messages: [{ role: 'system', content: text }], llm_config: { model: 'gpt-5' } } },
})

/** The texts of files by path; undefined: the file is removed. */
export type FileChanges = Readonly<Record<string, string | undefined>>

async function write(folder: string, files: FileChanges): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await (text === undefined ? rm(file) : writeFile(file, text))
  }
}

/** Commits files; returns the id of the commit. */
export async function commitFiles(
  folder: string,
  { message, files }: { readonly message: string; readonly files: FileChanges },
): Promise<string> {
  await write(folder, files)
  await gitLine(folder, ['add', '-A'])
  await gitLine(folder, ['commit', '-q', '--allow-empty', '-m', message])
  return gitLine(folder, ['rev-parse', 'HEAD'])
}

/** An artifact `bot` with one variant `main` in a project of its own. */
export async function newArtifact(store: RelationalStore, kind: Kind) {
  const scope = await newProjectScope(store, `git ${crypto.randomUUID()}`)
  const at = { engine, scope, kind }
  const artifact = await createArtifact(at, { header: { slug: 'bot' }, id: undefined })
  const variant = await createVariant(at, { header: { slug: 'main' }, artifactId: artifact.id })
  const save = async (data: JsonObject, message?: string): Promise<Revision> =>
    (await commit(at, { variantId: variant.id, header: {}, message, data, loc: [] })).revision
  const repositories = createRepositories(settings)
  const open = (caller: Scope = scope) => repositories.open({ scope: caller, kind }, 'bot')
  /** Reads like another process: its caches are empty. */
  const openFresh = () => createRepositories(settings).open({ scope, kind }, 'bot')
  const revisions = (variantId = variant.id) => log({ scope, kind }, { variantId, withData: true })
  return { ...at, artifact, variant, save, open, openFresh, revisions }
}

/** The commit of the branch `main`. */
export async function headOf(bot: Awaited<ReturnType<typeof newArtifact>>): Promise<string> {
  const { refs } = await (await bot.open()).refs()
  return refs.find(({ name }) => name === 'refs/heads/main')?.id ?? 'none'
}
