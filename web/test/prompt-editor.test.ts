// The prompt editor of an application: completion and preview of templates, the model and its settings, messages and tools.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { promptOf, startModel, useModel, type Model } from '../../test/support/model.ts'
import { violations } from './axe.ts'
import { closePage, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

let model: Model
let project: Api
beforeAll(async () => {
  model = await startModel(() => 'Nobody asks here.')
  project = await newProject(url())
  await useModel(project, model, 'local')
  await project.post('/simple/applications/', {
    application: { slug: 'greeter', name: 'Greeter', data: promptOf('Greet {{name}}') },
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

describe('the prompt editor', () => {
  test('completes variables by keys, marks errors and unknown variables, and previews a row', async () => {
    const watchedPage = await openWithKey(project.key, '/apps/greeter')
    const { page } = watchedPage
    const message = page.getByLabel('Message 1', { exact: true })
    await message.fill('Greet {{name}}, {{other}} and ')
    await message.pressSequentially('{{na')
    await page.getByRole('option', { name: 'name' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Line 1: “{{” is not closed.').waitFor()
    await message.pressSequentially('m')
    await page.getByRole('option', { name: 'name' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => message.inputValue()).toBe('Greet {{name}}, {{other}} and {{name}}')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('button', { name: 'Row from a testset…' }).click()
    await page.getByRole('list', { name: 'Rows' }).getByRole('button').first().click()
    await page.getByText("The template uses 'other', which is not among the inputs.").waitFor()
    await page.getByRole('button', { name: 'Prompt', exact: true }).click()
    await page.getByText('Line 1: The row has no “other”.').waitFor()
    expect(await violations(page)).toEqual([])
    await message.fill('Greet {{name}} twice')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('Greet Ada twice').waitFor()
    // The commit keeps the preview and its row.
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByText('No changes since version 2.').waitFor()
    await page.getByText('Greet Ada twice').waitFor()
    await closePage(watchedPage)
  })
})

describe('the model of a prompt', () => {
  test('is offered with its price, and its family decides the settings; others stay as JSON', async () => {
    const watchedPage = await openWithKey(project.key, '/apps/greeter')
    const { page } = watchedPage
    const option = page.locator('datalist option[value="gpt-4o-mini"]')
    await expect
      .poll(() => option.getAttribute('label'))
      .toMatch(/openai · 128K context · \$0\.15 in, \$0\.6 out/)
    await page.getByLabel('Frequency penalty').fill('1')
    await page.getByLabel('Model', { exact: true }).fill('anthropic/claude-sonnet-4-5')
    await expect.poll(() => page.getByLabel('Temperature').getAttribute('max')).toBe('1')
    const others = page.getByLabel('Other settings')
    await expect
      .poll(async () => JSON.parse(await others.inputValue()) as unknown)
      .toEqual({ frequency_penalty: 1 })
    await closePage(watchedPage)
  })
})

describe('the messages of a prompt', () => {
  test('move by keys with the focus, have any role, and hold images', async () => {
    const watchedPage = await openWithKey(project.key, '/apps/greeter')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Add message' }).click()
    const second = page.getByLabel('Message 2', { exact: true })
    await second.fill('Second')
    await second.press('Alt+ArrowUp')
    const first = page.getByLabel('Message 1', { exact: true })
    await expect.poll(() => first.inputValue()).toBe('Second')
    await expect.poll(() => first.evaluate((area) => area === area.ownerDocument.activeElement)).toBe(true)
    await page.getByLabel('Message 1: role').fill('critic')
    await page.getByRole('button', { name: 'Add image to message 1' }).click()
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) }
    await page.getByLabel('Message 1, part 2: file').setInputFiles(large)
    await page.getByText('A file may have at most 1 MB.').waitFor()
    const small = { name: 'small.png', mimeType: 'image/png', buffer: Buffer.from('small') }
    await page.getByLabel('Message 1, part 2: file').setInputFiles(small)
    await page.getByText('image/png, 1 kB').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const json = page.getByRole('textbox', { name: 'Payload as JSON' })
    const url = `data:image/png;base64,${small.buffer.toString('base64')}`
    await expect
      .poll(async () => JSON.parse(await json.inputValue()).parameters.prompt.messages[0])
      .toEqual({
        role: 'critic',
        content: [
          { type: 'text', text: 'Second' },
          { type: 'image_url', image_url: { url } },
        ],
      })
    await closePage(watchedPage)
  })
})

describe('the tools of a prompt', () => {
  test('are a form with the JSON beside it; members that it has no field for stay', async () => {
    const tool = {
      type: 'function',
      note: 1,
      function: {
        name: 'find',
        parameters: { type: 'object', properties: { id: { type: 'string', minLength: 2 } } },
      },
    }
    const { parameters } = promptOf('Find {{name}}')
    const config = { ...parameters.prompt.llm_config, tools: [tool] }
    await project.post('/simple/applications/', {
      application: {
        slug: 'finder',
        data: { uri: 'completion', parameters: { prompt: { ...parameters.prompt, llm_config: config } } },
      },
    })
    const watchedPage = await openWithKey(project.key, '/apps/finder')
    const { page } = watchedPage
    const card = page.getByRole('region', { name: 'Tool 1', exact: true })
    await card.getByLabel('Name of id').fill('order')
    await card.getByLabel('order is required').check()
    await card.getByLabel('Description of order').fill('The number')
    await card.getByLabel('Name', { exact: true }).fill('find_order')
    const json = card.getByLabel('Tool 1 as JSON')
    await expect
      .poll(async () => JSON.parse(await json.inputValue()) as unknown)
      .toEqual({
        type: 'function',
        note: 1,
        function: {
          name: 'find_order',
          parameters: {
            type: 'object',
            properties: { order: { type: 'string', minLength: 2, description: 'The number' } },
            required: ['order'],
          },
        },
      })
    expect(await violations(page)).toEqual([])
    await closePage(watchedPage)
  })
})
