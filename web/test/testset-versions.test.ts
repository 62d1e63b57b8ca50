// Versions of testsets: history, comparison, concurrent edits, merge, cherry-pick and revert.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { deep } from './deep.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

let api: Api
beforeAll(async () => {
  api = await newProject(url())
})

const capitals = [
  { country: 'France', capital: 'Paris' },
  { country: 'Japan', capital: 'Tokyo' },
  { country: 'Italy', capital: 'Rome' },
]

interface Row {
  readonly id: string
  readonly data: Record<string, unknown>
}

class Testset {
  readonly slug: string
  readonly id: string
  constructor(slug: string, id: string) {
    this.slug = slug
    this.id = id
  }

  async rows(variant?: string): Promise<readonly Row[]> {
    const { body } = await api.post('/testcases/query', {
      testset_ref: { slug: this.slug },
      ...(variant === undefined ? {} : { testset_variant_ref: { id: variant } }),
    })
    return body.testcases
  }

  async column(name: string, variant?: string): Promise<readonly unknown[]> {
    return (await this.rows(variant)).map(({ data }) => data[name])
  }

  /** Commits new capitals by country, to a variant or to the default one. */
  async write(values: Readonly<Record<string, string>>, variant?: string, message = ''): Promise<string> {
    const rows = await this.rows(variant)
    const replace = rows
      .filter(({ data }) => Object.hasOwn(values, String(data['country'])))
      .map(({ id, data }) => ({ id, data: { ...data, capital: values[String(data['country'])] } }))
    const { status, body } = await api.post('/testsets/revisions/commit', {
      testset_revision_commit: {
        testset_id: this.id,
        ...(variant === undefined ? {} : { testset_variant_id: variant }),
        message,
        delta: { rows: { replace } },
      },
    })
    expect(status).toBe(200)
    return body.testset_revision.id
  }

  async fork(name: string): Promise<{ readonly id: string; readonly slug: string }> {
    const { body } = await api.post('/testsets/variants/fork', {
      testset_ref: { slug: this.slug },
      testset_variant: { slug: `${this.slug}-${name}`, name },
    })
    return body.testset_variant
  }
}

async function makeTestset(slug: string, rows: readonly object[] = capitals): Promise<Testset> {
  const { status, body } = await api.post('/simple/testsets/', {
    testset: { slug, name: slug, data: { testcases: rows.map((data) => ({ data })) } },
  })
  expect(status).toBe(200)
  return new Testset(slug, body.testset.id)
}

const cell = (page: Page, text: string): Locator =>
  page.getByRole('gridcell').filter({ hasText: text }).first()

async function editCell(page: Page, text: string, value: string): Promise<void> {
  await cell(page, text).dblclick()
  await page.getByRole('textbox', { name: /, row/ }).fill(value)
  await page.keyboard.press('Enter')
}

