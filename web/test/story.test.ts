// The work of a team, by mouse and keyboard: from an empty project to a deployed prompt whose outputs two people
// annotate. Every click, filled field and pressed key counts as an action.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Body } from '../../test/support/api.ts'
import { startModel, type Model } from '../../test/support/model.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

const orderCall = {
  id: 'c1',
  type: 'function',
  function: { name: 'find_order', arguments: '{"id":"A-17"}' },
}

/** The judge compares texts; the assistant finds orders by a tool and ships everywhere unless its prompt forbids it. */
function reply({ messages, tools, response_format: format }: Body): string | object {
  const { role, content } = messages.at(-1)
  if (format?.json_schema?.name === 'verdict') {
    const { output, expected } =
      /Output:\n(?<output>.*)\n\nExpected answer:\n(?<expected>.*)$/s.exec(content)?.groups ?? {}
    return JSON.stringify({ score: output === expected ? 1 : 0, reasoning: `Expected “${expected}”.` })
  }
  if (role === 'tool') return `Your order was ${content}.`
  if (tools !== undefined && content.includes('order')) return { content: null, tool_calls: [orderCall] }
  return content.includes('Mars') && messages[0].content.includes('Earth') ? 'No.' : 'Yes.'
}

let model: Model
beforeAll(async () => {
  model = await startModel(reply)
})
afterAll(() => model.stop())

/** The actions of all people so far. */
const count = { actions: 0 }
const click = async (target: Locator): Promise<void> => {
  count.actions += 1
  await target.click()
}
const fill = async (target: Locator, text: string): Promise<void> => {
  count.actions += 1
  await target.fill(text)
}
const select = async (target: Locator, label: string): Promise<void> => {
  count.actions += 1
  await target.selectOption({ label })
}
const press = async (page: Page, key: string): Promise<void> => {
  count.actions += 1
  await page.keyboard.press(key)
}
const open = (page: Page, name: string) =>
  click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }))
const clickButton = (place: Page | Locator, name: string | RegExp) =>
  click(place.getByRole('button', { name, exact: typeof name === 'string' }))

const matrix = (page: Page) => page.getByRole('table', { name: 'Inputs and outputs' })

async function createPrompt(page: Page): Promise<void> {
  await open(page, 'Applications')
  await click(page.getByRole('button', { name: 'New application' }).first())
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Support')
  await clickButton(page, 'Create')
  await click(page.getByRole('link', { name: 'Playground' }))
  await page.getByRole('heading', { name: 'Playground: support' }).waitFor()
  await clickButton(page, 'Add tool')
  await fill(page.getByRole('region', { name: 'Tool 1' }).getByLabel('Name', { exact: true }), 'find_order')
  await fill(matrix(page).getByLabel('question'), 'Where is my order A-17?')
  await press(page, 'Control+Enter')
}

/** Configures the provider in the dialog of the error that reports it missing. */
async function configureProvider(page: Page): Promise<void> {
  await clickButton(page, 'Add provider key…')
  const dialog = page.getByRole('dialog')
  await fill(dialog.getByLabel('Base URL'), model.url)
  await fill(dialog.getByLabel('Key', { exact: true }), 'sk-1')
  await clickButton(dialog, 'Test')
  await dialog.getByText('accepts this key').waitFor()
  await clickButton(dialog, 'Save')
  await page.getByText('Provider saved.').waitFor()
  await press(page, 'Escape')
}

async function runPlayground(page: Page): Promise<void> {
  await clickButton(page, 'Run')
  await fill(matrix(page).getByLabel('Result of find_order'), 'shipped on Monday')
  await press(page, 'Control+Enter')
  await matrix(page).getByText('Your order was shipped on Monday.').waitFor()
  await clickButton(page, 'Commit…')
  await clickButton(page, /^Commit to/)
  await page.getByText('Committed version 2.').waitFor()
}

/** The rows of the playground become a testset with the right answers. */
async function saveTestset(page: Page): Promise<void> {
  await fill(matrix(page).getByLabel('question').first(), 'Do you ship to Norway?')
  await clickButton(page, 'Add row')
  await fill(matrix(page).getByLabel('question').nth(1), 'Do you ship to Mars?')
  await clickButton(page, 'Run 2 calls')
  await expect.poll(() => matrix(page).getByText('Yes.').count()).toBe(2)
  await clickButton(page, 'Save rows…')
  const dialog = page.getByRole('dialog')
  await fill(dialog.getByLabel('Name', { exact: true }), 'Shipping')
  await fill(dialog.getByLabel('Expected answer of row 2'), 'No.')
  await clickButton(dialog, 'Save testset')
  await clickButton(page, 'Open')
  await page.getByRole('gridcell').filter({ hasText: 'Do you ship to Mars?' }).waitFor()
}

const newRun = (page: Page) => page.getByRole('dialog', { name: 'New run' })

async function startJudgedRun(page: Page): Promise<void> {
  await click(page.getByRole('link', { name: 'New run' }))
  await clickButton(newRun(page), 'Add subject')
  await click(page.getByRole('menuitem', { name: 'Support' }))
  await clickButton(newRun(page), 'Add evaluator')
  await click(page.getByRole('menuitem', { name: 'LLM judge', exact: true }))
  await clickButton(newRun(page), 'Correctness')
  await fill(newRun(page).getByLabel(/^Model/), 'gpt-4o-mini')
  await clickButton(newRun(page), 'Start run')
  await page.waitForURL(/\/runs\/[^/]+$/)
}

