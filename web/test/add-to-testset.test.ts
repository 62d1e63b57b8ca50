// Spans become rows of a testset: mapping, preview, confirmation and undo.
import { expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { deep } from './deep.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'
import { seedTraces } from './seed.ts'

withBrowser()

/** Rows of the newest revision. */
async function rowsOf(api: Api, id: string): Promise<readonly unknown[]> {
  const { body } = await api.post('/testcases/query', { testset_ref: { id } })
  return body.testcases.map(({ data }: { readonly data: object }) => data)
}

test('the columns of a testset are filled as in the preview, and undo removes the rows', async () => {
  const project = await newProject(url())
  await seedTraces(url(), project.key, 3, 1)
  const answer = await project.post('/simple/testsets/', {
    testset: { name: 'Support', data: { testcases: [{ data: { question: 'First?', expected: 'Yes.' } }] } },
  })
  const id = String(answer.body.testset.id)
  const rowsBefore = await rowsOf(project, id)
  const watchedPage = await openWithKey(project.key, '/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add to testset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to testset' })
  await dialog.getByLabel('Testset', { exact: true }).selectOption({ label: 'Support' })
  // Columns match by name; outputs fill the expected column.
  await expect
    .poll(() => dialog.getByLabel('Value of question').inputValue())
    .toBe('attributes.ag.data.inputs.question')
  expect(await dialog.getByLabel('Value of expected').inputValue()).toBe('attributes.ag.data.outputs')
  await dialog.getByLabel('Value of expected').selectOption({ label: 'outputs.answer' })
  await dialog
    .getByRole('table', { name: 'Preview of the rows' })
    .getByText('Set `ASSAY_DATA_DIR`.')
    .waitFor()
  expect(await rowsOf(project, id)).toEqual(rowsBefore)
  await dialog.getByRole('button', { name: 'Add 1 row' }).click()
  await page.getByText('Added 1 row to Support.').waitFor()
  const rowsAfter = await rowsOf(project, id)
  expect(rowsAfter).toHaveLength(2)
  expect(rowsAfter).toContainEqual(expect.objectContaining({ expected: 'Set `ASSAY_DATA_DIR`.' }))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Removed the rows from Support.').waitFor()
  expect(await rowsOf(project, id)).toEqual(rowsBefore)
  await closePage(watchedPage)
})

deep('a new testset is created after the confirmation, with the chosen columns', async () => {
  const project = await newProject(url())
  await seedTraces(url(), project.key, 3, 1)
  const watchedPage = await openWithKey(project.key, '/traces')
  const { page } = watchedPage
  const testsets = async (): Promise<readonly string[]> =>
    (await project.post('/testsets/query', {})).body.testsets.map(({ name }: { name: string }) => name)
  const testsetsBefore = await testsets()
  await row(page, 'support-agent').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add to testset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to testset' })
  await dialog.getByLabel('Name of the new testset').fill('Agents')
  await dialog.getByLabel('Name of column 1').fill('prompt')
  await dialog.getByRole('columnheader', { name: 'prompt' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await testsets()).toEqual(testsetsBefore)
  await page.getByRole('button', { name: 'Add to testset' }).click()
  await dialog.getByLabel('Name of the new testset').fill('Agents')
  await dialog.getByLabel('Name of column 1').fill('prompt')
  await dialog.getByRole('button', { name: 'Add 1 row' }).click()
  await page.getByText('Added 1 row to Agents.').waitFor()
  expect(await testsets()).toContain('Agents')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Removed the rows from Agents.').waitFor()
  expect(await testsets()).toEqual(testsetsBefore)
  await closePage(watchedPage)
})
