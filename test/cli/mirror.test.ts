// `assay git mirror` with the real git: an artifact of a running server on one side, a bare repository on the other.
import { createHmac } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { git, gitLine, temporaryFolder } from '../../src/git/objects/test-support.ts'
import { newProject, serverOf, type Body } from '../support/api.ts'
import { commandLineProgram, compileCacheDir } from '../support/children.ts'
import { until } from '../support/eventually.ts'
import { commitTo, kindNamed, makeVariant } from '../support/kinds.ts'
import { commandLine } from './command-line.ts'
import { inDeep } from '../support/tier.ts'

const application = kindNamed('application')
const prompt = (text: string) => ({
  uri: 'user:custom:a:v1',
  parameters: { prompt: { messages: [{ role: 'system', content: text }] } },
})
const file = 'messages/01-system.md'

/** An application `bot` with one revision, an empty bare repository, and the command that mirrors them. */
async function createMirrorSetup() {
  const api = await newProject(serverOf('sqlite'))
  const { variant } = await makeVariant(api, application, 'bot')
  const save = (text: string, fields: object = {}): Promise<Body> =>
    commitTo(api, application, variant.id, { data: prompt(text), message: text, ...fields })
  await save('first')
  const folder = await temporaryFolder()
  const bareRepository = join(folder, 'bare.git')
  await git('/', ['init', '-q', '--bare', bareRepository])
  const line = commandLine(api)
  onTestFinished(line.remove)
  const address = (key = api.key): string =>
    `${api.url.replace('://', `://x:${key}@`)}/git/${api.projectId}/applications/bot`
  const args = ['git', 'mirror', bareRepository, '--artifact', 'applications/bot']
  const mirror = (...extraArgs: readonly string[]) => line.run(...args, ...extraArgs)
  const branch = async (url: string, name: string): Promise<string> =>
    (await gitLine('/', ['ls-remote', url, `refs/heads/${name}`])).split('\t')[0] ?? ''
  /** The branch of the default variant. */
  const [, main = ''] =
    /ref: refs\/heads\/(\S+)/.exec(await gitLine('/', ['ls-remote', '--symref', address(), 'HEAD'])) ?? []
  return {
    api,
    variant,
    save,
    bare: bareRepository,
    folder,
    line,
    args,
    main,
    mirror,
    address,
    inAssay: (name = main) => branch(address(), name),
    inRemote: (name = main) => branch(bareRepository, name),
    head: async (): Promise<Body> =>
      (
        await api.post('/applications/revisions/retrieve', {
          application_variant_ref: { id: variant.id },
        })
      ).body.application_revision,
  }
}

type MirrorSetup = Awaited<ReturnType<typeof createMirrorSetup>>

async function cloneRemote({ bare, folder, main }: MirrorSetup): Promise<string> {
  const clone = join(folder, `clone-${crypto.randomUUID()}`)
  await git('/', ['clone', '-q', '--branch', main, bare, clone])
  return clone
}

/** Commits a file of a clone and pushes the branch to the remote. */
async function commitRemote(clone: string, text: string, path = file): Promise<string> {
  await mkdir(dirname(join(clone, path)), { recursive: true })
  await writeFile(join(clone, path), `${text}\n`)
  await git(clone, ['add', '-A'])
  await git(clone, ['commit', '-q', '-m', text])
  await git(clone, ['push', '-q', 'origin', 'HEAD'])
  return gitLine(clone, ['rev-parse', 'HEAD'])
}

const inStep = { code: 0, err: '' }

test('an empty repository receives all branches, and then changes of both sides are mirrored', async () => {
  const setup = await createMirrorSetup()
  const { api, variant, save, main, mirror, inAssay, inRemote, head } = setup
  await api.post('/applications/variants/fork', {
    application_variant: { slug: 'side' },
    application_variant_ref: { id: variant.id },
  })
  expect(await mirror()).toMatchObject({
    ...inStep,
    out: `${main}: pushed to the remote.\nside: pushed to the remote.\nBoth sides are in step.\n`,
  })
  expect(await inRemote('side')).toBe(await inAssay())
  const clone = await cloneRemote(setup)
  const remoteCommit = await commitRemote(clone, 'by the remote')
  await git(clone, ['push', '-q', 'origin', 'HEAD:refs/heads/new'])
  expect(await mirror()).toMatchObject({
    ...inStep,
    out: `${main}: pushed to Assay.\nnew: pushed to Assay.\nBoth sides are in step.\n`,
  })
  expect([await inAssay(), await inAssay('new')]).toEqual([remoteCommit, remoteCommit])
  expect(await head()).toMatchObject({ message: 'by the remote', data: prompt('by the remote') })
  await save('by the page')
  expect(await mirror()).toMatchObject(inStep)
  expect(await inRemote()).toBe(await inAssay())
  expect(await mirror()).toMatchObject({ ...inStep, out: 'Both sides are in step.\n' })
})

