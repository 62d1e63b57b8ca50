// Runs the code that the page of an application shows.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type Purpose, type Target } from '../../web/artifacts/usage/usage-code.ts'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { promptOf, startModel, useModel, type Model } from '../support/model.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-usage-'))
let api: Api
let model: Model

beforeAll(async () => {
  api = await newProject(serverOf('sqlite'))
  model = await startModel(({ messages }) => `You said: ${messages.at(-1).content}`)
  await useModel(api, model, 'local')
  const { body } = await api.post('/simple/applications/', {
    application: { slug: 'greeter', data: promptOf("It's {{name}}, deployed") },
  })
  await api.post('/applications/revisions/deploy', {
    application_revision_ref: { id: body.application.revision_id },
    environment_ref: { slug: 'production' },
  })
  await api.post('/applications/revisions/commit', {
    application_revision_commit: {
      application_variant_id: body.application.variant_id,
      data: promptOf("It's {{name}}, newest"),
    },
  })
})
afterAll(async () => {
  await model.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, ASSAY_API_KEY: api.key }
  return (await promisify(execFile)(program, args, { cwd: folder, env })).stdout
}

const variant = async (): Promise<string> => {
  const { body } = await api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'greeter' },
  })
  return body.application_revision.application_variant_slug
}

const targets: Readonly<Record<string, (slug: string) => { target: Target; text: string }>> = {
  environment: () => ({ target: { environment: 'production' }, text: 'deployed' }),
  version: (slug) => ({ target: { variant: slug, version: '1' }, text: 'deployed' }),
  'newest version': (slug) => ({ target: { variant: slug }, text: 'newest' }),
}

const inputOf = (target: Target, purpose: Purpose) => ({
  origin: api.url,
  application: 'greeter',
  target,
  purpose,
  service: 'completion',
  inputs: { name: "Ada's" },
})

describe.each(Object.entries(targets))('by %s', (_, targetOf) => {
  test('curl fetches the prompt and runs it', async () => {
    const { target, text } = targetOf(await variant())
    const curlAnswer = JSON.parse(await run('bash', '-c', codeOf.curl(inputOf(target, 'fetch'))))
    const { parameters } = curlAnswer.application_revision.data
    expect(parameters.prompt.messages[0].content).toBe(`It's {{name}}, ${text}`)
    const answer = JSON.parse(await run('bash', '-c', codeOf.curl(inputOf(target, 'run'))))
    expect(answer.data.outputs).toBe(`You said: It's Ada's, ${text}`)
  })

  test('TypeScript fetches the prompt and runs it', async () => {
    const { target, text } = targetOf(await variant())
    const runCode = async (purpose: Purpose): Promise<string> => {
      const sdk = join(import.meta.dirname, '../../sdk/client.ts')
      const code = codeOf.typescript(inputOf(target, purpose)).replace("'@assay/sdk'", JSON.stringify(sdk))
      const file = join(folder, `${purpose}.mts`)
      writeFileSync(file, code)
      return (await run(process.execPath, file)).trim()
    }
    expect(JSON.parse(await runCode('fetch'))[0].content).toBe(`It's Ada's, ${text}`)
    expect(await runCode('run')).toBe(`You said: It's Ada's, ${text}`)
  })
})
