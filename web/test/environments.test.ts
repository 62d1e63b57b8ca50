// Environments: deployed versions, their history, and rollback.
import { beforeAll, expect, test } from 'vitest'
import { deep } from './deep.ts'
import { closePage, goTo, openWithKey, withBrowser } from './pages.ts'
import { deploy, makeBot, type Bot } from './versions.ts'

withBrowser()

/** `bot` runs as version 3 in development and as version 2, after version 1, in production. */
async function makeDeployedBot(): Promise<Bot> {
  const bot = await makeBot()
  await deploy(bot.api, bot.revisions[1] ?? '', 'production', 'first release')
  await deploy(bot.api, bot.revisions[2] ?? '', 'production', 'kinder')
  await deploy(bot.api, bot.revisions[3] ?? '', 'development', 'try')
  return bot
}

let bot: Bot
beforeAll(async () => {
  bot = await makeDeployedBot()
})

test('the matrix shows deployed versions and their distance to the newest; another version is deployed from it', async () => {
  const ownBot = await makeDeployedBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/environments')
  const { page } = watchedPage
  const line = page.getByRole('row').filter({ hasText: 'bot' })
  await line.getByRole('link', { name: 'v2 1 behind' }).waitFor()
  await page.getByText('One entry; 1 differ').waitFor()
  await page.getByRole('button', { name: 'bot.revision in production: more' }).click()
  await page.getByRole('menuitem', { name: 'Deploy another version here…' }).click()
  await page.getByRole('option', { name: /more chance/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Deploy bot, version 3' })
  await dialog.locator('ins').filter({ hasText: '0.9' }).waitFor()
  await dialog.getByRole('button', { name: 'Deploy to production' }).click()
  await page.getByText('Deployed version 3 to production.').waitFor()
  await expect.poll(() => line.getByRole('link', { name: 'v3' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Deploy bot to staging' }).click()
  await page.getByRole('option', { name: /kinder/ }).click()
  await page.getByRole('button', { name: 'Deploy to staging' }).click()
  await line.getByRole('link', { name: 'v2 1 behind' }).waitFor()
  await closePage(watchedPage)
})

test('one entry is rolled back with its diff; entries are promoted from a checklist', async () => {
  const ownBot = await makeDeployedBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/environments')
  const { page } = watchedPage
  const inProduction = async (): Promise<string> => {
    const { body } = await ownBot.api.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'bot' },
      environment_ref: { slug: 'production' },
    })
    return body.application_revision.version
  }
  await page
    .getByRole('row')
    .filter({ hasText: 'bot' })
    .getByText(/, (now|.+ ago)$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'bot.revision in production: more' }).click()
  await page.getByRole('menuitem', { name: 'Roll back to v1…' }).click()
  const back = page.getByRole('dialog', { name: 'Roll back bot.revision in production' })
  await back.getByRole('button', { name: /Show diff/ }).click()
  await back.locator('del, ins').first().waitFor()
  await back.getByRole('button', { name: 'Update production' }).click()
  await expect.poll(inProduction).toBe('1')
  await page.getByRole('link', { name: 'v1 2 behind' }).waitFor()
  await page.getByRole('button', { name: 'Promote…' }).click()
  const promote = page.getByRole('dialog', { name: 'Promote' })
  await promote.getByLabel('Promote from').selectOption('development')
  await promote.getByRole('checkbox', { name: 'Promote bot.revision' }).waitFor()
  await promote.getByText('no runs').first().waitFor()
  await promote.getByRole('button', { name: 'Promote 1 to production' }).click()
  await page.getByText('Promoted one entry to production.').waitFor()
  await expect.poll(inProduction).toBe('3')
  await closePage(watchedPage)
})

deep('the history shows author, time and message, and a whole environment is rolled back', async () => {
  const ownBot = await makeDeployedBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/environments?view=history&of=production')
  const { page } = watchedPage
  const commits = page.getByRole('list', { name: 'History of production' })
  await commits.getByText('first release').waitFor()
  expect(await commits.getByText('current').count()).toBe(1)
  await page.getByRole('button', { name: 'Roll back to this… version 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'v1' }).waitFor()
  await dialog.getByRole('button', { name: 'Update production' }).click()
  await commits.getByText('roll back to version 1').waitFor()
  const { body } = await ownBot.api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'bot' },
    environment_ref: { slug: 'production' },
  })
  expect(body.application_revision.version).toBe('1')
  await page.getByRole('button', { name: 'Clone with Git' }).click()
  await page.getByRole('menuitem', { name: /^git clone .*\/environments\/production$/ }).waitFor()
  await page.keyboard.press('Escape')
  await closePage(watchedPage)
})

