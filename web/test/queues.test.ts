// Queues: created from traces by mouse and by keys; annotated by one person and by two at once; annotations are visible elsewhere.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { makeEvaluatedRun, makeRows } from '../../test/support/evaluated-runs.ts'
import { violations, violationsInAllLooks } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, goTo, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

const answers = ['in two days', 'within the week', 'never'] as const

let key: string
let evaluator: string
let traceIds: readonly string[]

const call = async (path: string, body?: object, method = 'POST'): Promise<unknown> => {
  const answer = await fetch(`${url()}/api${path}`, {
    method,
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json()
}

beforeAll(async () => {
  key = (await newProject(url())).key
  const outputs = {
    type: 'object',
    properties: {
      helpful: { type: 'boolean', title: 'Helpful' },
      tone: { type: 'integer', minimum: 1, maximum: 5, title: 'Tone' },
    },
    required: ['helpful'],
  }
  const response = (await call('/simple/evaluators/', {
    evaluator: {
      slug: 'kindness',
      name: 'Kindness',
      data: { uri: 'agenta:custom:feedback:v0', schemas: { outputs } },
    },
  })) as { readonly evaluator: { readonly revision_id: string } }
  evaluator = response.evaluator.revision_id
  const ids: string[] = []
  for (const answer of answers) {
    const data = { inputs: { question: 'When does it arrive?' }, outputs: { answer } }
    const { invocation } = (await call('/invocations/', { invocation: { data } })) as {
      readonly invocation: { readonly trace_id: string }
    }
    ids.push(invocation.trace_id)
  }
  traceIds = ids
})

/** A queue of all three traces. */
async function queueOf(data: object = {}): Promise<string> {
  const { queue } = (await call('/simple/queues/', {
    queue: { name: 'Kind answers?', data: { kind: 'traces', evaluators: [evaluator], ...data } },
  })) as { readonly queue: { readonly id: string } }
  await call(`/simple/queues/${queue.id}/traces/`, { trace_ids: traceIds })
  return queue.id
}

/** Waits for the next item and its form. */
const waitForItem = (page: Page, place: string) =>
  page.getByRole('region', { name: 'Item' }).getByText(place, { exact: true }).waitFor()

const waitForProgress = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

test('selected traces become a queue, which is annotated by mouse; the trace and the run show the annotation', async () => {
  const watchedPage = await openWithKey(key, '/traces')
  const { page } = watchedPage
  await row(page, 'never').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'New queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'New queue' })
  await dialog.getByText('1 trace selected').waitFor()
  await dialog.getByLabel('Name').fill('One by mouse')
  await dialog.getByRole('button', { name: 'Create queue' }).click()
  await waitForItem(page, '1 of 1')
  await page.getByText('never', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Helpful' }).getByRole('button', { name: 'No' }).click()
  await page.getByLabel('Note').fill('gives no day')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByText('No items left for you').waitFor()
  await waitForProgress(page, '1 of 1')
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await row(page, 'When does it arrive?').click()
  await page.getByRole('article', { name: 'Row' }).getByText('false').waitFor()
  await page.goto(`${page.url().split('/runs')[0] ?? ''}/traces/${traceIds[2] ?? ''}?tab=annotations`)
  await page.getByText('gives no day').waitFor()
  await closePage(watchedPage)
})

test('a queue is created and annotated by keys alone; an annotation is undone', async () => {
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  const { keyboard } = page
  await goTo(page, 'j', '/queues')
  await page.getByRole('heading', { name: 'Queues', exact: true }).waitFor()
  await keyboard.press('c')
  await page.getByRole('dialog', { name: 'New queue' }).getByLabel('Kindness').waitFor()
  await keyboard.type('By keys')
  await keyboard.press('Enter')
  await waitForItem(page, '1 of 3')
  // Without an answer the form is not saved, and the question shows an error.
  await keyboard.press('Control+Enter')
  await page.getByText('This field is required.').waitFor()
  await keyboard.press('1')
  await keyboard.press('4')
  await keyboard.press('n')
  await keyboard.type('kind')
  await keyboard.press('Control+Enter')
  await waitForItem(page, '2 of 3')
  await waitForProgress(page, '1 of 3')
  await keyboard.press('s')
  await waitForItem(page, '3 of 3')
  await keyboard.press('ArrowLeft')
  await page.getByText('skipped by you').waitFor()
  await keyboard.press('ArrowLeft')
  await page.getByText('annotated by you').waitFor()
  await page.getByRole('button', { name: 'Yes', pressed: true }).waitFor()
  await keyboard.press('u')
  await page.getByText('undone').waitFor()
  await waitForProgress(page, '0 of 3')
  expect(await page.getByLabel('Note').inputValue()).toBe('kind')
  await keyboard.press('ArrowUp')
  await keyboard.press('2')
  await keyboard.press('Control+Enter')
  await waitForProgress(page, '1 of 3')
  await keyboard.press('?')
  await page.getByRole('dialog').getByText('Save and next').first().waitFor()
  await closePage(watchedPage)
})

deep('two people at once get different items and see their disagreements', async () => {
  const otherKey = String(await call('/keys', { name: 'Bo', role: 'editor' }))
  const queue = await queueOf({ repeats: 2 })
  const [firstPerson, secondPerson] = [
    await openWithKey(key, `/queues/${queue}`),
    await openWithKey(otherKey, `/queues/${queue}`),
  ]
  for (const place of ['1 of 3', '2 of 3', '3 of 3']) {
    for (const [{ page }, answer] of [
      [firstPerson, '1'],
      [secondPerson, place === '2 of 3' ? '2' : '1'],
    ] as const) {
      await waitForItem(page, place)
      await page.keyboard.press(answer)
    }
    await Promise.all([firstPerson, secondPerson].map(({ page }) => page.keyboard.press('Control+Enter')))
  }
  await Promise.all(
    [firstPerson, secondPerson].map(({ page }) => page.getByText('No items left for you').waitFor()),
  )
  const { progress } = (await call('/evaluations/queues/progress', { queue_ids: [queue] })) as {
    readonly progress: readonly { readonly items: object; readonly people: readonly { judged: number }[] }[]
  }
  expect(progress[0]?.items).toEqual({ total: 6, judged: 6 })
  expect(progress[0]?.people.map(({ judged }) => judged)).toEqual([3, 3])
  const { page } = firstPerson
  await page.getByRole('button', { name: 'People and agreement' }).click()
  await page.getByText('67% equal').waitFor()
  await page.getByText('Bo: no').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Item' }).click()
  await page.getByText('annotated by you').waitFor()
  await closePage(firstPerson)
  await closePage(secondPerson)
})

deep('two people in one queue never annotate the same item', async () => {
  const otherKey = String(await call('/keys', { name: 'Cy', role: 'editor' }))
  const queue = await queueOf()
  const people = [await openWithKey(key, `/queues/${queue}`), await openWithKey(otherKey, `/queues/${queue}`)]
  const texts = await Promise.all(
    people.map(async ({ page }) => {
      await page.getByRole('region', { name: 'Item' }).getByText('Outputs').waitFor()
      return new URL(page.url()).searchParams.get('item')
    }),
  )
  expect(new Set(texts).size).toBe(2)
  for (const { page } of people) {
    await page.keyboard.press('1')
    await page.keyboard.press('Control+Enter')
  }
  // One of them got the third item, the other has none left.
  await Promise.race(people.map(({ page }) => page.getByText('No items left for you').waitFor()))
  const { progress } = (await call('/evaluations/queues/progress', { queue_ids: [queue] })) as {
    readonly progress: readonly { readonly items: object }[]
  }
  expect(progress[0]?.items).toEqual({ total: 3, judged: 2 })
  for (const watchedPage of people) await closePage(watchedPage)
})

deep('failed rows of a run become a queue', async () => {
  const create = async (kind: string, slug: string, data: object): Promise<string> => {
    const answer = await call(`/simple/${kind}s/`, { [kind]: { slug, name: slug, data } })
    return (answer as Record<string, { readonly revision_id: string }>)[kind]?.revision_id ?? ''
  }
  const mock = (name: string) => ({ uri: 'assay:custom:mock:v0', parameters: { key: name } })
  const { evaluation } = (await call('/simple/evaluations/', {
    evaluation: {
      data: {
        testset_steps: [await create('testset', 'seas', { testcases: [{ data: { sea: 'Baltic' } }] })],
        application_steps: { [await create('application', 'echo', mock('echo'))]: 'auto' },
        evaluator_steps: { [await create('evaluator', 'refuses', mock('fail'))]: 'auto' },
      },
    },
  })) as { readonly evaluation: { readonly id: string } }
  const watchedPage = await openWithKey(key, `/runs/${evaluation.id}`)
  const { page } = watchedPage
  await page.getByText('finished', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Queue failures' }).click()
  await page.getByRole('dialog').getByLabel('Kindness').waitFor()
  await page.getByRole('button', { name: 'Create queue' }).click()
  await waitForItem(page, '1 of 1')
  await page.getByText('Baltic').first().waitFor()
  await closePage(watchedPage)
})

deep('a viewer sees the progress of a queue and no action without permission', async () => {
  const viewer = String(await call('/keys', { name: 'eyes', role: 'viewer' }))
  const queue = await queueOf()
  const watchedPage = await openWithKey(viewer, '/queues')
  const { page } = watchedPage
  await row(page, 'Kind answers?').waitFor()
  expect(await page.getByRole('button', { name: 'New queue' }).count()).toBe(0)
  await page.goto(`${page.url()}/${queue}`)
  await page.getByText('No annotations yet.').waitFor()
  expect(await page.getByRole('button', { name: 'Save and next' }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('an empty list explains queues; a filter without matches and an unknown id show a message', async () => {
  const { key: emptyKey } = await newProject(url())
  const watchedPage = await openWithKey(emptyKey, '/queues?new=true')
  const { page } = watchedPage
  await page.getByText('A queue needs a form with the questions for annotators.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('No queues yet').waitFor()
  await page.goto(`${page.url().split('?')[0] ?? ''}/01a1e311-d9d9-7649-afc0-cdb19998ae86`)
  await page.getByText('Queue not found').waitFor()
  await closePage(watchedPage)
  const secondPage = await openWithKey(key, '/queues?new=true')
  await secondPage.page.getByLabel('Filter').fill('span_name = nowhere')
  await secondPage.page.getByRole('button', { name: 'Create queue' }).click()
  await secondPage.page.getByText('No traces match').waitFor()
  await closePage(secondPage)
})

test('axe finds nothing on an item, the list and its dialog, and on a phone nothing is cut', async () => {
  const queue = await queueOf()
  const watchedPage = await openWithKey(key, `/queues/${queue}`)
  const { page } = watchedPage
  await page.getByRole('form', { name: 'Annotation' }).waitFor()
  await page.getByText('When does it arrive?').waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await page.goto(`${page.url().split('/queues')[0] ?? ''}/queues?new=true`)
  await page.getByLabel('Filter').waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await closePage(watchedPage)
})

deep('annotations of people are compared with an evaluator', async () => {
  const api = await newProject(url())
  const { revisionId, ids } = await makeRows(api, 'questions', [{ q: 'a' }, { q: 'b' }, { q: 'c' }])
  const run = await makeEvaluatedRun(api, {
    testsetRevisionId: revisionId,
    rows: ids.map((testcaseId) => ({ testcaseId, outputs: [{ success: true }] })),
  })
  const watchedPage = await openWithKey(api.key, '/evaluators/exact?tab=quality')
  const { page } = watchedPage
  await page.getByText('No human annotations to compare with yet').waitFor()
  const quality = page.url()
  await page.getByRole('link', { name: 'Create a queue' }).click()
  await page.getByRole('dialog', { name: 'New queue' }).waitFor()
  const { body } = await api.post('/evaluations/results/query', {
    result: { run_id: run.id, step_key: run.keys.application },
  })
  const form = { type: 'object', properties: { helpful: { type: 'boolean' } }, required: ['helpful'] }
  const people = await api.post('/simple/evaluators/', {
    evaluator: { slug: 'helpful', data: { uri: 'agenta:custom:feedback:v0', schemas: { outputs: form } } },
  })
  const evaluators = [people.body.evaluator.revision_id]
  const response = await api.post('/simple/queues/', { queue: { data: { kind: 'traces', evaluators } } })
  const { id } = response.body.queue
  await api.post(`/simple/queues/${id}/traces/`, {
    trace_ids: body.results.map((result: { readonly trace_id: string }) => result.trace_id),
  })
  await page.goto(quality.replace(/evaluators.*/, `queues/${id}`))
  for (const [place, answer] of [
    ['1 of 3', '1'],
    ['2 of 3', '1'],
    ['3 of 3', '2'],
  ] as const) {
    await waitForItem(page, place)
    await page.keyboard.press(answer)
    await page.keyboard.press('Control+Enter')
  }
  await page.getByText('No items left for you').waitFor()
  await page.goto(quality)
  const card = page.getByRole('tabpanel')
  await card.getByText('agrees in 67% of 3 rows, kappa 0.00').waitFor()
  await card.getByRole('row', { name: 'Evaluator: yes 2 1' }).waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await card.getByRole('link', { name: 'Run row' }).click()
  await page.getByRole('article', { name: 'Row' }).waitFor()
  expect(page.url()).toContain(run.id)
  await closePage(watchedPage)
})

deep('the quality of an evaluator covers all versions or one', async () => {
  const api = await newProject(url())
  const { revisionId, ids } = await makeRows(api, 'questions', [{ q: 'a' }])
  await makeEvaluatedRun(api, {
    testsetRevisionId: revisionId,
    rows: ids.map((testcaseId) => ({ testcaseId, outputs: [{ success: true }] })),
  })
  const { body } = await api.post('/evaluators/query', { evaluator_refs: [{ slug: 'exact' }] })
  await api.post('/evaluators/revisions/commit', {
    evaluator_revision_commit: {
      evaluator_id: body.evaluators[0].id,
      data: { parameters: { strict: true } },
    },
  })
  const watchedPage = await openWithKey(api.key, '/evaluators/exact?tab=quality')
  const { page } = watchedPage
  await page.getByText('No evaluated row has').waitFor()
  await page.getByRole('button', { name: /^Version / }).click()
  await page.getByText('This version was used in no run.').waitFor()
  await page.reload()
  await page.getByText('This version was used in no run.').waitFor()
  await closePage(watchedPage)
})
