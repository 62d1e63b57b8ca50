// States of the prompt editor for screenshots.
import type { Page } from 'playwright-core'

export const promptScenes: Readonly<Record<string, (page: Page, base: string) => Promise<void>>> = {
  'prompt-completion': async (page, base) => {
    await page.goto(`${base}/apps/support-chat`)
    const message = page.getByLabel('Message 2', { exact: true })
    await message.fill('Answer {{question}} for {{custom')
    await message.pressSequentially('er}}. {{unclosed\nThen {{')
    await page.getByRole('listbox', { name: 'Variables and embeds' }).waitFor()
  },
  'prompt-preview': async (page, base) => {
    await page.goto(`${base}/apps/support-chat`)
    await page.getByText('Syntax of curly').click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Row from a testset…' }).click()
    await page.getByRole('list', { name: 'Rows' }).getByRole('button').first().click()
    await page.getByRole('region', { name: 'Rendered messages' }).waitFor()
  },
  'prompt-unknown': async (page) => {
    await page.getByRole('button', { name: 'Prompt', exact: true }).click()
    await page.getByText(/The row has no/).waitFor()
  },
  'prompt-messages': async (page, base) => {
    await page.goto(`${base}/apps/support-chat`)
    await page.getByRole('button', { name: 'Add image to message 2' }).click()
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const file = { name: 'page.png', mimeType: 'image/png', buffer }
    await page.getByLabel('Message 2, part 2: file').setInputFiles(file)
    await page.getByRole('button', { name: 'Add message' }).click()
    await page.getByRole('button', { name: 'Add tool call to message 3' }).click()
    await page.getByRole('button', { name: 'Add message' }).click()
    await page.getByLabel('Message 4: role').fill('tool')
    await page.getByLabel('Message 4: tool_call_id').fill('call_1')
    await page.getByText('image/png, 1 kB').waitFor()
  },
  'prompt-tools': async (page, base) => {
    await page.goto(`${base}/apps/support-chat`)
    await page.getByRole('button', { name: 'Add tool' }).click()
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Type of field').selectOption('array')
    await page.getByLabel('Response format').selectOption('json_schema')
    await page.getByLabel('Response format as JSON').waitFor()
  },
}
