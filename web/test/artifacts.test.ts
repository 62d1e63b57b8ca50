// Lists and pages of applications, and their versions. Long because all tests share one project with its versions.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { amount } from '../../test/support/tier.ts'
import { deep } from './deep.ts'
import { closePage, goTo, row, openWithKey, url, withBrowser } from './pages.ts'
import { seedTraces } from './seed.ts'
import { commit, deploy, makeBot, promptData, type Bot } from './versions.ts'

withBrowser()

let bot: Bot
beforeAll(async () => {
  bot = await makeBot()
  await deploy(bot.api, bot.revisions[2] ?? '', 'production', 'kinder is better')
})

const openBotPage = (path: string, options = {}) => openWithKey(bot.api.key, path, options)
const history = (page: Page) => page.getByRole('listbox', { name: 'History' })
const message = (page: Page, n: number) => page.getByLabel(`Message ${n}`, { exact: true })

async function commitDraft(page: Page, commitMessage: string): Promise<void> {
  await page.getByRole('button', { name: 'Commit…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill(commitMessage)
  await page.getByRole('button', { name: /^Commit to/ }).click()
}

test('a list shows last commits and deployments, and is searched by name and slug', async () => {
  const watchedPage = await openBotPage('/apps')
  const { page } = watchedPage
  const line = row(page, 'Support bot')
  await line.getByText('more chance').waitFor()
  await line.getByText('production v2').waitFor()
  const search = page.getByRole('searchbox')
  await search.fill('nobody')
  await search.press('Enter')
  await page.getByText('No matching applications').waitFor()
  expect(page.url()).toContain('search=nobody')
  await page.getByRole('button', { name: 'Show all' }).click()
  await search.fill('bot')
  await search.press('Enter')
  await row(page, 'Support bot').waitFor()
  await closePage(watchedPage)
})

test('a new application begins with a program of the catalog, and its page opens', async () => {
  const watchedPage = await openBotPage('/apps')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'New application' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Second bot')
  await page.getByLabel('Template').selectOption('chat')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/apps\/second-bot/)
  await expect.poll(() => message(page, 1).inputValue()).toBe('You are a helpful assistant.')
  await closePage(watchedPage)
})

test('a link opens a version; back and forward follow the history', async () => {
  const watchedPage = await openBotPage('/apps/bot@1?tab=diff')
  const { page } = watchedPage
  await page.getByRole('tab', { name: 'Diff', selected: true }).waitFor()
  await history(page).getByRole('option', { selected: true, name: /v1/ }).waitFor()
  await history(page)
    .getByRole('option', { name: /kinder/ })
    .click()
  await page.waitForURL(/bot@2\?tab=diff/)
  await page.getByText('kindly').first().waitFor()
  await page.getByRole('tab', { name: 'Content' }).click()
  await page.goBack()
  await page.getByRole('tab', { name: 'Diff', selected: true }).waitFor()
  await page.goBack()
  await page.waitForURL(/bot@1/)
  await page.goForward()
  await page.waitForURL(/bot@2/)
  await closePage(watchedPage)
})

test('a diff of any two versions marks changed words of messages and settings', async () => {
  const watchedPage = await openBotPage('/apps/bot?tab=diff')
  const { page } = watchedPage
  await page.locator('ins').filter({ hasText: '0.9' }).waitFor()
  await page.getByLabel('From', { exact: true }).selectOption({ index: 2 })
  await page.locator('ins').filter({ hasText: 'kindly' }).waitFor()
  expect(page.url()).toContain('base=')
  await closePage(watchedPage)
})

deep('a diff is inline or side by side; this browser remembers it, and a narrow page is inline', async () => {
  const watchedPage = await openBotPage('/apps/bot@2?tab=diff')
  const { page } = watchedPage
  const text = page.getByRole('region', { name: 'Message 1, system' })
  const columns = text.locator('[data-line="changed"]')
  await text.locator('ins').filter({ hasText: 'kindly' }).waitFor()
  expect(await columns.count()).toBe(0)
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expect.poll(() => columns.allInnerTexts()).toEqual(['Answer briefly.', 'Answer briefly and kindly.'])
  await page.reload()
  await expect.poll(() => columns.count()).toBe(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => columns.count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Side by side' }).count()).toBe(0)
  await text.locator('ins').filter({ hasText: 'kindly' }).waitFor()
  await closePage(watchedPage)
})

deep('an older version is read-only and can be restored', async () => {
  const ownBot = await makeBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot@1')
  const { page } = watchedPage
  await page.getByText('Version 1 of').waitFor()
  expect(await message(page, 1).getAttribute('readonly')).not.toBeNull()
  await page.getByRole('button', { name: 'Edit from here' }).click()
  await page.getByText('Draft restores version 1').waitFor()
  await commitDraft(page, 'as it was')
  await page.getByText('Committed version 4.').waitFor()
  await expect.poll(() => message(page, 1).inputValue()).toBe('Answer briefly.')
  await closePage(watchedPage)
})

test('an older version is restored as a new one after its difference was shown; a merge keeps the message', async () => {
  const ownBot = await makeBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot@1', { expected: /409/ })
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Restore this version…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore version 1' })
  await dialog.getByText('Changes since version 3').waitFor()
  await dialog.locator('del').filter({ hasText: 'kindly' }).waitFor()
  const text = dialog.getByRole('textbox', { name: 'Message' })
  expect(await text.inputValue()).toBe('Restore version 1')
  await text.fill('Restore version 1, it was better')
  const otherData = promptData('Answer briefly and kindly.', 0.9)
  await commit(
    ownBot.api,
    ownBot.variantId,
    { ...otherData, parameters: { ...otherData.parameters, note: 'new' } },
    'note',
  )
  await dialog.getByRole('button', { name: /^Commit to/ }).click()
  await dialog.getByText('No conflicts.').waitFor()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  expect(await text.inputValue()).toBe('Restore version 1, it was better')
  await dialog.getByRole('button', { name: /^Commit to/ }).click()
  await page.getByText('Committed version 5.').waitFor()
  await expect.poll(() => message(page, 1).inputValue()).toBe('Answer briefly.')
  const { body } = await ownBot.api.post('/applications/revisions/log', {
    application: { application_variant_id: ownBot.variantId },
    include_data: true,
  })
  expect(body.application_revisions[0]).toMatchObject({
    version: '5',
    message: 'Restore version 1, it was better',
    data: { parameters: { note: 'new', prompt: promptData('Answer briefly.').parameters.prompt } },
  })
  expect(body.application_revisions.map((one: { version: string }) => one.version)).toContain('3')
  await closePage(watchedPage)
})

test('a draft survives a reload, is checked, and a commit has only the changed members', async () => {
  const ownBot = await makeBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot')
  const { page } = watchedPage
  await message(page, 1).fill('Help {{customer}} briefly.')
  await page.getByRole('list', { name: 'Variables' }).getByText('customer').waitFor()
  await page.getByRole('button', { name: 'Add message' }).click()
  await message(page, 3).fill('For example: …')
  await page.getByRole('button', { name: 'Move message 3 up' }).click()
  await page.getByLabel('temperature').fill('5')
  await page.getByText('At most 2.').waitFor()
  await page.getByLabel('temperature').fill('1.5')
  await page.reload()
  await page.getByText('Draft based on version 3').waitFor()
  expect(await message(page, 2).inputValue()).toBe('For example: …')
  await commitDraft(page, 'greets by name')
  await page.getByText('Committed version 4.').waitFor()
  await history(page)
    .getByRole('option', { name: /greets by name/ })
    .waitFor()
  const { body } = await ownBot.api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'bot' },
  })
  const { prompt } = body.application_revision.data.parameters
  expect(prompt.messages.map((one: { role: string }) => one.role)).toEqual(['system', 'assistant', 'user'])
  expect(prompt.llm_config).toEqual({ model: 'gpt-4o-mini', temperature: 1.5 })
  await closePage(watchedPage)
})

