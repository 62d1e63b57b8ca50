// Runs: the list, live progress, rows, metrics and the manifest.
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { violationsInAllLooks } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

const poems = ['the sea', 'the moors', 'a lighthouse']

interface RunProject {
  readonly key: string
  readonly runId: string
  readonly call: (method: string, path: string, body?: object) => Promise<unknown>
}

/**
 * A project with a run of three rows through a program that repeats its inputs, with an evaluator that always passes.
 */
async function projectWithRun({ origin = 'auto', state = {} } = {}): Promise<RunProject> {
  const { key } = await newProject(url())
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url()}/api${path}`, {
      method,
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const create = async (kind: 'application' | 'evaluator' | 'testset', slug: string, data: object) => {
    const answer = await call('POST', `/simple/${kind}s/`, { [kind]: { slug, name: slug, data } })
    return (answer as Record<string, { readonly revision_id: string }>)[kind]?.revision_id ?? ''
  }
  const mock = (name: string) => ({ uri: 'assay:custom:mock:v0', parameters: { key: name } })
  const testcases = poems.map((about) => ({ data: { about } }))
  const data = {
    testset_steps: [await create('testset', 'poems', { testcases })],
    application_steps: { [await create('application', 'echo', mock('echo'))]: 'auto' },
    evaluator_steps: { [await create('evaluator', 'agrees', mock('pass'))]: origin },
    ...state,
  }
  const { evaluation } = (await call('POST', '/simple/evaluations/', {
    evaluation: { name: 'Three poems', data },
  })) as { readonly evaluation: { readonly id: string } }
  return { key, runId: evaluation.id, call }
}

test('the list shows scores and leads to a run, whose page shows its progress until the end', async () => {
  const { key } = await projectWithRun()
  const watchedPage = await openWithKey(key, '/runs')
  const { page } = watchedPage
  await row(page, 'Three poems').getByText('echo').waitFor()
  await row(page, 'Three poems').getByText('100%').waitFor()
  await row(page, 'Three poems').getByText('Three poems').click()
  await page.getByRole('grid', { name: 'Rows of the run' }).waitFor()
  await page.getByText('finished', { exact: true }).first().waitFor()
  await page.getByLabel('Metrics of the run').getByText('100%').first().waitFor()
  await closePage(watchedPage)
})

deep('a run whose program has probably been killed is marked, with the ways to continue it', async () => {
  // A run that is created with the status running is computed by its client.
  const { key, runId } = await projectWithRun({ state: { status: 'running' } })
  const watchedPage = await openWithKey(key, `/runs/${runId}`, { hasOwnClock: true })
  const { page } = watchedPage
  await page.getByRole('progressbar').waitFor()
  expect(await page.getByText('Probably interrupted').count()).toBe(0)
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  await page.reload()
  await page.getByText('Probably interrupted: last change 1h ago.').waitFor()
  await closePage(watchedPage)
})

deep(
  'a run gets notes and tags; the list is narrowed by name, part and tag, and shows a score over time',
  async () => {
    const { key, runId } = await projectWithRun()
    const watchedPage = await openWithKey(key, `/runs/${runId}`)
    const { page } = watchedPage
    await page.getByText('finished', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Notes and tags…' }).click()
    await page.getByRole('textbox', { name: 'Notes' }).fill('after the new prompt')
    await page.getByRole('textbox', { name: 'Tags' }).fill('nightly, model=small')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('after the new prompt').waitFor()
    await page.getByRole('link', { name: 'All runs' }).click()
    await row(page, 'Three poems').getByText('model=small').waitFor()
    await page.getByLabel('Filter by tag').fill('nightly')
    await page.keyboard.press('Enter')
    await page.waitForURL(/tag=nightly/)
    await row(page, 'Three poems').waitFor()
    await page.getByRole('button', { name: 'Over time' }).click()
    await page
      .getByRole('region', { name: /over time/ })
      .getByText('1 run')
      .waitFor()
    await page.getByLabel('Search runs').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('No matching runs').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'Three poems').waitFor()
    await closePage(watchedPage)
  },
)

deep('a row shows inputs and outputs, and leads to its trace; a link opens the same row', async () => {
  const { key, runId } = await projectWithRun()
  const watchedPage = await openWithKey(key, `/runs/${runId}`)
  const { page } = watchedPage
  await row(page, 'a lighthouse').click()
  const detail = page.getByRole('article', { name: 'Row' })
  await detail.getByText('a lighthouse', { exact: true }).first().waitFor()
  await page.reload()
  await detail.getByRole('link', { name: 'Trace' }).first().click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await closePage(watchedPage)
})

test('axe finds nothing on a run with an open row', async () => {
  const { key, runId } = await projectWithRun()
  const watchedPage = await openWithKey(key, `/runs/${runId}`)
  const { page } = watchedPage
  await page.getByText('finished', { exact: true }).first().waitFor()
  await row(page, 'the moors').click()
  await page.getByRole('article', { name: 'Row' }).waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await closePage(watchedPage)
})

deep('a row is opened and closed by keys alone', async () => {
  const { key, runId } = await projectWithRun()
  const watchedPage = await openWithKey(key, `/runs/${runId}`)
  const { page } = watchedPage
  await page.getByRole('grid', { name: 'Rows of the run' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Row' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'Row' }).waitFor({ state: 'detached' })
  await closePage(watchedPage)
})

deep('the inputs of a run are verified', async () => {
  const { key, runId } = await projectWithRun()
  const watchedPage = await openWithKey(key, `/runs/${runId}`)
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Manifest' }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('All parts are unchanged').waitFor()
  await closePage(watchedPage)
})

test('a run that waits for people shows the number of waiting cells, and is stopped and resumed', async () => {
  const { key, runId } = await projectWithRun({ origin: 'human' })
  const watchedPage = await openWithKey(key, `/runs/${runId}`)
  const { page } = watchedPage
  await page.getByText('3 waiting for people').waitFor()
  await page.getByRole('button', { name: 'Stop run' }).click()
  await page.getByText('stopped', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Resume run' }).click()
  await page.getByRole('button', { name: 'Stop run' }).waitFor()
  await page.getByText('3 waiting for people').waitFor()
  await closePage(watchedPage)
})

deep('a viewer sees a run and no action without permission', async () => {
  const { runId, call } = await projectWithRun({ origin: 'human' })
  const viewer = String(await call('POST', '/keys', { name: 'eyes', role: 'viewer' }))
  const watchedPage = await openWithKey(viewer, `/runs/${runId}`)
  const { page } = watchedPage
  await page.getByText('waiting for people').waitFor()
  expect(await page.getByRole('button', { name: 'Stop run' }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('a project without runs explains them; an unknown id shows a message', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/runs')
  const { page } = watchedPage
  await page.getByText('No runs yet').waitFor()
  await page.goto(`${page.url()}/01a1e311-d9d9-7649-afc0-cdb19998ae86`)
  await page.getByText('Run not found').waitFor()
  await closePage(watchedPage)
})