test('commits on both sides become a variant, and after its merge the mirror resumes', async () => {
  const setup = await createMirrorSetup()
  const { api, main, save, mirror, inAssay, inRemote } = setup
  await mirror()
  const remoteCommit = await commitRemote(await cloneRemote(setup), 'by the remote')
  await save('by the page')
  const [assay, remote] = [await inAssay(), await inRemote()]
  const divergedResult = await mirror()
  expect(divergedResult).toMatchObject({ code: 1, out: expect.stringContaining('Not in step: 1 branch.') })
  expect(divergedResult.out).toContain(
    `${main}: both sides have new commits. Those of the remote are the variant mirror-bot-${main}: merge it into ${main} at ${api.url}/p/${api.projectId}/apps/bot.`,
  )
  expect([await inAssay(), await inRemote()]).toEqual([assay, remote])
  expect(await inAssay(`mirror-bot-${main}`)).toBe(remoteCommit)
  expect(await mirror()).toMatchObject({ code: 1 })
  const { body } = await api.post('/applications/revisions/retrieve', {
    application_variant_ref: { slug: `mirror-bot-${main}` },
  })
  await save('decided', { merged_revision_id: body.application_revision.id })
  expect(await mirror()).toMatchObject({
    ...inStep,
    out: `${main}: pushed to the remote.\nBoth sides are in step.\n`,
  })
  expect(await inRemote()).toBe(await inAssay())
  const clone = await cloneRemote(setup)
  expect(await gitLine(clone, ['rev-parse', 'HEAD^1', 'HEAD^2'])).toBe(`${assay}\n${remoteCommit}`)
  expect(await readFile(join(clone, file), 'utf8')).toBe('decided\n')
})

