// The demo project is exported on its settings page and imported on a second server, where every page shows the same.
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { request, type Body } from '../../test/support/api.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../../test/support/process.ts'
import type { WatchedPage } from './browser.ts'
import { deep } from './deep.ts'
import { closePage, openSignedOut, signIn, url, withBrowser } from './pages.ts'

withBrowser()

interface Side {
  /** The URL of the server. */
  readonly url: string
  readonly watchedPage: WatchedPage
  /** The URL of the project. */
  readonly base: string
}

/** Ids in the paths below. */
const ids = { trace: '', session: '', sessionOfUser: '', run: '', otherRun: '', queue: '' }
let otherServer: RunningServer | undefined
/** The project on its first and on its second server. */
let sides: readonly Side[] = []

/** Signs in. Both sides have the same fixed time: relative times and periods are equal. */
async function signInOn(origin: string, { key, nowMs }: { key: string; nowMs: number }): Promise<Side> {
  const watchedPage = await openSignedOut({ origin, hasOwnClock: true })
  const { page } = watchedPage
  await page.clock.setFixedTime(nowMs)
  return { url: origin, watchedPage, base: await signIn(watchedPage, key, origin) }
}

async function exportProject({ watchedPage: { page }, base }: Side): Promise<Buffer> {
  await page.goto(`${base}/settings/project`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export project' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.assay\.tar\.gz$/)
  return buffer(await download.createReadStream())
}

async function importProject({ watchedPage, base, ...rest }: Side, content: Buffer): Promise<Side> {
  const { page } = watchedPage
  await page.goto(`${base}/settings/project`)
  const file = { name: 'project.assay.tar.gz', mimeType: 'application/gzip', buffer: content }
  await page.getByLabel('Exported project').setInputFiles(file)
  await page.waitForURL(({ pathname }) => /\/p\/demo[^/]*\/?$/.test(pathname))
  return { ...rest, watchedPage, base: page.url().replace(/\/$/, '') }
}

async function readIds(key: string): Promise<void> {
  const query = async (path: string, body: unknown): Promise<Body> =>
    (await request(`${url()}/api${path}`, { method: 'POST', authorization: `ApiKey ${key}`, body })).body
  const filtering = { conditions: [{ field: 'span_name', operator: 'is', value: 'order-agent' }] }
  const { spans } = await query('/spans/query', { filtering, windowing: { limit: 1 } })
  const newestSession = async (filter?: string): Promise<string> =>
    (await query('/spans/sessions/query', { filter, windowing: { limit: 1 } })).session_ids[0]
  const { runs } = await query('/evaluations/runs/query', {})
  const { queues } = await query('/evaluations/queues/query', {})
  const runId = (name: string): string => runs.find((run: Body) => run.name === name).id
  ids.trace = spans[0].trace_id
  ids.session = await newestSession()
  ids.sessionOfUser = await newestSession('user_id = sanna')
  ids.run = runId('Support chat, version 5')
  ids.otherRun = runId('Support chat, version 3')
  ids.queue = queues[0].id
}

beforeAll(async () => {
  const [demo, server] = await Promise.all([
    request(`${url()}/api/projects/demo`, { method: 'POST', authorization: `ApiKey ${firstKey}` }),
    startServer(),
  ])
  otherServer = server
  const { key } = demo.body
  await readIds(key)
  const nowMs = Date.now()
  const source = await signInOn(url(), { key, nowMs })
  const target = await signInOn(server.url, { key: firstKey, nowMs })
  sides = [source, await importProject(target, await exportProject(source))]
})
afterAll(async () => {
  for (const { watchedPage } of sides) await closePage(watchedPage)
  await otherServer?.stop()
  if (otherServer !== undefined) removeDataDir(otherServer)
})

/** The text of the page without facts of the server: its address in programs, and the spans of the last hour. */
const textOf = async ({ watchedPage: { page }, url: server }: Side): Promise<string> =>
  (await page.getByRole('main').innerText())
    .replaceAll(server, '<server>')
    .replace(/(?<=Spans stored\s+)[\d,]+/, '<spans>')

/** Lines that only one side has. */
const differences = ([here, there]: readonly (readonly string[])[]): string =>
  [
    ...(here ?? []).filter((line) => there?.includes(line) !== true).map((line) => `- ${line}`),
    ...(there ?? []).filter((line) => here?.includes(line) !== true).map((line) => `+ ${line}`),
  ].join('\n')

/** Each page with a text of its data: before it has loaded, both sides could be equally empty. */
const pages: readonly (readonly [path: string, text: string])[] = [
  ['/traces/{trace}', 'order-agent'],
  ['/testsets/support-questions', 'delivery'],
  ['/apps/support-chat?tab=diff', 'demo, '],
  ['/runs/{run}', 'delivery'],
  ['/queues/{queue}', 'Are the new answers helpful?'],
]

const otherPages: typeof pages = [
  ['', 'Are the new answers helpful?'],
  ['/traces', 'support-chat'],
  ['/sessions', '{session}'],
  ['/sessions/{session}', 'support-chat'],
  ['/users', 'sanna'],
  ['/users/sanna', '{sessionOfUser}'],
  ['/analytics', 'support-chat'],
  ['/apps', 'demo'],
  ['/apps/support-chat', 'demo, '],
  ['/apps/support-chat?tab=uses', 'demo, '],
  ['/apps/support-chat?tab=traffic', 'demo, '],
  ['/apps/support-chat/playground', 'three sentences at most'],
  ['/workflows', 'demo'],
  ['/workflows/house-style', 'demo, '],
  ['/evaluators', 'demo'],
  ['/evaluators/helpful?tab=quality', 'demo, '],
  ['/testsets', 'Support questions'],
  ['/testsets/support-questions?view=history', 'demo'],
  ['/testsets/support-questions/diff/1..2', '16 unchanged'],
  ['/queries', 'Failing answers'],
  ['/queries/failing-answers', 'demo, '],
  ['/environments', 'support-chat'],
  ['/environments?view=history&of=production', 'support-chat'],
  ['/runs', 'Support chat, version 5'],
  ['/runs/compare?ids={otherRun},{run}', 'delivery'],
  ['/queues', 'Are the new answers helpful?'],
  ['/settings/prices', 'Prices'],
  ['/settings/redaction', 'Redaction'],
  ['/settings/retention', 'Retention'],
]

const withIds = (template: string): string =>
  Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(`{${name}}`, id), template)

/** The difference between the pages of both sides; undefined: they show the same. */
async function difference(path: string, text: string): Promise<string | undefined> {
  await Promise.all(
    sides.map(async ({ watchedPage: { page }, base }) => {
      await page.goto(`${base}${withIds(path)}`)
      await page.locator('main h1').waitFor()
    }),
  )
  const compare = async (): Promise<string> => {
    const texts = await Promise.all(sides.map(textOf))
    if (texts[0]?.includes(withIds(text)) !== true) return `${path}: "${text}" is missing`
    return texts[0] === texts[1] ? '' : `${path}:\n${differences(texts.map((one) => one.split('\n')))}`
  }
  try {
    await expect.poll(compare).toBe('')
  } catch {
    return compare()
  }
  return undefined
}

async function expectSame(all: typeof pages): Promise<void> {
  const differencesOfPages: string[] = []
  for (const [path, text] of all) differencesOfPages.push((await difference(path, text)) ?? '')
  expect(differencesOfPages.filter((one) => one !== '').join('\n')).toBe('')
}

test('the pages of a trace, a testset, versions, a run and a queue show the same on both servers', () =>
  expectSame(pages))
deep('all other pages show the same on both servers', () => expectSame(otherPages))