test.each([{}, { width: 390, height: 844 }].slice(0, amount(1, 2)))(
  'the editor stays in its place when the first character is typed: %o',
  async (size) => {
    const ownBot = await makeBot()
    const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot', size)
    const { page } = watchedPage
    await page.getByText('No changes since version 3.').waitFor()
    // The distance to the tabs, because the head above them may still load.
    const topPx = async (): Promise<number | undefined> => {
      const [tabs, text] = await Promise.all([
        page.getByRole('tablist', { name: 'Parts of the version' }).boundingBox(),
        message(page, 1).boundingBox(),
      ])
      return tabs === null || text === null ? undefined : text.y - tabs.y
    }
    await message(page, 1).focus()
    const topBefore = await topPx()
    await message(page, 1).pressSequentially('!')
    await page.getByText('Draft based on version 3').waitFor()
    expect(await topPx()).toBe(topBefore)
    await closePage(watchedPage)
  },
)

deep('a discarded draft is removed', async () => {
  const watchedPage = await openBotPage('/apps/bot')
  const { page } = watchedPage
  await message(page, 1).fill('Nonsense')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => message(page, 1).inputValue()).toBe('Answer briefly and kindly.')
  await closePage(watchedPage)
})

deep('a payload is edited as JSON and checked by its schema while it is typed', async () => {
  const watchedPage = await openBotPage('/apps/bot')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const box = page.getByLabel('Payload as JSON')
  const text = await box.inputValue()
  await box.fill(text.replace('"role": "user"', '"role": "robot"'))
  await page.getByText(/messages\.1\.role: must be one of/).waitFor()
  await box.fill(text.replace('{{question}}', '{{query}}'))
  await page.getByText('Draft based on version 3').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => box.inputValue()).toBe(text)
  await closePage(watchedPage)
})

