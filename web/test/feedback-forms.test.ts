// Forms for human feedback: built in the dialog of a new queue and on the page of the evaluator, answered in the queue.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { violations } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

const card = (place: Page | Locator, number: number): Locator =>
  place.getByRole('listitem', { name: `Question ${number}`, exact: true })

async function projectWithAnswer(): Promise<Api> {
  const project = await newProject(url())
  const data = { inputs: { question: 'When does it arrive?' }, outputs: { answer: 'never' } }
  await project.post('/invocations/', { invocation: { data } })
  return project
}

/** The outputs of the only annotation of the project. */
async function annotationOutputs(project: Api): Promise<unknown> {
  const { body } = await project.post('/annotations/query', {})
  const annotations: readonly { readonly data: { readonly outputs: unknown } }[] = body.annotations
  return annotations.map(({ data }) => data.outputs)
}

test('in a project without evaluators a queue is created with a new form, and answered', async () => {
  const project = await projectWithAnswer()
  const watchedPage = await openWithKey(project.key, '/queues?new=true')
  const { page } = watchedPage
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Good answers?')
  await dialog.getByRole('button', { name: 'New feedback form' }).click()
  const form = dialog.getByRole('form', { name: 'New feedback form' })
  await form.getByLabel('Name *').fill('Quality')
  // Nothing is created before all fields are valid.
  await form.getByRole('button', { name: 'Create form' }).click()
  await form.getByText('Write the question.').waitFor()
  await card(form, 1).getByLabel('Question', { exact: true }).fill('Is it good?')
  await card(form, 1).getByLabel('Required').check()
  await form.getByRole('button', { name: 'Add question' }).click()
  await card(form, 2).getByLabel('Question', { exact: true }).fill('Which faults?')
  await card(form, 2).getByLabel('Answer', { exact: true }).selectOption('Several answers of a list')
  await card(form, 2).getByLabel('Answers').fill('rude\nwrong\nlong')
  await card(form, 2).getByLabel('Ask').selectOption('after “Is it good?”')
  await card(form, 2).getByLabel('if the answer is').selectOption('No')
  // The preview asks the second question only after a No.
  const preview = form.getByRole('region', { name: 'Preview' })
  await preview.getByRole('group', { name: 'Is it good?' }).getByRole('button', { name: 'No' }).click()
  await preview.getByRole('group', { name: 'Which faults?' }).waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create form' }).click()
  await expect.poll(() => dialog.getByLabel('Quality').isChecked()).toBe(true)
  expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Good answers?')
  await dialog.getByRole('button', { name: 'Create queue' }).click()
  const annotation = page.getByRole('form', { name: 'Annotation' })
  await annotation.getByRole('group', { name: 'Is it good?' }).getByRole('button', { name: 'No' }).click()
  const faults = annotation.getByRole('group', { name: 'Which faults?' })
  await faults.getByRole('button', { name: 'long' }).click()
  await faults.getByRole('button', { name: 'rude' }).click()
  await annotation.getByRole('button', { name: 'Save and next' }).click()
  await page.getByText('No items left for you').waitFor()
  await expect
    .poll(() => annotationOutputs(project))
    .toEqual([{ is_it_good: false, which_faults: ['rude', 'long'] }])
  await closePage(watchedPage)
})

const feedbackData = {
  uri: 'assay:custom:feedback:v0',
  schemas: {
    outputs: {
      type: 'object',
      properties: {
        tone: { type: 'integer', minimum: 1, maximum: 5, title: 'Tone' },
        comment: { type: 'string', title: 'Comment' },
      },
    },
  },
}

deep(
  'the page of a form shows its questions; they change and move by a commit, and JSON shows the same',
  async () => {
    const project = await newProject(url())
    await project.post('/simple/evaluators/', {
      evaluator: { slug: 'kind', name: 'Kind', data: feedbackData },
    })
    const watchedPage = await openWithKey(project.key, '/evaluators/kind')
    const { page } = watchedPage
    await card(page, 1).getByLabel('Label of the high end').fill('warm')
    await card(page, 1).getByRole('button', { name: 'Move question 1 down' }).click()
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByRole('textbox', { name: 'Payload as JSON' }).getByText('"warm"').waitFor()
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByText('Committed version 2.').waitFor()
    await page.reload()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('button', { name: '5 warm' }).waitFor()
    await expect.poll(() => card(page, 2).getByLabel('Question', { exact: true }).inputValue()).toBe('Tone')
    await page.getByRole('link', { name: 'New run' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Try' }).count()).toBe(0)
    await closePage(watchedPage)
  },
)

deep('a form that only JSON can express is shown, not changed', async () => {
  const project = await newProject(url())
  const outputs = { type: 'object', properties: { parts: { type: 'object', title: 'Parts' } } }
  const data = { ...feedbackData, schemas: { outputs } }
  await project.post('/simple/evaluators/', { evaluator: { slug: 'nested', name: 'Nested', data } })
  const watchedPage = await openWithKey(project.key, '/evaluators/nested')
  const { page } = watchedPage
  await page.getByText('This form has parts that only JSON can express.').waitFor()
  await page.getByRole('region', { name: 'Preview' }).getByLabel('Parts').waitFor()
  await closePage(watchedPage)
})