test('two versions are compared: counts, then the words of each changed row, and the row opens', async () => {
  const testset = await makeTestset('compared')
  await testset.write({ Italy: 'Rome, the eternal city' }, undefined, 'longer')
  const watchedPage = await openWithKey(api.key, '/testsets/compared?view=history')
  const { page } = watchedPage
  await row(page, 'longer').getByRole('checkbox').check()
  await page.getByRole('row').filter({ hasText: 'Initial commit' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL(/\/diff\/0\.\.2/)
  await page.getByRole('button', { name: 'Added 3' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'France' }).waitFor()
  await page.goto(page.url().replace('0..2', '1..2'))
  await page.getByRole('button', { name: 'Changed 1' }).waitFor()
  const detail = page.getByRole('region', { name: 'Change of capital' })
  await expect.poll(() => detail.locator('ins').first().innerText()).toContain('eternal')
  expect(await detail.locator('span').first().innerText()).toBe('Rome')
  await page.getByRole('button', { name: 'Removed 0' }).click()
  await page.getByText('No changes of this kind').waitFor()
  await page.getByRole('link', { name: 'Swap' }).click()
  await page.waitForURL(/2\.\.1/)
  await detail.locator('del').first().waitFor()
  await page.getByRole('link', { name: 'Open row' }).click()
  await page.getByRole('region', { name: 'Row details' }).getByText('Rome', { exact: true }).waitFor()
  await closePage(watchedPage)
})

deep('keys step through the changes, and the URL contains the open change', async () => {
  const testset = await makeTestset('walked')
  await testset.write({ Italy: 'Roma', Japan: 'Edo' })
  const watchedPage = await openWithKey(api.key, '/testsets/walked/diff/1..2')
  const { page } = watchedPage
  await page.getByRole('grid', { name: 'Changes' }).focus()
  await page.keyboard.press('j')
  await page.waitForURL(/at=2/)
  await page.getByRole('region', { name: 'Change of capital' }).getByText('Roma').waitFor()
  await page.reload()
  await page.getByRole('region', { name: 'Change of capital' }).getByText('Roma').waitFor()
  await closePage(watchedPage)
})

test('two people edit at once: changes without conflicts are merged', async () => {
  const testset = await makeTestset('together')
  const [first, second] = [
    await openWithKey(api.key, '/testsets/together'),
    await openWithKey(api.key, '/testsets/together', { expected: /409/ }),
  ]
  await editCell(first.page, 'Rome', 'Roma')
  await editCell(second.page, 'Tokyo', 'Tōkyō')
  await first.page.getByRole('button', { name: 'Commit…' }).click()
  await first.page.getByRole('button', { name: 'Commit', exact: true }).click()
  await first.page.getByText('Version 2 is committed.').waitFor()
  await second.page.getByRole('button', { name: /^(Commit|Merge)…$/ }).click()
  const commitButton = second.page.getByRole('button', { name: 'Commit', exact: true })
  const mergeButton = second.page.getByRole('dialog').getByRole('button', { name: 'Merge' })
  await commitButton.or(mergeButton).first().waitFor()
  if (await commitButton.isVisible()) await commitButton.click()
  await second.page.getByText('Another person has committed').waitFor()
  expect(await testset.column('capital')).toEqual(['Paris', 'Tokyo', 'Roma'])
  await second.page.getByRole('link', { name: 'Show its changes' }).waitFor()
  await mergeButton.click()
  await second.page.getByText('Your changes were merged with the newest version.').waitFor()
  await cell(second.page, 'Roma').waitFor()
  await cell(second.page, 'Tōkyō').waitFor()
  expect(await testset.column('capital')).toEqual(['Paris', 'Tōkyō', 'Roma'])
  await closePage(first)
  await closePage(second)
})

test('a draft with conflicts leads to the merge page, where each conflict is decided', async () => {
  const testset = await makeTestset('contradicting')
  const watchedPage = await openWithKey(api.key, '/testsets/contradicting', { expected: /409/ })
  const { page } = watchedPage
  await editCell(page, 'Rome', 'Roma')
  await testset.write({ Italy: 'Rom' })
  await page.getByRole('button', { name: 'Commit…' }).click()
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.waitForURL(/\/merge\?/)
  await page.getByRole('region', { name: 'Mine side' }).getByText('Roma', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: 'Theirs (version 2' })
    .first()
    .getByText('Rom', { exact: true })
    .waitFor()
  await row(page, 'Italy').waitFor()
  const commitButton = page.getByRole('button', { name: 'Commit merge' })
  expect(await commitButton.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Use mine' }).click()
  await page.getByText('No open conflicts.').waitFor()
  await commitButton.click()
  await page.getByText('Version 3 is committed.').waitFor()
  await cell(page, 'Roma').waitFor()
  expect(await testset.column('capital')).toEqual(['Paris', 'Tokyo', 'Roma'])
  await page.getByRole('button', { name: /^Variant/ }).click()
  expect(await page.getByRole('menuitem').count()).toBe(1)
  await closePage(watchedPage)
})

deep(
  'conflicts are decided by keys, edited, undone, and kept over a reload; nothing is written before the commit',
  async () => {
    const testset = await makeTestset('decided')
    const other = await testset.fork('anna')
    await testset.write({ France: 'ours 1', Japan: 'ours 2', Italy: 'ours 3' })
    await testset.write({ France: 'theirs 1', Japan: 'theirs 2', Italy: 'theirs 3' }, other.id)
    const watchedPage = await openWithKey(api.key, '/testsets/decided')
    const { page } = watchedPage
    await page.getByRole('button', { name: /^Variant/ }).click()
    await page.getByText('Merge into this variant').waitFor()
    await page.getByRole('menuitem', { name: 'anna' }).last().click()
    await page.getByText('0 of 3 decided').waitFor()
    await page.keyboard.press('t')
    await page.getByText('1 of 3 decided').waitFor()
    await page.keyboard.press('m')
    await page.getByText('2 of 3 decided').waitFor()
    await page.keyboard.press('u')
    await page.getByText('1 of 3 decided').waitFor()
    await page.reload()
    await page.getByText('1 of 3 decided').waitFor()
    await page.keyboard.press('m')
    await page.getByText('2 of 3 decided').waitFor()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Value of capital' }).fill('typed 3')
    await page.keyboard.press('Control+Enter')
    await page.getByText('No open conflicts.').waitFor()
    expect(await testset.column('capital')).toEqual(['ours 1', 'ours 2', 'ours 3'])
    await page.getByRole('textbox', { name: 'Message' }).fill('with Anna')
    await page.keyboard.press('Enter')
    await page.getByText('Version 3 is committed.').waitFor()
    expect(await testset.column('capital')).toEqual(['theirs 1', 'ours 2', 'typed 3'])
    await closePage(watchedPage)
  },
)

deep('a thousand conflicts are decided at once, with exceptions', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ country: `land ${at}`, capital: 'base' }))
  const testset = await makeTestset('many', rows)
  const other = await testset.fork('anna')
  const all = (side: string) => Object.fromEntries(rows.map(({ country }) => [country, side]))
  await testset.write(all('ours'))
  await testset.write(all('theirs'), other.id)
  const variants = await api.post('/testsets/variants/query', { testset_refs: [{ slug: 'many' }] })
  const into = variants.body.testset_variants.find(({ id }: { id: string }) => id !== other.id).slug
  const watchedPage = await openWithKey(api.key, `/testsets/many/merge?into=${into}&from=${other.slug}`)
  const { page } = watchedPage
  await page.getByText('0 of 1,000 decided').waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Mine for all open' }).click()
  await page.getByText('1,000 of 1,000 decided').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('0 of 1,000 decided').waitFor()
  await page.getByRole('grid', { name: 'Conflicts' }).getByRole('checkbox').nth(1).check()
  await page.getByRole('grid', { name: 'Conflicts' }).getByRole('checkbox').nth(2).check()
  await page.getByRole('button', { name: 'Theirs for 2 selected' }).click()
  await page.getByText('2 of 1,000 decided').waitFor()
  await page.getByRole('button', { name: 'Mine for all open' }).click()
  await page.getByRole('button', { name: 'Commit merge' }).click()
  await page.getByText('Version 3 is committed.').waitFor()
  const capitalsNow = await testset.column('capital')
  expect(capitalsNow.filter((capital) => capital === 'theirs')).toHaveLength(2)
  expect(capitalsNow.filter((capital) => capital === 'ours')).toHaveLength(998)
  await closePage(watchedPage)
})