deep('two environments are compared down to the words, and the URL has both', async () => {
  const watchedPage = await openWithKey(bot.api.key, '/environments')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByLabel('From', { exact: true }).selectOption('development')
  await page.getByLabel('Environment', { exact: true }).selectOption('production')
  await page.getByRole('button', { name: /Show diff/ }).click()
  await page.locator('del').filter({ hasText: '0.9' }).waitFor()
  expect(page.url()).toContain('view=compare')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByText('One entry; 1 differ').waitFor()
  await closePage(watchedPage)
})

deep('a testset is deployed, and its rows are compared on the page of the testset', async () => {
  const { api } = await makeBot()
  const { body } = await api.post('/simple/testsets/', {
    testset: { slug: 'cities', data: { testcases: [{ data: { city: 'Lima' } }] } },
  })
  const next = await api.post('/testsets/revisions/commit', {
    testset_revision_commit: {
      testset_id: body.testset.id,
      delta: { rows: { add: [{ data: { city: 'Oslo' } }] } },
    },
  })
  for (const [id, environment] of [
    [body.testset.revision_id, 'production'],
    [next.body.testset_revision.id, 'development'],
  ]) {
    await api.post('/testsets/revisions/deploy', {
      testset_revision_ref: { id },
      environment_ref: { slug: environment },
    })
  }
  const watchedPage = await openWithKey(api.key, '/environments?view=compare&of=development&with=production')
  const { page } = watchedPage
  await page.getByRole('button', { name: /Show diff/ }).click()
  await page.getByRole('link', { name: 'Compare rows' }).click()
  await page.waitForURL(/\/testsets\/cities\/diff\//)
  await page.getByText('Oslo').first().waitFor()
  await closePage(watchedPage)
})

deep('an entry is removed', async () => {
  const ownBot = await makeDeployedBot()
  const watchedPage = await openWithKey(ownBot.api.key, '/environments')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'bot.revision in development: more' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByText('removed').waitFor()
  await page.getByRole('button', { name: 'Update development' }).click()
  await page.getByRole('button', { name: 'Deploy bot to development' }).waitFor()
  await closePage(watchedPage)
})

deep('an admin sets a guard; an editor sees why the environment cannot be changed', async () => {
  const ownBot = await makeDeployedBot()
  const admin = await openWithKey(ownBot.api.key, '/environments')
  await admin.page.getByRole('button', { name: 'Guard production: only admins can deploy' }).click()
  await admin.page.getByRole('button', { name: 'Remove guard of production' }).waitFor()
  const editor = await ownBot.api.as('editor')
  const watchedPage = await openWithKey(editor.key, '/environments')
  const { page } = watchedPage
  await page.getByRole('img', { name: /guarded/ }).waitFor()
  await page.getByRole('button', { name: 'bot.revision in production: more' }).click()
  await page.getByRole('menuitem', { name: /History of production/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: /Deploy another version|Remove/ }).count()).toBe(0)
  await page.getByRole('menuitem', { name: /elsewhere/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Environment').selectOption('production')
  await dialog.getByText('only a key with the role admin can deploy').waitFor()
  expect(await dialog.getByRole('button', { name: 'Deploy to production' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await admin.page.getByRole('button', { name: 'Remove guard of production' }).click()
  await admin.page.getByRole('button', { name: 'Guard production: only admins can deploy' }).waitFor()
  await closePage(watchedPage)
  await closePage(admin)
})

deep('a viewer reads everything and sees no action', async () => {
  const viewer = await bot.api.as('viewer')
  const watchedPage = await openWithKey(viewer.key, '/environments')
  const { page } = watchedPage
  await page.getByRole('link', { name: 'v2 1 behind' }).waitFor()
  expect(await page.getByRole('button', { name: /New environment|Guard|Deploy\b/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByText('first release').waitFor()
  expect(await page.getByRole('button', { name: /Roll back/ }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('the environments, the menu of a cell and a version are opened by keys alone', async () => {
  const watchedPage = await openWithKey(bot.api.key, '')
  const { page } = watchedPage
  await goTo(page, 'n', 'environments')
  await page.getByRole('button', { name: 'bot.revision in production: more' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').getAttribute('role')).toBe('menuitem')
  const focusedText = (): Promise<string> => page.locator(':focus').innerText()
  const first = await focusedText()
  await page.keyboard.press('ArrowDown')
  // The focus moves a moment later, and the next key press starts from it.
  await expect.poll(focusedText).not.toBe(first)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedText).toContain('History')
  await page.keyboard.press('Enter')
  await page.getByText('first release').waitFor()
  // A menu that closes restores the focus.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page
    .getByRole('list', { name: 'History of production' })
    .getByRole('link', { name: 'v2' })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/apps\/bot@2/)
  await closePage(watchedPage)
})

deep('a new environment is a new column', async () => {
  const watchedPage = await openWithKey(bot.api.key, '/environments')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'New environment' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('trial')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('columnheader', { name: /trial/ }).waitFor()
  await closePage(watchedPage)
})
