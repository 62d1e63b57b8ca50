// The grid of a testset by mouse and by keys. Long because all tests share the helpers of one grid.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, newProject, type Api } from '../../test/support/api.ts'
import { deep } from './deep.ts'
import { closePage, goTo, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

let api: Api

const capitals = [
  { country: 'France', capital: 'Paris', people: 2_100_000 },
  { country: 'Japan', capital: 'Tokyo', people: 14_000_000 },
  { country: 'Italy', capital: 'Rome', people: 2_800_000 },
]

/** Creates a separate testset for a test and returns its slug. */
async function makeTestset(slug: string, rows: readonly object[] = capitals): Promise<string> {
  const { status } = await api.post('/simple/testsets/', {
    testset: { slug, name: slug, data: { testcases: rows.map((data) => ({ data })) } },
  })
  expect(status).toBe(200)
  return slug
}

const rowsOf = async (slug: string): Promise<readonly Record<string, unknown>[]> => {
  const { body } = await api.post('/testcases/query', { testset_ref: { slug } })
  return body.testcases.map(({ data }: { data: Record<string, unknown> }) => {
    const { testcase_dedup_id: _, ...rest } = data
    return rest
  })
}

async function commitByOtherPerson(slug: string, delta: object): Promise<void> {
  const answer = await api.post('/testsets/query', { testset_refs: [{ slug }] })
  const { status } = await api.post('/testsets/revisions/commit', {
    testset_revision_commit: { testset_id: answer.body.testsets[0].id, message: 'by somebody else', delta },
  })
  expect(status).toBe(200)
}

const cell = (page: Page, text: string): Locator =>
  page.getByRole('gridcell').filter({ hasText: text }).first()
const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name })
const draftBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Draft' })

async function editCell(page: Page, into: string, value: string): Promise<void> {
  await cell(page, into).dblclick()
  await page.getByRole('textbox', { name: /, row/ }).fill(value)
  await page.keyboard.press('Enter')
}

async function commit(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Commit…' }).click()
  await page.getByLabel('Commit message').fill(message)
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
}

beforeAll(async () => {
  api = await newProject(url())
})

