// Evaluators are searched, created and tried; applications are tried in the playground, with a fake model server.
// The file is long because both parts share one project and the model, whose answers the tests delay.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { until } from '../../test/support/eventually.ts'
import { promptOf, startModel, useModel, type Model } from '../../test/support/model.ts'
import { violations, violationsInAllLooks } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, openWithKey, url, withBrowser } from './pages.ts'
import type { WatchedPage } from './browser.ts'

withBrowser()

let model: Model
let project: Api
/** The model completes its answers when this promise is resolved; undefined: at once. */
let gate: Promise<void> | undefined

const weatherCall = {
  id: 'c1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Rome"}' },
}

beforeAll(async () => {
  model = await startModel(
    ({ messages, tools }) =>
      tools !== undefined && messages.at(-1).role === 'user'
        ? { content: null, tool_calls: [weatherCall] }
        : `You said: ${messages.at(-1).content}`,
    () => gate,
  )
  project = await newProject(url())
  await useModel(project, model, 'local')
  await project.post('/simple/applications/', {
    application: { slug: 'greeter', name: 'Greeter', data: promptOf('Greet {{name}}') },
  })
  await project.post('/simple/evaluators/', {
    evaluator: {
      slug: 'has-name',
      name: 'Has a name',
      data: { uri: 'auto_contains', parameters: { substring: 'Grace' } },
    },
  })
  await project.post('/simple/testsets/', {
    testset: {
      slug: 'people',
      name: 'People',
      data: { testcases: [{ data: { name: 'Ada', correct_answer: 'Paris' } }, { data: { name: 'Bob' } }] },
    },
  })
})
afterAll(() => model.stop())

const revisionOf = async (kind: string, slug: string): Promise<string> =>
  (await project.post(`/simple/${kind}s/query`, { [`${kind}_refs`]: [{ slug }] })).body[`${kind}s`][0]
    .revision_id

/** A finished run of the application over the testset. */
async function runGreetings(): Promise<void> {
  const data = {
    testset_steps: [await revisionOf('testset', 'people')],
    application_steps: { [await revisionOf('application', 'greeter')]: 'auto' },
    evaluator_steps: { [await revisionOf('evaluator', 'has-name')]: 'auto' },
  }
  const { body } = await project.post('/simple/evaluations/', { evaluation: { name: 'Greetings', data } })
  await until(
    async () => (await project.get(`/evaluations/runs/${body.evaluation.id}`)).body.run.status === 'success',
    'the run is over',
  )
}

const matrix = (page: Page) => page.getByRole('table', { name: 'Inputs and outputs' })
const clickRun = (page: Page) => page.getByRole('button', { name: /^Run/ }).click()

async function openPlayground(search = ''): Promise<WatchedPage> {
  const watchedPage = await openWithKey(project.key, `/apps/greeter/playground${search}`)
  await watchedPage.page.getByRole('button', { name: /^Run/ }).waitFor()
  return watchedPage
}