async function openFailure(page: Page): Promise<void> {
  await page.getByLabel('Metrics of the run').getByText('50%', { exact: true }).waitFor()
  await click(row(page, 'Do you ship to Mars?'))
  await page.getByRole('article', { name: 'Row' }).getByText('Expected “No.”.').waitFor()
}

async function deploy(page: Page, version: number): Promise<void> {
  await clickButton(page, 'Deploy…')
  const dialog = page.getByRole('dialog')
  await select(dialog.getByLabel('Environment'), 'production')
  await clickButton(dialog, 'Deploy to production')
  await page.getByText(new RegExp(`^Deployed (version |.+@)${version} to production\\.$`)).waitFor()
}

/** The application with its failing prompt is deployed; a variant of it gets a better one. */
async function deployAndFork(page: Page): Promise<void> {
  await click(page.getByRole('link', { name: 'support v2' }).first())
  await deploy(page, 2)
  await clickButton(page, 'Fork…')
  await fill(page.getByRole('dialog').getByLabel('Name *'), 'Earth only')
  await clickButton(page.getByRole('dialog'), 'Fork')
  await page.waitForURL(/variant=earth-only/)
  await fill(page.getByLabel('Message 1', { exact: true }), 'We ship to all countries on Earth.')
  await clickButton(page, 'Commit…')
  await fill(page.getByLabel('Message', { exact: true }), 'Only on Earth')
  await clickButton(page, /^Commit to/)
  await page.getByRole('option', { name: /@3 Only on Earth/, selected: true }).waitFor()
}

async function compareRuns(page: Page): Promise<void> {
  await click(page.getByRole('link', { name: 'New run' }))
  const dialog = newRun(page)
  await select(dialog.getByLabel('Testset', { exact: true }), 'Shipping')
  await clickButton(dialog, 'Add evaluator')
  await click(page.getByRole('menuitem', { name: 'LLM judge llm-judge' }))
  await clickButton(dialog, 'Start run')
  await page.getByLabel('Metrics of the run').getByText('100%', { exact: true }).waitFor()
  await clickButton(page, 'Compare with…')
  await click(page.getByRole('button', { name: /^support v2 on shipping/ }))
  await page.getByRole('region', { name: 'Metric differences' }).waitFor()
}

async function rollBackDeployment(page: Page): Promise<void> {
  await open(page, 'Environments')
  await clickButton(page, 'support.revision in production: more')
  await click(page.getByRole('menuitem', { name: 'Deploy another version here…' }))
  await click(page.getByRole('option', { name: /Only on Earth/ }))
  await clickButton(page, 'Deploy to production')
  await page.getByRole('table').getByRole('link', { name: 'Earth only@3' }).waitFor()
  await clickButton(page, 'support.revision in production: more')
  await click(page.getByRole('menuitem', { name: /^Roll back to/ }))
  await clickButton(page, 'Update production')
  await page.getByRole('table').getByRole('link', { name: 'Support@2' }).waitFor()
}

async function queueFailures(page: Page): Promise<void> {
  await open(page, 'Runs')
  await click(row(page, 'support v2 on shipping').getByRole('link').first())
  await clickButton(page, 'Queue failures')
  await clickButton(page, 'New feedback form')
  const form = page.getByRole('form', { name: 'New feedback form' })
  await fill(form.getByLabel('Name *'), 'Harm')
  await fill(form.getByRole('textbox', { name: 'Question', exact: true }), 'Would it annoy a customer?')
  await clickButton(form, 'Create form')
  await select(page.getByLabel('Annotators per item'), '2')
  await clickButton(page, 'Create queue')
  await page.waitForURL(/\/queues\//)
}

async function annotate(page: Page, { key }: { readonly key: string }): Promise<void> {
  await page.getByRole('group', { name: 'Would it annoy a customer?' }).waitFor()
  await press(page, key)
  await press(page, 'Control+Enter')
  await page.getByText('No items left for you').waitFor()
}

test('fewer than 80 actions lead from an empty project to a deployed, evaluated and annotated prompt', async () => {
  const project = await newProject(url())
  const watchedPage = await openWithKey(project.key, '', { expected: /424|502/ })
  const { page } = watchedPage
  await createPrompt(page)
  await configureProvider(page)
  await runPlayground(page)
  await saveTestset(page)
  await startJudgedRun(page)
  await openFailure(page)
  await deployAndFork(page)
  await compareRuns(page)
  await rollBackDeployment(page)
  await queueFailures(page)
  await annotate(page, { key: '1' })

  const { body: key } = await project.post('/keys', { name: 'Bo', role: 'editor' })
  const colleague = await openWithKey(key)
  count.actions += 1
  await colleague.page.goto(page.url())
  await annotate(colleague.page, { key: '2' })

  const verdicts = async (): Promise<ReadonlySet<boolean>> => {
    const { body } = await project.post('/annotations/query', {})
    const annotations: readonly Body[] = body.annotations
    return new Set(annotations.flatMap(({ data }) => data.outputs.would_it_annoy_a_customer ?? []))
  }
  await expect.poll(verdicts).toEqual(new Set([false, true]))
  const { body } = await project.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'support' },
    environment_ref: { slug: 'production' },
  })
  expect(body.application_revision.version).toBe('2')
  expect(count.actions).toBeLessThan(80)
  await closePage(colleague)
  await closePage(watchedPage)
})