deep('a version is reverted, restored, and cherry-picked into another variant', async () => {
  const testset = await makeTestset('undone')
  const other = await testset.fork('anna')
  await testset.write({ Italy: 'Roma' }, undefined, 'in Italian')
  await testset.write({ Japan: 'Edo' }, undefined, 'the old name')
  const watchedPage = await openWithKey(api.key, '/testsets/undone?view=history')
  const { page } = watchedPage
  const selectAction = async (version: number, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for version ${version}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await selectAction(2, 'Cherry-pick into another variant…')
  await page.getByRole('dialog').getByRole('button', { name: 'anna' }).click()
  await page.getByText('No conflicts').waitFor()
  await page.getByRole('button', { name: 'Commit merge' }).click()
  await page.getByText('Version 2 is committed.').waitFor()
  expect(await testset.column('capital', other.id)).toEqual(['Paris', 'Tokyo', 'Roma'])
  await page.goto(`${url()}/p/${page.url().split('/p/')[1]?.split('/')[0]}/testsets/undone?view=history`)
  await selectAction(2, 'Revert this version…')
  await page.getByText('No conflicts').waitFor()
  await page.getByRole('button', { name: 'Commit merge' }).click()
  await page.getByText('Version 4 is committed.').waitFor()
  expect(await testset.column('capital')).toEqual(['Paris', 'Edo', 'Rome'])
  await page.getByRole('button', { name: 'History' }).click()
  await selectAction(3, 'Restore this version')
  await page.getByText('Restored as version 5.').waitFor()
  expect(await testset.column('capital')).toEqual(['Paris', 'Edo', 'Roma'])
  await closePage(watchedPage)
})

deep('a new variant starts from a version and is edited separately', async () => {
  const testset = await makeTestset('branched')
  const watchedPage = await openWithKey(api.key, '/testsets/branched?view=history')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Actions for version 1' }).click()
  await page.getByRole('menuitem', { name: 'New variant from here…' }).click()
  await page.getByLabel('Variant name').fill('French')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Variant French' }).waitFor()
  await editCell(page, 'Rome', 'la Rome')
  await page.getByRole('button', { name: 'Commit…' }).click()
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.getByText(/is committed/).waitFor()
  expect(await testset.column('capital')).toEqual(['Paris', 'Tokyo', 'Rome'])
  await closePage(watchedPage)
})

deep('a newer version is offered and does not replace the rows on the screen', async () => {
  const testset = await makeTestset('offered')
  const watchedPage = await openWithKey(api.key, '/testsets/offered')
  const { page } = watchedPage
  await cell(page, 'Rome').waitFor()
  await testset.write({ Italy: 'Roma' }, undefined, 'in Italian')
  await page.getByText('Version 2 is newer: “in Italian”').waitFor()
  await cell(page, 'Rome').waitFor()
  await page.getByRole('button', { name: 'Open it' }).click()
  await cell(page, 'Roma').waitFor()
  await closePage(watchedPage)
})

deep('a viewer cannot merge', async () => {
  await makeTestset('only-read')
  const viewer = await api.as('viewer')
  const watchedPage = await openWithKey(viewer.key, '/testsets/only-read/merge?into=a&from=b')
  await watchedPage.page.getByText('No permission to merge').waitFor()
  await closePage(watchedPage)
})
