// Saved views of the list of traces: their content and actions.
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'
import { seedTraces } from './seed.ts'

withBrowser()

test('a view is saved, changed, updated, renamed, shared and deleted, and the deletion is undone', async () => {
  const project = await newProject(url())
  await seedTraces(url(), project.key, 6, 1)
  const watchedPage = await openWithKey(
    project.key,
    '/traces?filter=span_type%20%3D%20agent&range=7d&sort=cost&columns=name~300,cost,user,time',
  )
  const { page } = watchedPage
  const param = (name: string): string | null => new URL(page.url()).searchParams.get(name)
  await row(page, 'support-agent').waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByLabel('Name of the view').fill('Costly agents')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const viewButton = page.getByRole('button', { name: /^Costly agents/ })
  await viewButton.waitFor()
  expect([param('range'), param('sort'), param('columns')]).toEqual(['7d', 'cost', 'name~300,cost,user,time'])
  expect(await page.getByText('changed', { exact: true }).count()).toBe(0)

  await page.getByRole('columnheader', { name: /^Cost/ }).getByRole('button').click()
  await page.getByText('changed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('Updated Costly agents.').waitFor()
  await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' })

  await viewButton.click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await page.getByRole('heading', { name: 'Costly agents' }).waitFor()
  await page.getByRole('option').filter({ hasText: 'v1' }).click()
  await page.getByText('The newest is 2.').waitFor()
  await page.getByRole('link', { name: 'Show traces' }).click()
  await page.getByRole('columnheader', { name: 'Cost ↓' }).waitFor()
  expect([param('range'), param('sort'), param('columns')]).toEqual(['7d', 'cost', 'name~300,cost,user,time'])
  await page.goto(`${page.url().replace(/\?.*/, '')}?open=costly-agents`)
  await viewButton.waitFor()
  await expect.poll(() => param('columns')).toBe('name~300,cost,user,time')
  expect(param('sort')).toBe(null)

  await viewButton.click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByLabel('Name of the view').fill('All agents')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  const renamedViewButton = page.getByRole('button', { name: /^All agents/ })
  await renamedViewButton.waitFor()
  await renamedViewButton.click()
  await page.getByRole('menuitem', { name: 'Copy link to the view' }).click()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.goto(link)
  await renamedViewButton.waitFor()
  await expect.poll(() => param('columns')).toBe('name~300,cost,user,time')
  expect([param('open'), param('sort'), param('range')]).toEqual([null, null, '7d'])
  await page.getByRole('columnheader', { name: 'User' }).waitFor()

  const { body } = await project.post('/simple/queries/query', {})
  expect(body.queries).toMatchObject([{ name: 'All agents', data: { formatting: { focus: 'trace' } } }])

  await renamedViewButton.click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Views' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'All agents' }).waitFor()
  await closePage(watchedPage)
})