describe('the list', () => {
  test('an empty project explains testsets; one is created, renamed and archived', async () => {
    const emptyProject = await newProject(url())
    const watchedPage = await openWithKey(emptyProject.key, '/testsets')
    const { page } = watchedPage
    await page.getByText('No testsets yet').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Name', { exact: true }).fill('Capitals')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Capitals' }).waitFor()
    await page.getByText('No rows yet').waitFor()
    await page.getByRole('button', { name: 'Actions for Capitals' }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Capital cities')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'Capital cities' }).waitFor()
    await page.getByRole('link', { name: 'All testsets' }).click()
    await page.getByRole('button', { name: 'Actions for Capital cities' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText('No testsets yet').waitFor()
    await page.getByRole('button', { name: 'Archived' }).click()
    await row(page, 'Capital cities').waitFor()
    await closePage(watchedPage)
  })

  deep('the list shows rows, columns and the last commit, and a row opens the testset', async () => {
    await makeTestset('listed')
    await commitByOtherPerson('listed', { columns: { add: ['hint'] } })
    const watchedPage = await openWithKey(api.key, '/testsets')
    const { page } = watchedPage
    const line = row(page, 'listed')
    await line.getByText('by somebody else').waitFor()
    await expect.poll(() => line.getByRole('gridcell').nth(1).innerText()).toBe('3')
    expect(await line.getByRole('gridcell').nth(2).innerText()).toBe('4')
    await line.click()
    await grid(page, 'listed').waitFor()
    await closePage(watchedPage)
  })
})

describe('reading', () => {
  test('a link opens the same version, row and cell', async () => {
    await makeTestset('linked')
    await commitByOtherPerson('linked', { rows: { add: [{ data: { country: 'Peru' } }] } })
    const watchedPage = await openWithKey(api.key, '/testsets/linked@1?row=3&column=capital&open=true')
    const { page } = watchedPage
    await page.getByText('version 1 of 2').waitFor()
    const detail = page.getByRole('region', { name: 'Row details' })
    await detail.getByRole('heading', { name: 'Row 3' }).waitFor()
    await detail.getByText('Rome').waitFor()
    expect(await grid(page, 'linked').getAttribute('aria-rowcount')).toBe('4')
    await page.getByRole('button', { name: 'Open it' }).click()
    await page.getByText('Peru').waitFor()
    await closePage(watchedPage)
  })

  deep('a row links to its source span and to its runs', async () => {
    const demo = await admin(url(), 'POST', '/projects/demo')
    const watchedPage = await openWithKey(demo.body.key, '/traces?range=7d')
    const { page } = watchedPage
    await page.getByRole('grid').getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: 'Add to testset' }).click()
    await page.getByLabel('Name of the new testset').fill('From spans')
    await page.getByRole('button', { name: 'Add 1 row' }).click()
    await page.getByText('Added 1 row to From spans.').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('From spans')
    await page
      .getByRole('option', { name: /From spans ?testset/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: '1' }).click()
    await page.getByRole('link', { name: /^span/ }).click()
    await page.waitForURL(/\/traces\/[0-9a-f]{32}\?span=/)
    await page.goto(`${page.url().split('/traces')[0]}/testsets/support-questions?row=1&open=true`)
    const detail = page.getByRole('region', { name: 'Row details' })
    await detail.getByText('Runs with this row').waitFor()
    await detail.locator('a[href*="/runs/"]').first().click()
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}\?row=[0-9a-f-]{36}/)
    await closePage(watchedPage)
  })

  test('go to row jumps to a distant row, and only rows on the screen are rendered', async () => {
    await makeTestset(
      'long',
      Array.from({ length: 3000 }, (_, at) => ({ number: at + 1, text: `row ${at + 1}` })),
    )
    const watchedPage = await openWithKey(api.key, '/testsets/long')
    const { page } = watchedPage
    await cell(page, 'row 1').waitFor()
    await page.keyboard.press('G')
    await page.getByLabel('Go to row').fill('2,500')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: 'row 2500', exact: true }).waitFor()
    await page.waitForURL(/row=2500/)
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    await page.keyboard.press('Control+End')
    await page.getByRole('gridcell', { name: 'row 3000', exact: true }).waitFor()
    await closePage(watchedPage)
  })

  deep('a search finds rows, steps through the matches, and lists only them', async () => {
    await makeTestset(
      'searched',
      Array.from({ length: 1500 }, (_, at) => ({ number: at, text: at % 500 === 7 ? 'a needle' : 'hay' })),
    )
    const watchedPage = await openWithKey(api.key, '/testsets/searched')
    const { page } = watchedPage
    await cell(page, 'hay').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('NEEDLE')
    await page.keyboard.press('Enter')
    await page.getByText('3 rows found').waitFor()
    await page.waitForURL(/row=8(&|$)/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/row=508/)
    await page.getByRole('button', { name: 'Next match' }).click()
    await page.waitForURL(/row=1008/)
    await page.getByRole('button', { name: 'Previous match' }).click()
    await page.waitForURL(/row=508/)
    await page.getByRole('button', { name: 'Only matches' }).click()
    await expect.poll(() => grid(page, 'searched').getAttribute('aria-rowcount')).toBe('4')
    await page.getByRole('rowheader', { name: '1,008' }).waitFor()
    await page.reload()
    await page.getByRole('rowheader', { name: '1,008' }).waitFor()
    await closePage(watchedPage)
  })

  deep('filters over columns limit the rows', async () => {
    await makeTestset('conditions')
    const watchedPage = await openWithKey(api.key, '/testsets/conditions')
    const { page } = watchedPage
    await cell(page, 'Paris').waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByLabel('Column', { exact: true }).selectOption('people')
    await page.getByLabel('Operator').selectOption('gt')
    await page.getByLabel('Value').fill('2500000')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('2 rows found').waitFor()
    await page.getByRole('button', { name: 'Only matches' }).click()
    await expect.poll(() => page.getByRole('gridcell', { name: 'Paris' }).count()).toBe(0)
    await cell(page, 'Tokyo').waitFor()
    await page.getByRole('button', { name: /^Remove people/ }).click()
    await cell(page, 'Paris').waitFor()
    await closePage(watchedPage)
  })

  deep('columns are pinned and hidden, and the URL stores both', async () => {
    await makeTestset('arranged')
    const watchedPage = await openWithKey(api.key, '/testsets/arranged')
    const { page } = watchedPage
    await page.getByRole('button', { name: /^capital/ }).click()
    await page.getByRole('menuitem', { name: 'Pin' }).click()
    await page.waitForURL(/pinned=/)
    expect(await page.getByRole('columnheader').nth(1).innerText()).toContain('capital')
    await page.getByRole('button', { name: /^country/ }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await expect.poll(() => page.getByRole('columnheader', { name: /country/ }).count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Show 1 hidden column' }).click()
    await page.getByRole('columnheader', { name: /country/ }).waitFor()
    await closePage(watchedPage)
  })

  deep('rows are downloaded in every format', async () => {
    await makeTestset('taken-along')
    const watchedPage = await openWithKey(api.key, '/testsets/taken-along')
    const { page } = watchedPage
    for (const [name, file] of [
      ['CSV', 'csv'],
      ['CSV for spreadsheets', 'csv'],
      ['JSON', 'json'],
      ['JSON lines', 'jsonl'],
      ['Parquet', 'parquet'],
    ] as const) {
      await page.getByRole('button', { name: 'Download' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`taken-along-1.${file}`)
    }
    await closePage(watchedPage)
  })

  deep('an unknown testset and an unknown version show a message', async () => {
    await makeTestset('few')
    const watchedPage = await openWithKey(api.key, '/testsets/nowhere')
    const { page } = watchedPage
    await page.getByText('Testset not found').waitFor()
    await page.goto(page.url().replace('nowhere', 'few@9'))
    await page.getByText('Version not found').waitFor()
    await closePage(watchedPage)
  })
})

describe('a draft', () => {
  test('edits of cells, rows and columns are undone, redone and committed as one version', async () => {
    await makeTestset('edited')
    const watchedPage = await openWithKey(api.key, '/testsets/edited')
    const { page } = watchedPage
    await editCell(page, 'Rome', 'Roma')
    await draftBar(page).getByText('1 row changed').waitFor()
    await page.getByRole('button', { name: 'Add column', exact: true }).click()
    await page.getByLabel('Column name').fill('hint')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Add row', exact: true }).click()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /^country, new row/ }).fill('Peru')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /^capital, new row/ }).fill('Lima')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => page.getByText('Lima').count()).toBe(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    await cell(page, 'Lima').waitFor()
    await page.getByRole('checkbox', { name: 'Select row 2' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await draftBar(page).getByText('1 row changed, 1 row added, 1 row removed, 1 column added').waitFor()
    await commit(page, 'Peru for Japan')
    await page.getByText('Version 2 is committed.').waitFor()
    await page.getByText('version 2', { exact: true }).waitFor()
    expect(await draftBar(page).count()).toBe(0)
    expect(await rowsOf('edited')).toEqual([
      { ...capitals[0], hint: '' },
      { ...capitals[2], capital: 'Roma', hint: '' },
      { country: 'Peru', capital: 'Lima' },
    ])
    await closePage(watchedPage)
  })

  test('survives a reload and can be discarded', async () => {
    await makeTestset('kept')
    const watchedPage = await openWithKey(api.key, '/testsets/kept')
    const { page } = watchedPage
    await editCell(page, 'Tokyo', 'Tōkyō')
    await draftBar(page).getByText('1 row changed').waitFor()
    await page.reload()
    await draftBar(page).getByText('1 row changed').waitFor()
    await cell(page, 'Tōkyō').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await cell(page, 'Tokyo').waitFor()
    await page.reload()
    await cell(page, 'Tokyo').waitFor()
    expect(await draftBar(page).count()).toBe(0)
    expect(await rowsOf('kept')).toEqual(capitals)
    await closePage(watchedPage)
  })

  deep('columns are renamed, typed and removed', async () => {
    await makeTestset('columns', [
      { city: 'Rome', size: '12', note: 'x' },
      { city: 'Lima', size: 'large', note: 'y' },
    ])
    const watchedPage = await openWithKey(api.key, '/testsets/columns')
    const { page } = watchedPage
    await page.getByRole('button', { name: /^city/ }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByLabel('Column name').fill('size')
    await page.getByText('A column with this name already exists.').waitFor()
    await page.getByLabel('Column name').fill('town')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: /^size/ }).click()
    await page.getByRole('menuitem', { name: 'Number' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 value cannot be converted to numbers').waitFor()
    await dialog.getByText('Row 2').waitFor()
    await dialog.getByText('large').waitFor()
    await dialog.getByRole('button', { name: 'Convert the others' }).click()
    await page.getByRole('button', { name: /^note/ }).click()
    await page.getByRole('menuitem', { name: 'Remove column' }).click()
    await draftBar(page).getByText('1 column renamed, 1 column converted, 1 column removed').waitFor()
    await commit(page, '')
    await page.getByText('Version 2 is committed.').waitFor()
    expect(await rowsOf('columns')).toEqual([
      { town: 'Rome', size: 12 },
      { town: 'Lima', size: 'large' },
    ])
    await closePage(watchedPage)
  })

  deep('a column is converted in all rows, including edits and a commit of another person', async () => {
    const longRows = Array.from({ length: 1_200 }, (_, n) => ({ n: String(n), even: n % 2 === 0 }))
    await makeTestset('retyped', longRows)
    const watchedPage = await openWithKey(api.key, '/testsets/retyped')
    const { page } = watchedPage
    await cell(page, '1').dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('-1')
    await page.keyboard.press('Enter')
    await draftBar(page).getByText('1 row changed').waitFor()
    await page.getByRole('button', { name: /^n/ }).first().click()
    await page.getByRole('menuitem', { name: 'Number' }).click()
    await draftBar(page).getByText('1 row changed, 1 column converted').waitFor()
    // Another person commits meanwhile: both changes are merged.
    const { body } = await api.post('/testsets/revisions/retrieve', {
      testset_ref: { slug: 'retyped' },
      windowing: { limit: 3 },
    })
    const { testset_id: testsetId, data } = body.testset_revision
    const replace = [{ id: data.testcase_ids[2], data: { n: '2', even: 'yes' } }]
    await api.post('/testsets/revisions/commit', {
      testset_revision_commit: { testset_id: testsetId, delta: { rows: { replace } } },
    })
    await page.getByText('Version 2 is newer').waitFor()
    await page.getByRole('button', { name: 'Merge…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Your changes were merged with the newest version.').waitFor()
    const rows = await rowsOf('retyped')
    expect(rows.slice(0, 4)).toEqual([
      { n: 0, even: true },
      { n: -1, even: false },
      { n: 2, even: 'yes' },
      { n: 3, even: false },
    ])
    expect(rows.every((row) => typeof row['n'] === 'number')).toBe(true)
    await closePage(watchedPage)
  })

  deep('spreadsheet cells are pasted over rows and add new ones', async () => {
    await makeTestset('pasted')
    const watchedPage = await openWithKey(api.key, '/testsets/pasted')
    const { page } = watchedPage
    await cell(page, 'Rome').click()
    await page.evaluate(`navigator.clipboard.writeText('Roma\\t2900000\\r\\n"Lima\\nPeru"\\t10000000\\r\\n')`)
    await page.keyboard.press('Control+v')
    await draftBar(page).getByText('1 row changed, 1 row added').waitFor()
    await commit(page, 'from a spreadsheet')
    await page.getByText('Version 2 is committed.').waitFor()
    expect(await rowsOf('pasted')).toEqual([
      capitals[0],
      capitals[1],
      { country: 'Italy', capital: 'Roma', people: 2_900_000 },
      { capital: 'Lima\nPeru', people: 10_000_000 },
    ])
    await closePage(watchedPage)
  })

  deep('lists and objects are edited as JSON; invalid JSON is refused', async () => {
    await makeTestset('parts', [{ question: 'who?', options: ['a', 'b'] }])
    const watchedPage = await openWithKey(api.key, '/testsets/parts')
    const { page } = watchedPage
    await cell(page, '["a","b"]').click()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit options' }).click()
    const field = page.getByRole('textbox', { name: 'Value of options' })
    await field.fill('["a",')
    await page.getByRole('alert').waitFor()
    await field.fill('["a", {"b": 1}]')
    await page.keyboard.press('Control+Enter')
    await commit(page, '')
    await page.getByText('Version 2 is committed.').waitFor()
    expect(await rowsOf('parts')).toEqual([{ question: 'who?', options: ['a', { b: 1 }] }])
    await closePage(watchedPage)
  })

  test('cells are edited, undone, redone and committed by keys alone', async () => {
    await makeTestset('keys-only')
    const watchedPage = await openWithKey(api.key)
    const { page } = watchedPage
    await goTo(page, 'd', '/testsets')
    await row(page, 'keys-only').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('keys-only')
    await page
      .getByRole('option', { name: /keys-only ?testset/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await cell(page, 'Paris').waitFor()
    await grid(page, 'keys-only').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('F2')
    await page.keyboard.type('Edo')
    await page.keyboard.press('Escape')
    expect(await draftBar(page).count()).toBe(0)
    await page.keyboard.type('Edo')
    await page.keyboard.press('Enter')
    await cell(page, 'Edo').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.getByText('Edo').count()).toBe(0)
    await page.keyboard.press('Control+y')
    await cell(page, 'Edo').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Commit message').waitFor()
    await page.keyboard.type('the old name')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Version 2 is committed.').waitFor()
    expect((await rowsOf('keys-only'))[1]?.['capital']).toBe('Edo')
    await closePage(watchedPage)
  })
})

describe('an upload', () => {
  const csv = (content: string) => ({
    name: 'cities.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  })

  test('shows a preview: columns are renamed and omitted, then the testset is created', async () => {
    const watchedPage = await openWithKey(api.key, '/testsets')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByLabel(/Choose a file/).setInputFiles(csv('Town,notes\nRome,x\nLima,\n'))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('CSV with 2 rows').waitFor()
    await dialog.getByLabel('Name of Town').fill('city')
    await dialog.getByLabel('Import notes').uncheck()
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await dialog.getByText('CSV with 2 rows').waitFor()
    await dialog.getByLabel('Testset name').fill('Cities')
    await dialog.getByRole('button', { name: 'Create testset' }).click()
    await page.getByText('Created Cities.').waitFor()
    await cell(page, 'Lima').waitFor()
    const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await rowsOf(slug)).toEqual([{ city: 'Rome' }, { city: 'Lima' }])
    await closePage(watchedPage)
  })

  deep('that is dropped on a testset uses its column names and becomes its next version', async () => {
    await makeTestset('dropped-on')
    const watchedPage = await openWithKey(api.key, '/testsets/dropped-on')
    const { page } = watchedPage
    await cell(page, 'Paris').waitFor()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Country,Capital\\nPeru,Lima\\n'], 'rows.csv', { type: 'text/csv' }))
      for (const type of ['dragover', 'drop'])
        document.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    })()`)
    const dialog = page.getByRole('dialog', { name: 'Upload new version' })
    await dialog.getByText('They replace the rows of version 1.').waitFor()
    expect(await dialog.getByLabel('Name of Country').inputValue()).toBe('country')
    await dialog.getByLabel('Commit message').fill('only Peru')
    await dialog.getByRole('button', { name: 'Commit', exact: true }).click()
    await page.getByText('Version 2 is committed.').waitFor()
    await cell(page, 'Lima').waitFor()
    expect(await rowsOf('dropped-on')).toEqual([{ country: 'Peru', capital: 'Lima' }])
    await closePage(watchedPage)
  })

  deep('shows its first rows, and omits lines with errors on request', async () => {
    const watchedPage = await openWithKey(api.key, '/testsets')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByLabel(/Choose a file/).setInputFiles(csv('city,country\nRome,Italy\nLima\nOslo,Norway\n'))
    const dialog = page.getByRole('dialog')
    const firstRows = dialog.getByRole('region', { name: 'First rows' })
    await firstRows.getByRole('cell', { name: 'Norway' }).waitFor()
    await dialog.getByLabel('Testset name').fill('Skipped')
    await dialog.getByLabel('Skip the line with errors').check()
    await dialog.getByRole('button', { name: 'Create testset' }).click()
    await page.getByText('Created Skipped. Skipped line 3.').waitFor()
    await cell(page, 'Oslo').waitFor()
    await closePage(watchedPage)
  })

  deep('with errors is refused with their lines, and stores nothing', async () => {
    const watchedPage = await openWithKey(api.key, '/testsets')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByLabel(/Choose a file/).setInputFiles(csv('a,b\n1,2\n1,2,3\n'))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('line 3').waitFor()
    expect(await dialog.getByRole('button', { name: 'Create testset' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Choose another file' }).click()
    await dialog.getByText('Choose a file').waitFor()
    await closePage(watchedPage)
  })

  deep('is cancelled during the transfer', async () => {
    const watchedPage = await openWithKey(api.key, '/testsets', { expected: /net::/ })
    const { page } = watchedPage
    await page.route('**/simple/testsets/upload', () => undefined)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByLabel(/Choose a file/).setInputFiles(csv('a\n1\n'))
    await page.getByText(/Uploading the file|Checking the file/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Choose a file').waitFor()
    await closePage(watchedPage)
  })
})

deep('a viewer reads, searches and downloads, and sees no action without permission', async () => {
  await makeTestset('for-eyes')
  const viewer = await api.as('viewer')
  const watchedPage = await openWithKey(viewer.key, '/testsets')
  const { page } = watchedPage
  await row(page, 'for-eyes').waitFor()
  expect(await page.getByRole('button', { name: /New testset|Upload|Actions for / }).count()).toBe(0)
  await row(page, 'for-eyes').click()
  await cell(page, 'Paris').dblclick()
  await page.getByRole('region', { name: 'Row details' }).waitFor()
  expect(
    await page.getByRole('button', { name: /Edit|Remove|Restore|Upload|^Add row$|^Add column$/ }).count(),
  ).toBe(0)
  await page.getByRole('button', { name: /^capital/ }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Pin', 'Hide', 'Only rows with a value'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Actions for version 1' }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Show its changes'])
  await closePage(watchedPage)
})