/** Starts the command as a separate process. */
function startMirror(
  setup: MirrorSetup,
  extraArgs: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [commandLineProgram, ...setup.args, ...extraArgs], {
    env: {
      PATH: process.env['PATH'],
      HOME: setup.folder,
      NODE_COMPILE_CACHE: compileCacheDir,
      ASSAY_URL: setup.api.url,
      ASSAY_API_KEY: setup.api.key,
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { child, exit, output: () => output }
}

inDeep(() => {
  test('a rewritten history becomes another variant, without a forced push', async () => {
    const setup = await createMirrorSetup()
    const { main, save, mirror, inAssay, inRemote } = setup
    await mirror()
    const clone = await cloneRemote(setup)
    await save('by the page')
    const first = await commitRemote(clone, 'one')
    await mirror()
    await git(clone, ['commit', '-q', '--amend', '-m', 'two'])
    await git(clone, ['push', '-q', '-f', 'origin', 'HEAD'])
    const second = await inRemote()
    expect(await mirror()).toMatchObject({ code: 1, out: expect.stringContaining(`mirror-bot-${main}-2`) })
    expect(await inAssay(`mirror-bot-${main}`)).toBe(first)
    expect(await inAssay(`mirror-bot-${main}-2`)).toBe(second)
    expect(await inRemote()).toBe(second)
  })

  test('equal changes on both sides are merged automatically', async () => {
    const setup = await createMirrorSetup()
    const { main, save, mirror, inAssay, inRemote } = setup
    await mirror()
    const clone = await cloneRemote(setup)
    await commitRemote(clone, 'the same')
    await save('the same')
    const mergeRound = await mirror()
    expect(mergeRound).toMatchObject({
      ...inStep,
      out: expect.stringContaining(`${main}: both sides had new commits`),
    })
    expect(await inRemote()).toBe(await inAssay())
  })

  test('merge commits of pull requests are mirrored with the commits that they merge', async () => {
    const setup = await createMirrorSetup()
    const { main, mirror, inAssay } = setup
    await mirror()
    const clone = await cloneRemote(setup)
    await git(clone, ['checkout', '-q', '-b', 'feature'])
    await commitRemote(clone, 'feature', 'README.md')
    await git(clone, ['checkout', '-q', main])
    await commitRemote(clone, 'on main')
    await git(clone, ['checkout', '-q', 'feature'])
    await git(clone, ['merge', '-q', '--no-ff', '-m', 'update', main])
    await commitRemote(clone, 'ready', 'README.md')
    await git(clone, ['checkout', '-q', main])
    await git(clone, ['merge', '-q', '--no-ff', '-m', 'Merge pull request #1', 'feature'])
    await git(clone, ['push', '-q', 'origin', main])
    await git(clone, ['push', '-q', 'origin', '--delete', 'feature'])
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: expect.stringContaining(`${main}: pushed to Assay.`),
    })
    expect(await inAssay()).toBe(await gitLine(clone, ['rev-parse', 'HEAD']))
    expect(await mirror()).toMatchObject({ ...inStep, out: 'Both sides are in step.\n' })
  })

  test('a refused branch is reported with file and line, and others continue', async () => {
    const setup = await createMirrorSetup()
    const { main, mirror, inAssay } = setup
    await mirror()
    const clone = await cloneRemote(setup)
    await git(clone, ['checkout', '-q', '-b', 'bad'])
    await commitRemote(clone, '{\n  "uri": "a b"\n}', 'settings.json')
    await git(clone, ['checkout', '-q', '-b', 'feature/x', main])
    await git(clone, ['push', '-q', 'origin', 'HEAD'])
    await git(clone, ['checkout', '-q', main])
    const goodCommit = await commitRemote(clone, 'good')
    const { code, out } = await mirror()
    expect(code).toBe(1)
    expect(out).toContain('bad: refused by Assay: settings.json:2: ')
    expect(out).toContain('feature/x: not mirrored: ')
    expect(out).toContain(`${main}: pushed to Assay.`)
    expect([await inAssay(), await inAssay('bad')]).toEqual([goodCommit, ''])
    const values = (await mirror('--json')).out
      .trim()
      .split('\n')
      .map((text): Body => JSON.parse(text))
    expect(values.find(({ branch }) => branch === 'bad')).toMatchObject({ status: 'refused', side: 'assay' })
    expect(values.at(-1)).toEqual({ status: 'behind', branches: 1 })
  })

  test('a deleted branch is not created again until the other side has new commits', async () => {
    const setup = await createMirrorSetup()
    const { api, mirror, main, inRemote, inAssay, bare } = setup
    const { body } = await api.post('/applications/variants/fork', {
      application_variant: { slug: 'side' },
      application_variant_ref: { id: setup.variant.id },
    })
    await mirror()
    await git(bare, ['update-ref', '-d', 'refs/heads/side'])
    // A round for other branches keeps the record that both sides had this one.
    await mirror('--branch', main)
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: expect.stringContaining('side: deleted on the remote'),
    })
    expect(await inRemote('side')).toBe('')
    await commitTo(api, application, body.application_variant.id, { data: prompt('new') })
    expect(await mirror()).toMatchObject(inStep)
    expect(await inRemote('side')).toBe(await inAssay('side'))
    await api.post(`/applications/variants/${body.application_variant.id}/archive`)
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: expect.stringContaining('side: archived in Assay'),
    })
    expect(await inRemote('side')).not.toBe('')
    expect(await inRemote()).toBe(await inAssay(main))
  })

  test('a deployment moves a tag of the remote, and a tag of the remote does not deploy', async () => {
    const { api, save, mirror, inAssay, bare } = await createMirrorSetup()
    const deploy = () =>
      api.post('/applications/revisions/deploy', {
        application_ref: { slug: 'bot' },
        environment_ref: { slug: 'production' },
      })
    await deploy()
    await mirror()
    const tag = () => gitLine(bare, ['rev-parse', 'refs/tags/env/production'])
    expect(await tag()).toBe(await inAssay())
    const first = await tag()
    await save('second')
    await deploy()
    await mirror()
    expect(await tag()).toBe(await inAssay())
    await git(bare, ['update-ref', 'refs/tags/env/production', first])
    await git(bare, ['update-ref', 'refs/tags/env/staging', first])
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: expect.stringContaining('env/production: pushed to the remote.'),
    })
    expect(await tag()).toBe(await inAssay())
  })

  test('a whole project is one branch of a repository', async () => {
    const setup = await createMirrorSetup()
    const { line, bare, save, head } = setup
    const mirror = () => line.run('git', 'mirror', bare)
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: 'main: pushed to the remote.\nBoth sides are in step.\n',
    })
    const text = () => gitLine(bare, ['show', `main:applications/bot/${file}`])
    expect(await text()).toBe('first')
    await save('second')
    await git(bare, ['branch', 'feature', 'main'])
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: expect.stringContaining('feature: not mirrored: a project has the branch main only.'),
    })
    expect(await text()).toBe('second')
    const clone = await cloneRemote({ ...setup, main: 'main' })
    await commitRemote(clone, 'third', `applications/bot/${file}`)
    expect(await mirror()).toMatchObject({
      ...inStep,
      out: expect.stringContaining('main: pushed to Assay.'),
    })
    expect((await head()).data).toEqual(prompt('third'))
  })

  test('only selected branches are mirrored', async () => {
    const setup = await createMirrorSetup()
    const { mirror, main, inAssay } = setup
    await mirror()
    const clone = await cloneRemote(setup)
    await git(clone, ['push', '-q', 'origin', 'HEAD:refs/heads/release-1', 'HEAD:refs/heads/other'])
    await mirror('--branch', main, '--branch', 'release-*')
    expect(await inAssay('release-1')).toBe(await inAssay())
    expect(await inAssay('other')).toBe('')
  })

  test('the error names a side that is missing, unreachable or refuses the key, and prints no key', async () => {
    const { api, line, args, bare, mirror, folder, main, save, inAssay } = await createMirrorSetup()
    const missingArtifact = await line.run('git', 'mirror', bare, '--artifact', 'applications/nobody')
    expect(missingArtifact).toMatchObject({
      code: 3,
      err: expect.stringContaining('Assay has no such repository'),
    })
    const missingRepository = await line.run(
      'git',
      'mirror',
      join(folder, 'gone.git'),
      '--artifact',
      'applications/bot',
    )
    expect(missingRepository).toMatchObject({
      code: 3,
      err: expect.stringContaining('The remote has no such repository'),
    })
    const secret = 'remote-secret-100%-0123456789'
    const closedPort = await line.run(
      'git',
      'mirror',
      `http://ada:${secret}@127.0.0.1:9/x.git`,
      ...args.slice(3),
    )
    expect(closedPort).toMatchObject({
      code: 4,
      err: expect.stringContaining('The remote cannot be reached'),
    })
    expect(await mirror('--key', 'wrong-key-0123456789')).toMatchObject({ code: 5 })
    const viewer = commandLine(await api.as('viewer'))
    onTestFinished(viewer.remove)
    await viewer.run(...args)
    expect(await gitLine(bare, ['rev-parse', main])).toBe(await inAssay())
    const clone = join(folder, 'clone')
    await git('/', ['clone', '-q', '--branch', main, bare, clone])
    await commitRemote(clone, 'by the remote')
    await save('by the page')
    const refusal = await viewer.run(...args)
    expect(refusal).toMatchObject({ code: 5, err: expect.stringContaining('this key has role viewer') })
    const other = await newProject(serverOf('sqlite'))
    await makeVariant(other, application, 'copy')
    const copy = `${other.url.replace('://', `://x:${other.key}@`)}/git/${other.projectId}/applications/copy`
    expect(await line.run('git', 'mirror', copy, ...args.slice(3))).toMatchObject({ err: '' })
    const outputText = JSON.stringify([missingArtifact, missingRepository, closedPort, refusal])
    for (const secretText of [secret, api.key, Buffer.from(`assay:${api.key}`).toString('base64')])
      expect(outputText).not.toContain(secretText)
  })

  test('wrong arguments are explained', async () => {
    const { line, args, mirror, folder } = await createMirrorSetup()
    const usageError = async (...words: readonly string[]) => {
      const { code, err } = await line.run(...words)
      expect(code).toBe(2)
      return err
    }
    expect(await usageError(...args, '--every', 'soon')).toContain('--every must be a time like 60s')
    // Longer than the maximum of a timer.
    expect(await usageError(...args, '--every', '600h')).toContain('at most 500h')
    expect(await usageError(...args, '--once', '--every', '1m')).toContain('Pass --once, or')
    expect(await usageError(...args, '--webhook', '0')).toContain('ASSAY_WEBHOOK_SECRET')
    expect(await usageError('git', 'mirror', folder, '--artifact', 'bot')).toContain(
      '--artifact must be like',
    )
    expect(await usageError(...args, '--folder', folder)).toContain('is not the folder of a mirror')
    await mirror('--folder', join(folder, 'cache'))
    const other = ['git', 'mirror', join(folder, 'other'), '--artifact', 'applications/bot']
    expect(await usageError(...other, '--folder', join(folder, 'cache'))).toContain(
      'belongs to the mirror of other',
    )
  })

  test('two concurrent mirrors, in one folder and in two, leave both sides equal', async () => {
    const setup = await createMirrorSetup()
    const { save, mirror, folder, inAssay, inRemote } = setup
    await mirror()
    const clone = await cloneRemote(setup)
    await commitRemote(clone, 'the same')
    await save('the same')
    const outcomes = await Promise.all([mirror(), mirror(), mirror('--folder', join(folder, 'second'))])
    expect(outcomes.map(({ err }) => err)).toEqual(['', '', ''])
    expect(await mirror()).toMatchObject(inStep)
    expect(await inRemote()).toBe(await inAssay())
  })

  test('the next mirror continues a killed one', async () => {
    const setup = await createMirrorSetup()
    const { save, mirror, inAssay, inRemote, bare } = setup
    for (const text of ['two', 'three']) await save(text)
    // The remote waits in a hook, so that the mirror is killed during its push.
    const marker = join(setup.folder, 'reached')
    const hook = join(bare, 'hooks/pre-receive')
    await writeFile(
      hook,
      `#!/bin/sh\ntouch '${marker}'\nwhile [ -e '${marker}' ]; do sleep 0.1; done\nexit 1\n`,
      { mode: 0o755 },
    )
    const { child, exit } = startMirror(setup, [])
    await until(
      () =>
        readFile(marker).then(
          () => true,
          () => false,
        ),
      'a push that waits',
    )
    child.kill('SIGKILL')
    await exit
    await rm(marker)
    await writeFile(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    expect(await mirror()).toMatchObject(inStep)
    expect(await inRemote()).toBe(await inAssay())
  })

  test('a webhook with the secret starts a round, and other requests are refused', async () => {
    const setup = await createMirrorSetup()
    const { save, inAssay, inRemote } = setup
    const secret = 'webhook-secret-0123456789'
    const mirrorProcess = startMirror(setup, ['--webhook', '0', '--every', '1h'], {
      ASSAY_WEBHOOK_SECRET: secret,
    })
    await until(() => mirrorProcess.output().includes('pushed to the remote'), 'the first round')
    const [, address = ''] = /received at (\S+)\.\n/.exec(mirrorProcess.output()) ?? []
    const send = async (headers: Readonly<Record<string, string>>, method = 'POST') =>
      (await fetch(address, { method, headers, ...(method === 'POST' ? { body: '{"ref":"x"}' } : {}) }))
        .status
    const signature = (key: string): string =>
      `sha256=${createHmac('sha256', key).update('{"ref":"x"}').digest('hex')}`
    expect(await send({})).toBe(401)
    expect(await send({ 'x-hub-signature-256': signature('other') })).toBe(401)
    expect(await send({ 'x-gitlab-token': 'other' })).toBe(401)
    expect(await send({}, 'GET')).toBe(405)
    for (const [text, headers] of [
      ['by GitHub', { 'x-hub-signature-256': signature(secret) }],
      ['by GitLab', { 'x-gitlab-token': secret }],
    ] as const) {
      await save(text)
      expect(await send(headers)).toBe(202)
      await until(async () => (await inRemote()) === (await inAssay()), text)
    }
    mirrorProcess.child.kill('SIGTERM')
    expect(await mirrorProcess.exit).toBe(130)
  })

  test('an interval repeats rounds, prints a line per change, and waits for an unreachable side', async () => {
    const setup = await createMirrorSetup()
    const { save, inAssay, inRemote, bare } = setup
    const mirrorProcess = startMirror(setup, ['--every', '1s'])
    await until(() => mirrorProcess.output().includes('pushed to the remote'), 'the first round')
    await rename(bare, `${bare}.away`)
    await until(() => mirrorProcess.output().includes('has no such repository'), 'a failure')
    await rename(`${bare}.away`, bare)
    await save('later')
    await until(async () => (await inRemote()) === (await inAssay()), 'the next round')
    await until(() => mirrorProcess.output().includes('Both sides answer again.'), 'the end of the failure')
    expect(mirrorProcess.output().match(/has no such repository/g)).toHaveLength(1)
    expect(mirrorProcess.output()).not.toContain(setup.api.key)
    mirrorProcess.child.kill('SIGTERM')
    expect(await mirrorProcess.exit).toBe(130)
  })

  test('no process has a key among its arguments', async () => {
    const setup = await createMirrorSetup()
    const { folder, api } = setup
    // A `git` on the path that logs its arguments before it runs the real one.
    const log = join(folder, 'arguments')
    const bin = join(folder, 'bin')
    await mkdir(bin)
    const gitProgram = (await gitLine('/', ['--exec-path'])) + '/git'
    await writeFile(join(bin, 'git'), `#!/bin/sh\necho "$@" >> '${log}'\nexec '${gitProgram}' "$@"\n`, {
      mode: 0o755,
    })
    const { exit } = startMirror(setup, [], { PATH: `${bin}:${process.env['PATH'] ?? ''}` })
    expect(await exit).toBe(0)
    const logText = await readFile(log, 'utf8')
    expect(logText).toContain('push')
    expect(logText).not.toContain(api.key)
    expect(logText).not.toContain(Buffer.from(`assay:${api.key}`).toString('base64'))
  })
})