test('when two people edit, the second one sees the commit of the first, and both changes are merged', async () => {
  const ownBot = await makeBot()
  const first = await openWithKey(ownBot.api.key, '/apps/bot')
  const second = await openWithKey(ownBot.api.key, '/apps/bot', { expected: /409/ })
  await message(first.page, 1).fill('Answer in one sentence.')
  await message(second.page, 2).fill('Question: {{question}}')
  await commitDraft(first.page, 'one sentence')
  await first.page.getByText('Committed version 4.').waitFor()
  await commitDraft(second.page, 'says what it is')
  await second.page.getByRole('alert').getByText('committed version 4').waitFor()
  await second.page.getByText('No conflicts.').waitFor()
  await second.page.getByRole('button', { name: 'Merge' }).click()
  await second.page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('both')
  await second.page.getByRole('button', { name: /^Commit to/ }).click()
  await second.page.getByText('Committed version 5.').waitFor()
  await expect.poll(() => message(second.page, 1).inputValue()).toBe('Answer in one sentence.')
  expect(await message(second.page, 2).inputValue()).toBe('Question: {{question}}')
  await closePage(first)
  await closePage(second)
})

deep('a conflict must be decided before a commit', async () => {
  const ownBot = await makeBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot', { expected: /409/ })
  const { page } = watchedPage
  await message(page, 1).fill('Mine.')
  await commit(ownBot.api, ownBot.variantId, promptData('Theirs.', 0.9), 'theirs')
  await commitDraft(page, 'mine')
  const mergeButton = page.getByRole('button', { name: '1 conflict left' })
  expect(await mergeButton.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('button', { name: /^Commit to/ }).click()
  await page.getByText('Committed version 5.').waitFor()
  await expect.poll(() => message(page, 1).inputValue()).toBe('Mine.')
  await closePage(watchedPage)
})

test('a fork is a branch of the graph with its own history', async () => {
  const ownBot = await makeBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot@2')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Fork…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shorter')
  await page.getByRole('button', { name: 'Fork', exact: true }).click()
  await page.waitForURL(/variant=shorter/)
  await message(page, 1).fill('One word.')
  await commitDraft(page, 'one word')
  await page.getByText('Committed version 3.').waitFor()
  await history(page)
    .getByRole('option', { name: /one word/ })
    .waitFor()
  // Four versions of the first variant and one of the second; copies are listed once.
  expect(await history(page).getByRole('option').count()).toBe(5)
  expect(await page.locator('path[data-kind="fork"]').count()).toBe(1)
  await page.getByLabel('Variant').selectOption('Support bot')
  await expect.poll(() => message(page, 1).inputValue()).toBe('Answer briefly and kindly.')
  await closePage(watchedPage)
})

