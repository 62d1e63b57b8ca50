// The accessibility violations of a page, found by axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// axe disables this rule of WCAG 2.2 by default.
const options = { runOnly: rules, rules: { 'target-size': { enabled: true } } }
const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => JSON.stringify(
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' '))))`

/** Injects axe through the DevTools protocol, because the content security policy of the page forbids other scripts. */
export async function violations(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axeSource })
  const { result } = await session.send('Runtime.evaluate', { expression: run, awaitPromise: true })
  await session.detach()
  return JSON.parse(String(result.value)) as readonly string[]
}