describe('an evaluator', () => {
  test('is created from the catalog and tried on typed values; changes are committed', async () => {
    const watchedPage = await openWithKey(project.key, '/evaluators')
    const { page } = watchedPage
    await page.getByRole('link', { name: 'Catalog' }).click()
    await page.getByLabel('Search the catalog').fill('exact')
    await page.getByRole('link', { name: /Exact match/ }).click()
    await page.getByLabel('Name *').fill('Same words')
    await page.getByLabel('Slug').fill('same-words')
    await page.getByRole('button', { name: 'Create evaluator' }).click()
    await page.waitForURL(/evaluators\/same-words\?tab=try/)
    await page.getByLabel('Output', { exact: true }).fill('paris')
    await page.getByLabel('Testcase').fill('{"correct_answer": "Paris"}')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('failed', { exact: true }).waitFor()
    await page.getByLabel('Case sensitive').selectOption('false')
    await page.keyboard.press('Control+Enter')
    await page.getByText('passed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.getByLabel('Message', { exact: true }).fill('case does not matter')
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByText('Committed version 2.').waitFor()
    await page.getByRole('region', { name: 'Verdicts' }).getByRole('link', { name: 'Trace' }).first().click()
    await page.getByRole('tree').waitFor()
    await closePage(watchedPage)
  })

  deep('is created only with all required settings; an error is at its field', async () => {
    const watchedPage = await openWithKey(project.key, '/catalog?template=auto_contains_any')
    const { page } = watchedPage
    await page.getByLabel('Name *').fill('Has a word')
    await page.getByRole('button', { name: 'Create evaluator' }).click()
    await page.getByText('This field is required.').waitFor()
    await page.getByRole('textbox', { name: 'Substrings 1' }).fill('Grace')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ada')
    await page.getByRole('button', { name: 'Create evaluator' }).click()
    await page.waitForURL(/tab=try$/)
    const { body } = await project.post('/simple/evaluators/query', { evaluator: { name: 'Has a word' } })
    expect(body.evaluators[0].data.parameters.substrings).toEqual(['Grace', 'Ada'])
    await closePage(watchedPage)
  })

  deep('has a page with its settings as a form, and the payload as JSON beside it', async () => {
    const watchedPage = await openWithKey(project.key, '/evaluators/has-name')
    const { page } = watchedPage
    await page.getByLabel('Substring', { exact: true }).fill('Hopper')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByRole('textbox', { name: 'Payload as JSON' }).getByText('"Hopper"').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect.poll(() => page.getByLabel('Substring', { exact: true }).inputValue()).toBe('Grace')
    await closePage(watchedPage)
  })

  deep('starts from a preset, whose settings can be changed', async () => {
    const watchedPage = await openWithKey(project.key, '/catalog?template=auto_length_bounds')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Text message' }).click()
    await expect.poll(() => page.getByLabel('max').inputValue()).toBe('160')
    expect(page.url()).toContain('preset=text_message')
    expect(await page.getByLabel('Name *').inputValue()).toBe('Text message')
    await page.getByLabel('max').fill('70')
    await page.getByLabel('Slug').fill('text-message')
    await page.getByRole('button', { name: 'Create evaluator' }).click()
    await page.waitForURL(/evaluators\/text-message\?tab=try/)
    const { body } = await project.post('/simple/evaluators/query', {
      evaluator_refs: [{ slug: 'text-message' }],
    })
    expect(body.evaluators[0].data.parameters).toEqual({ min: 1, max: 70, unit: 'characters' })
    await closePage(watchedPage)
  })

  deep(
    'that judges by a model offers models with prices where it is created and where a run uses it',
    async () => {
      const { body } = await project.post('/simple/evaluators/', {
        evaluator: {
          slug: 'judge',
          data: { uri: 'auto_ai_critique', parameters: { model: 'gpt-4o-mini', rubric: 'Is it polite?' } },
        },
      })
      const watchedPage = await openWithKey(project.key, '/catalog?template=auto_ai_critique')
      const { page } = watchedPage
      const pricedOption = page.locator('datalist option[value="gpt-4o-mini"][label*="per million tokens"]')
      await pricedOption.waitFor({ state: 'attached' })
      const plan = { evaluators: [{ revision: body.evaluator.revision_id }] }
      await page.goto(page.url().replace(/catalog.*/, `runs?new=${encodeURIComponent(JSON.stringify(plan))}`))
      await pricedOption.waitFor({ state: 'attached' })
      await closePage(watchedPage)
    },
  )

  deep('is tried on a row of a testset, on a trace and on a row of a run', async () => {
    const answer = await project.post('/services/completion/v0/invoke', {
      references: { application: { slug: 'greeter' } },
      data: { inputs: { name: 'Grace' } },
    })
    await runGreetings()
    // Links of earlier versions still lead here.
    const watchedPage = await openWithKey(project.key, '/evaluators/has-name/try')
    const { page } = watchedPage
    await page.waitForURL(/has-name\?tab=try/)
    await page.getByRole('button', { name: 'From a testset…' }).click()
    await page.getByRole('list', { name: 'Rows' }).getByRole('button').first().click()
    await expect.poll(() => page.getByLabel('Testcase').inputValue()).toContain('Ada')
    await page.getByRole('button', { name: 'From a trace…' }).click()
    await page.getByLabel('Trace id').fill(answer.body.trace_id)
    await page.getByRole('button', { name: 'Use trace' }).click()
    await expect.poll(() => page.getByLabel('Output', { exact: true }).inputValue()).toContain('Greet Grace')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('passed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'From a run…' }).click()
    const run = page.locator('option', { hasText: 'Greetings' }).first()
    await page.getByLabel('Run', { exact: true }).selectOption(await run.getAttribute('value'))
    await page.getByRole('list', { name: 'Rows' }).getByText('Greet Bob').click()
    await expect.poll(() => page.getByLabel('Output', { exact: true }).inputValue()).toContain('Greet Bob')
    await expect.poll(() => page.getByLabel('Testcase').inputValue()).toContain('Bob')
    await closePage(watchedPage)
  })

  deep('that a key may not run shows no button to run it', async () => {
    const viewer = await project.post('/keys', { name: 'eyes', role: 'viewer' })
    const watchedPage = await openWithKey(viewer.body, '/evaluators/has-name/try')
    const { page } = watchedPage
    await page.getByText('Your key can view evaluators, but not run them.').waitFor()
    expect(await page.getByRole('button', { name: /Try it|Commit/ }).count()).toBe(0)
    await page.goto(page.url().replace(/evaluators.*/, 'apps/greeter/playground'))
    await page.getByText('Your key has no permission to run.').waitFor()
    expect(await page.getByRole('button', { name: /^Run|Commit|Keys|Add message/ }).count()).toBe(0)
    await closePage(watchedPage)
  })
})

describe('the playground', () => {
  test('runs typed input by keyboard, and stores a trace that links back', async () => {
    const watchedPage = await openPlayground()
    const { page } = watchedPage
    await matrix(page).getByLabel('name').focus()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Control+Enter')
    await matrix(page).getByText('You said: Greet Ada').waitFor()
    await matrix(page).getByText('12 tokens').waitFor()
    await matrix(page).getByRole('link', { name: 'Trace' }).click()
    await page.getByRole('tree').waitFor()
    await page.getByRole('tab', { name: /Events/ }).click()
    await page.getByRole('link', { name: 'greeter@1' }).first().waitFor()
    await page.getByRole('link', { name: 'Open in the playground' }).click()
    await matrix(page).locator('span').getByText('Trace', { exact: true }).waitFor()
    await matrix(page).locator('pre').getByText('Ada', { exact: true }).waitFor()
    await closePage(watchedPage)
  })

  test('runs rows of a testset with two variants, several times each, and marks outdated outputs', async () => {
    const watchedPage = await openPlayground('?repeat=2')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'From a testset…' }).click()
    await page.getByRole('list', { name: 'Rows' }).getByRole('checkbox').first().check()
    await page.getByRole('list', { name: 'Rows' }).getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: 'Use 2 rows' }).click()
    await page.getByRole('button', { name: 'Add variant to compare' }).click()
    await page.getByLabel('Message 1', { exact: true }).fill('Say goodbye to {{name}}')
    await page.getByRole('button', { name: 'Run 8 calls' }).click()
    await expect.poll(() => matrix(page).getByText('You said: Greet Ada').count()).toBe(2)
    await expect.poll(() => matrix(page).getByText('You said: Say goodbye to Bob').count()).toBe(2)
    await page.getByLabel('Message 1', { exact: true }).fill('Say nothing')
    await expect
      .poll(() => matrix(page).getByText('Outdated: the prompt or input has changed').count())
      .toBe(4)
    // One row, then one column: other cells stay outdated.
    await page.getByRole('button', { name: 'Run only row 1' }).click()
    await expect.poll(() => matrix(page).getByText('You said: Say nothing').count()).toBe(2)
    expect(await matrix(page).getByText('Outdated: the prompt or input has changed').count()).toBe(2)
    await page.getByRole('button', { name: /^Run only B · / }).click()
    await expect.poll(() => matrix(page).getByText('You said: Say nothing').count()).toBe(4)
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(() => page.getByLabel('Message 1', { exact: true }).inputValue()).toBe('Greet {{name}}')
    await page.getByRole('button', { name: /^B · / }).click()
    await expect.poll(() => page.getByLabel('Message 1', { exact: true }).inputValue()).toBe('Say nothing')
    await expect.poll(() => matrix(page).getByText('You said: Say nothing').count()).toBe(4)
    await closePage(watchedPage)
  })

  deep('edits the same draft as the page of the application; a commit clears it in both', async () => {
    const ownProject = await newProject(url())
    await ownProject.post('/simple/applications/', {
      application: { slug: 'drafted', name: 'Drafted', data: promptOf('One {{name}}') },
    })
    const watchedPage = await openWithKey(ownProject.key, '/apps/drafted')
    const { page } = watchedPage
    const message = page.getByLabel('Message 1', { exact: true })
    await message.fill('Two {{name}}')
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.waitForURL(/playground/)
    await page.getByRole('button', { name: /^A · .* draft$/ }).waitFor()
    await expect.poll(() => message.inputValue()).toBe('Two {{name}}')
    // A second column of the same variant starts from the stored prompt and has a draft of its own.
    await page.getByRole('button', { name: 'Add variant to compare' }).click()
    await expect.poll(() => message.inputValue()).toBe('One {{name}}')
    await message.fill('Experiment {{name}}')
    await page.getByRole('button', { name: /^A · / }).click()
    await expect.poll(() => message.inputValue()).toBe('Two {{name}}')
    await message.fill('Three {{name}}')
    await page.getByRole('link', { name: 'Back to the application' }).click()
    await page.getByText('Draft based on version 1').waitFor()
    await expect.poll(() => message.inputValue()).toBe('Three {{name}}')
    await page.goBack()
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByText('Committed version 2.').waitFor()
    await page.getByRole('link', { name: 'Back to the application' }).click()
    await page.getByText('No changes since version 2.').waitFor()
    await expect.poll(() => message.inputValue()).toBe('Three {{name}}')
    await closePage(watchedPage)
  })

  deep(
    'leaves traces that the application counts by version; the number leads to the same traces',
    async () => {
      await project.post('/simple/applications/', {
        application: { slug: 'counted', name: 'Counted', data: promptOf('One {{name}}') },
      })
      const watchedPage = await openWithKey(project.key, '/apps/counted/playground')
      const { page } = watchedPage
      await matrix(page).getByLabel('name').fill('Ada')
      await clickRun(page)
      // The call ends with its page.
      await matrix(page).getByRole('button', { name: 'Save as testcase' }).waitFor()
      const applications = new URL(page.url()).pathname.replace('/playground', '')
      const total = page.getByRole('row', { name: /^v1/ }).getByRole('link').first()
      // A trace is stored a moment after its answer.
      await expect
        .poll(async () => {
          await page.goto(`${url()}${applications}?tab=traffic`)
          await total.waitFor()
          await expect.poll(() => total.innerText()).toMatch(/^\d+$/)
          return total.innerText()
        })
        .toBe('1')
      expect(await violations(page)).toEqual([])
      await total.click()
      await page.waitForURL(/traces\?/)
      await page.getByText('1 trace', { exact: true }).waitFor()
      await closePage(watchedPage)
    },
  )

  deep('commits the tried prompt, and shows a conflict with a newer commit', async () => {
    const { body } = await project.post('/simple/applications/', {
      application: { slug: 'shared', name: 'Shared', data: promptOf('One {{name}}') },
    })
    const watchedPage = await openWithKey(project.key, '/apps/shared/playground', { expected: /409/ })
    const { page } = watchedPage
    await page.getByLabel('Message 1', { exact: true }).fill('Two {{name}}')
    await project.post('/applications/revisions/commit', {
      application_revision_commit: {
        application_variant_id: body.application.variant_id,
        message: 'by another',
        delta: { set: { parameters: { prompt: { llm_config: { temperature: 0 } } } } },
      },
    })
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.getByLabel('Message', { exact: true }).fill('two')
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByLabel('Message', { exact: true }).fill('two')
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByText('Committed version 3.').waitFor()
    const answer = await project.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'shared' },
    })
    expect(answer.body.application_revision).toMatchObject({
      version: '3',
      message: 'two',
      data: {
        parameters: {
          prompt: { messages: [{ content: 'Two {{name}}' }], llm_config: { temperature: 0 } },
        },
      },
    })
    await closePage(watchedPage)
  })

  deep('saves outputs as a testcase', async () => {
    const watchedPage = await openPlayground()
    const { page } = watchedPage
    await matrix(page).getByLabel('name').fill('Eve')
    await clickRun(page)
    await matrix(page).getByRole('button', { name: 'Save as testcase' }).click()
    await page.getByLabel('Testset', { exact: true }).selectOption({ label: 'People' })
    await page.getByRole('button', { name: 'Add 1 row' }).click()
    await page.getByText('Added 1 row to People.').waitFor()
    await closePage(watchedPage)
  })

  test('shows the text of the model as it arrives, and the time to its first part', async () => {
    const watchedPage = await openPlayground()
    const { page } = watchedPage
    const release = Promise.withResolvers<void>()
    gate = release.promise
    await matrix(page).getByLabel('name').fill('Step')
    await clickRun(page)
    await matrix(page).getByText('You', { exact: true }).waitFor()
    expect(await matrix(page).getByText('Running…').isVisible()).toBe(true)
    gate = undefined
    release.resolve()
    await matrix(page).getByText('You said: Greet Step').waitFor()
    await matrix(page).getByTitle('Time to the first text').waitFor()
    await matrix(page)
      .getByText(/[0-9] tokens\/s$/)
      .waitFor()
    await closePage(watchedPage)
  })

  deep('compares six variants in readable columns, with the model of each in its head', async () => {
    const watchedPage = await openPlayground()
    const { page } = watchedPage
    const addButton = page.getByRole('button', { name: 'Add variant to compare' })
    for (const letter of ['B', 'C', 'D', 'E', 'F']) {
      await addButton.click()
      await page
        .getByRole('columnheader', { name: new RegExp(`^${letter} · .*local/openai/gpt-4o-mini`) })
        .waitFor()
    }
    expect(await addButton.count()).toBe(0)
    for (const head of await matrix(page)
      .getByRole('columnheader', { name: /gpt-4o-mini/ })
      .all()) {
      expect((await head.boundingBox())?.width).toBeGreaterThanOrEqual(280)
    }
    await closePage(watchedPage)
  })

  deep('shows tool calls, sends their results, and continues the conversation', async () => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
    await project.post('/simple/applications/', {
      application: { slug: 'forecast', name: 'Forecast', data: promptOf('Weather in {{city}}?', { tools }) },
    })
    const watchedPage = await openWithKey(project.key, '/apps/forecast/playground')
    const { page } = watchedPage
    await matrix(page).getByLabel('city').fill('Rome')
    await clickRun(page)
    await matrix(page).getByText('{"city":"Rome"}').waitFor()
    await matrix(page).getByLabel('Result of weather').fill('21 degrees')
    await page.keyboard.press('Control+Enter')
    await matrix(page).getByText('You said: 21 degrees').waitFor()
    await matrix(page).getByRole('button', { name: 'Continue' }).click()
    await matrix(page).getByLabel('Your message').fill('And tomorrow?')
    await matrix(page).getByRole('button', { name: 'Send', exact: true }).click()
    // The model calls the tool again; its last result is suggested.
    await expect.poll(() => matrix(page).getByLabel('Result of weather').inputValue()).toBe('21 degrees')
    const request = model.requests.findLast(({ messages }) => messages.at(-1).content === 'And tomorrow?')
    expect(request.messages).toMatchObject([
      { role: 'user', content: 'Weather in Rome?' },
      { role: 'assistant', tool_calls: [weatherCall] },
      { role: 'tool', tool_call_id: 'c1', content: '21 degrees' },
      { role: 'assistant', content: 'You said: 21 degrees' },
      { role: 'user', content: 'And tomorrow?' },
    ])
    await page.reload()
    await matrix(page).getByText('And tomorrow?').waitFor()
    await closePage(watchedPage)
  })

  deep('answers tool calls by a mock, until the mock is removed', async () => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
    await project.post('/simple/applications/', {
      application: { slug: 'mocked', name: 'Mocked', data: promptOf('Weather in {{city}}?', { tools }) },
    })
    const watchedPage = await openWithKey(project.key, '/apps/mocked/playground')
    const { page } = watchedPage
    await matrix(page).getByLabel('city').fill('Rome')
    await clickRun(page)
    await matrix(page).getByLabel('Result of weather').fill('21 degrees')
    await matrix(page).getByLabel('Answer later calls the same way').check()
    await matrix(page).getByRole('button', { name: 'Send result' }).click()
    await matrix(page).getByText('You said: 21 degrees').waitFor()
    await matrix(page).getByLabel('city').fill('Oslo')
    await clickRun(page)
    const lastOf = (city: string): unknown =>
      model.requests
        .findLast(({ messages }) => messages[0].content === `Weather in ${city}?`)
        ?.messages.at(-1)
    await expect
      .poll(() => lastOf('Oslo'))
      .toMatchObject({ role: 'tool', tool_call_id: 'c1', content: '21 degrees' })
    await matrix(page).getByText('You said: 21 degrees').waitFor()
    await page.getByRole('button', { name: 'Remove the mock of weather' }).click()
    await page.getByRole('list', { name: 'Mocked tools' }).waitFor({ state: 'detached' })
    await matrix(page).getByLabel('city').fill('Bonn')
    await clickRun(page)
    await matrix(page).getByLabel('Result of weather').waitFor()
    expect(lastOf('Bonn')).toMatchObject({ role: 'user' })
    await closePage(watchedPage)
  })

  deep('scores every output with the selected evaluators, and sums them up below the column', async () => {
    const watchedPage = await openPlayground()
    const { page } = watchedPage
    await matrix(page).getByLabel('name').fill('Grace')
    await page.getByRole('button', { name: 'Add row' }).click()
    await matrix(page).getByLabel('name').nth(1).fill('Ada')
    await page.getByRole('button', { name: 'Run 2 calls' }).click()
    await matrix(page).getByText('You said: Greet Ada').waitFor()
    await page.getByRole('button', { name: 'Evaluators…' }).click()
    await page.getByRole('dialog').getByLabel('Has a name').check()
    await page.getByRole('button', { name: 'Use 1 evaluator' }).click()
    await page.getByRole('button', { name: 'Score outputs' }).click()
    const scores = matrix(page).getByRole('list', { name: 'Scores' })
    await scores.first().getByText('passed').waitFor()
    await scores.nth(1).getByText('failed').waitFor()
    const summary = matrix(page).getByRole('list', { name: 'Summary' })
    await summary.getByText('50% passed').waitFor()
    // A new run is scored by itself.
    await matrix(page).getByLabel('name').nth(1).fill('Grace')
    await page.getByRole('button', { name: 'Run 2 calls' }).click()
    await summary.getByText('100% passed').waitFor()
    await page.reload()
    await summary.getByText('100% passed').waitFor()
    await closePage(watchedPage)
  })

  deep('saves its rows as a testset with edited answers, and runs them as an evaluation', async () => {
    const watchedPage = await openPlayground('?evaluators=has-name')
    const { page } = watchedPage
    await matrix(page).getByLabel('name').fill('Grace')
    await clickRun(page)
    await matrix(page).getByRole('list', { name: 'Scores' }).getByText('passed').waitFor()
    await page.getByRole('button', { name: 'Save rows…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Greeted')
    await dialog.getByLabel('Expected answer', { exact: true }).fill('answer')
    expect(await dialog.getByLabel('Expected answer of row 1').inputValue()).toBe('You said: Greet Grace')
    await dialog.getByLabel('Expected answer of row 1').fill('Hello Grace')
    await dialog.getByRole('button', { name: 'Run as evaluation' }).click()
    await page.waitForURL(/\/runs\/[^/]+$/)
    await page.getByRole('heading', { name: 'Greeted' }).waitFor()
    const { body } = await project.post('/simple/testsets/query', { testset: { name: 'Greeted' } })
    expect(body.testsets[0].data.testcases[0].data).toMatchObject({ name: 'Grace', answer: 'Hello Grace' })
    const runs = await project.post('/simple/evaluations/query', {})
    const run = runs.body.evaluations.find(({ name }: { name: string }) => name === 'Greeted')
    expect(run.data).toMatchObject({
      testset_steps: { [body.testsets[0].revision_id]: 'custom' },
      repeats: 1,
    })
    await closePage(watchedPage)
  })

  test('cancels calls that are under way', async () => {
    const watchedPage = await openPlayground()
    const { page } = watchedPage
    const release = Promise.withResolvers<void>()
    gate = release.promise
    await matrix(page).getByLabel('name').fill('Slow')
    await clickRun(page)
    await matrix(page).getByText('Running…').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await matrix(page).getByText('Cancelled.').waitFor()
    gate = undefined
    release.resolve()
    await clickRun(page)
    await matrix(page).getByText('You said: Greet Slow').waitFor()
    await closePage(watchedPage)
  })

  test('reports a missing provider in a sentence, and configures its key in place', async () => {
    await project.post('/simple/applications/', {
      application: {
        slug: 'keyless',
        name: 'Keyless',
        data: {
          uri: 'completion',
          parameters: {
            prompt: { messages: [{ role: 'user', content: 'Hi' }], llm_config: { model: 'mistral/tiny' } },
          },
        },
      },
    })
    const watchedPage = await openWithKey(project.key, '/apps/keyless/playground', { expected: /424|502/ })
    const { page } = watchedPage
    await clickRun(page)
    await page.getByText('The provider is not configured').waitFor()
    await page.getByRole('button', { name: 'Add provider key…' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Provider', { exact: true }).inputValue()).toBe('mistral')
    await dialog.getByRole('button', { name: /^Test local/ }).click()
    await page.getByText(/gpt-4o-mini at .* answered/).waitFor()
    await dialog.getByLabel('Key', { exact: true }).fill('sk-of-nobody')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Provider saved.').waitFor()
    await dialog.getByRole('button', { name: /^Test mistral/ }).waitFor()
    await closePage(watchedPage)
  })
})

deep('axe finds nothing in the playground and its dialogs', async () => {
  const watchedPage = await openPlayground()
  const { page } = watchedPage
  await matrix(page).getByLabel('name').fill('Ada')
  await clickRun(page)
  await matrix(page).getByText('You said: Greet Ada').waitFor()
  const axeViolations = [...(await violationsInAllLooks(page))]
  for (const name of ['From a testset…', 'From a trace…', 'Evaluators…', 'Providers…']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('list').waitFor()
    axeViolations.push(...(await violationsInAllLooks(page)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.goto(page.url().replace(/apps.*/, 'evaluators/has-name/try'))
  await page.getByLabel('Output', { exact: true }).fill('Grace')
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('passed', { exact: true }).waitFor()
  axeViolations.push(...(await violationsInAllLooks(page)))
  expect(axeViolations).toEqual([])
  await closePage(watchedPage)
})

deep('the palette finds records by name and slug, and creates new ones', async () => {
  const watchedPage = await openWithKey(project.key)
  const { page } = watchedPage
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('greeter')
  await page.getByRole('option', { name: /Greeter/ }).click()
  await page.waitForURL(/\/apps\/greeter$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('new evaluator')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New evaluator' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('new testset')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New testset' }).waitFor()
  await closePage(watchedPage)
})