deep(
  'a variant is merged into another; a field that both changed is decided by the names of the variants',
  async () => {
    const ownBot = await makeBot()
    const { body } = await ownBot.api.post('/applications/variants/fork', {
      application_variant: { slug: 'short', name: 'Short' },
      application_revision_ref: { id: ownBot.revisions[2] },
    })
    const shortData = promptData('One word.', 0.5)
    await commit(
      ownBot.api,
      body.application_variant.id,
      { ...shortData, parameters: { ...shortData.parameters, note: 'n' } },
      'one word',
    )
    const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Merge another variant…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Changes of Short@3').waitFor()
    // Both changed the temperature of version 2; only Short changed the message.
    expect(await dialog.getByRole('button', { name: '1 conflict left' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Support bot@3', exact: true }).click()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Merge Short@3')
    await dialog.getByRole('button', { name: 'Commit to Support bot' }).click()
    await page.getByText('Committed version 4.').waitFor()
    await expect.poll(() => message(page, 1).inputValue()).toBe('One word.')
    const latest = await ownBot.api.post('/applications/revisions/retrieve', {
      application_variant_ref: { id: ownBot.variantId },
    })
    expect(latest.body.application_revision).toMatchObject({
      version: '4',
      message: 'Merge Short@3',
      data: {
        parameters: {
          note: 'n',
          prompt: { llm_config: { temperature: 0.9 }, messages: [{ content: 'One word.' }, {}] },
        },
      },
    })
    const graph = await ownBot.api.post('/revisions/graph', {
      kind: 'application',
      artifact_ref: { slug: 'bot' },
    })
    const isMerge = ({ merged_revision_id }: { readonly merged_revision_id?: string }) =>
      merged_revision_id !== undefined
    expect(graph.body.revisions.filter(isMerge)).toMatchObject([{ message: 'Merge Short@3' }])
    await closePage(watchedPage)
  },
)

deep('a deployed application is renamed, archived after a confirmation, and restored', async () => {
  const ownBot = await makeBot()
  await deploy(ownBot.api, ownBot.revisions[2] ?? '', 'production', 'release')
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot')
  const { page } = watchedPage
  const selectAction = async (item: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await selectAction(/Rename application/)
  await page.getByRole('textbox', { name: 'Name' }).fill('Helper')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('heading', { name: 'Helper' }).waitFor()
  await selectAction(/Archive application/)
  const dialog = page.getByRole('dialog', { name: 'Archive Helper?' })
  await dialog.getByText(/is deployed to .*production/).waitFor()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('archived', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Deploy…' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Back to applications' }).click()
  await page.getByText('No applications yet').waitFor()
  await page.getByRole('button', { name: 'Include archived' }).click()
  await row(page, 'Helper').getByRole('link').click()
  await selectAction(/Restore application/)
  await page.getByRole('button', { name: 'Deploy…' }).waitFor()
  await closePage(watchedPage)
})

deep('embeds are shown, resolved on demand and linked; an embedded revision lists its uses', async () => {
  const ownBot = await makeBot()
  await ownBot.api.post('/simple/workflows/', {
    workflow: {
      slug: 'tone',
      flags: { is_snippet: true },
      data: { parameters: { text: 'Write plainly.' } },
    },
  })
  const text = 'Be brief. @{{workflow.slug=tone, path=text}}'
  await commit(ownBot.api, ownBot.variantId, promptData(text), 'takes in the tone')
  const watchedPage = await openWithKey(ownBot.api.key, '/apps/bot')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Embed tone · text' }).click()
  await page.getByText('Write plainly.').waitFor()
  await page.getByRole('link', { name: /tone, version 1/ }).click()
  await page.waitForURL(/\/workflows\/tone@1/)
  await page.getByRole('tab', { name: 'Where used' }).click()
  await page.getByRole('link', { name: /bot version 4 \(newest\)/ }).click()
  await page.waitForURL(/\/apps\/bot@4/)
  await closePage(watchedPage)
})

deep('embeds that are objects are shown beside their JSON', async () => {
  const ownBot = await makeBot()
  await ownBot.api.post('/simple/workflows/', {
    workflow: { slug: 'limits', data: { parameters: { words: 40 } } },
  })
  const embed = {
    '@ag.embed': {
      '@ag.references': { workflow: { slug: 'limits' } },
      '@ag.selector': { path: 'parameters.words' },
    },
  }
  await ownBot.api.post('/simple/workflows/', {
    workflow: { slug: 'user', data: { parameters: { words: embed } } },
  })
  const watchedPage = await openWithKey(ownBot.api.key, '/workflows/user')
  await watchedPage.page.getByRole('button', { name: 'Embed limits · parameters.words' }).hover()
  await watchedPage.page.getByText('40', { exact: true }).waitFor()
  await closePage(watchedPage)
})

test('a deployment first shows its changes', async () => {
  const watchedPage = await openBotPage('/apps/bot')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Deploy…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It is not deployed to development yet.').waitFor()
  await dialog.getByLabel('Environment').selectOption('production')
  await dialog.getByText(/(version 2|@2) becomes/).waitFor()
  await dialog.locator('ins').filter({ hasText: '0.9' }).waitFor()
  await dialog.getByLabel('Environment').selectOption('staging')
  await dialog.getByLabel('Message').fill('try it')
  await dialog.getByRole('button', { name: 'Deploy to staging' }).click()
  await page.getByText(/^Deployed (version |.+@)3 to staging\.$/).waitFor()
  await history(page).getByRole('option', { name: /v3/ }).getByText('staging').waitFor()
  await page.getByRole('tab', { name: 'Where used' }).click()
  await page.getByText('try it').waitFor()
  await closePage(watchedPage)
})

deep('a viewer reads everything and sees no action without permission', async () => {
  const viewer = await bot.api.as('viewer')
  const watchedPage = await openWithKey(viewer.key, '/apps/bot')
  const { page } = watchedPage
  await message(page, 1).waitFor()
  expect(await message(page, 1).getAttribute('readonly')).not.toBeNull()
  for (const name of ['Deploy…', 'Fork…', 'More', 'Add message', 'Commit…']) {
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  }
  await page.goto(page.url().replace('/apps/bot', '/apps'))
  await row(page, 'Support bot').waitFor()
  expect(await page.getByRole('button', { name: 'New application' }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('a version is opened from the list, edited and committed by keys alone', async () => {
  const ownBot = await makeBot()
  const watchedPage = await openWithKey(ownBot.api.key, '')
  const { page } = watchedPage
  await goTo(page, 'p', '/apps')
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await history(page).getByRole('option', { selected: true }).waitFor()
  await history(page).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/bot@2/)
  await page.keyboard.press('[')
  await page.waitForURL(/\/bot$/)
  await message(page, 1).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Typed.')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).waitFor()
  await page.keyboard.type('by keys')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Committed version 4.').waitFor()
  await closePage(watchedPage)
})

deep('unknown records show a message', async () => {
  const watchedPage = await openBotPage('/apps/nobody', { expected: /404/ })
  const { page } = watchedPage
  await page.getByText('Application not found').waitFor()
  await page.goto(page.url().replace('nobody', 'bot@99'))
  await page.getByText('Version not found').waitFor()
  await closePage(watchedPage)
})

deep(
  'a saved query is edited in the filter bar, shows its matches, and keeps conditions that the bar cannot show',
  async () => {
    const api = await newProject(url())
    await seedTraces(url(), api.key, 6, 1)
    const data = {
      filtering: { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] },
      windowing: { limit: 20 },
    }
    await api.post('/simple/queries/', {
      query: { slug: 'failed', name: 'Failed', data, meta: { view: { range: '7d', columns: 'name,cost' } } },
    })
    const watchedPage = await openWithKey(api.key, '/queries/failed', { expected: /400/ })
    const { page } = watchedPage
    const matches = page.getByRole('region', { name: 'Matches' })
    const total = matches.getByRole('status')
    const bar = page.getByRole('combobox', { name: 'Filter' })
    await expect.poll(() => total.textContent()).toMatch(/^\d+ traces?$/)
    expect(await bar.inputValue()).toBe('span(and(status_code = "STATUS_CODE_ERROR"))')

    await bar.fill('span_name =')
    await page.getByRole('alert').getByText('column').waitFor()
    await bar.fill('span_name = nobody')
    await matches.getByText('No traces match in this time range.').waitFor()
    await bar.fill('')
    await matches.getByRole('grid', { name: 'Matches' }).getByRole('link').first().waitFor()

    await page.getByRole('button', { name: 'JSON' }).click()
    await page.getByText('"limit": 20').waitFor()
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByText('Committed version 2.').waitFor()
    const { body } = await api.post('/queries/revisions/retrieve', { query_ref: { slug: 'failed' } })
    expect(body['query_revision']).toMatchObject({
      data: { formatting: { focus: 'trace' }, windowing: { limit: 20 } },
      meta: { view: { range: '7d', columns: 'name,cost' } },
    })
    await matches.getByRole('link', { name: 'Show traces' }).click()
    await page.waitForURL(/\/traces\?/)
    await closePage(watchedPage)
  },
)

deep('the command of the page clones the application with Git', async () => {
  const watchedPage = await openBotPage('/apps/bot')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Clone with Git' }).click()
  await page.getByRole('menuitem', { name: /^git clone / }).click()
  await page.getByText('Command copied.').waitFor()
  const command = await page.evaluate<string>('navigator.clipboard.readText()')
  const folder = mkdtempSync(join(tmpdir(), 'assay-clone-'))
  try {
    const helper = `credential.helper=!f() { echo username=x; echo password=${bot.api.key}; }; f`
    const [program = '', ...args] = command.split(' ')
    await promisify(execFile)(program, ['-c', helper, ...args, folder])
    const settings: unknown = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
    expect(settings).toHaveProperty('parameters.prompt')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await closePage(watchedPage)
})
