// The accessibility violations of a page, found by axe, in each theme and width.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isDeep } from '../../test/support/tier.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const reflowCheck = `document.documentElement.scrollWidth > innerWidth ? ['reflow: wider than the screen'] : []`

const all = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // axe disables this rule of WCAG 2.2 by default.
  rules: { 'target-size': { enabled: true } },
}
const only = (rule: string) => ({ runOnly: { type: 'rule', values: [rule] } })

/** Injects axe through the DevTools protocol, because the content security policy of the page forbids other scripts. */
export async function violations(page: Page, rules: object = all): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const evaluate = async (expression: string): Promise<unknown> =>
    (await session.send('Runtime.evaluate', { expression, awaitPromise: true })).result.value
  if ((await evaluate('typeof axe')) !== 'object') await evaluate(axeSource)
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'], preload: false })
  const result = await evaluate(`axe.run(${options}).then(({ violations }) => JSON.stringify(
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' '))))`)
  await session.detach()
  return JSON.parse(String(result)) as readonly string[]
}

export const desktopSize = { width: 1440, height: 900 }

/** In `npm test`, a theme has its colours checked, and a width its sizes: everything else is equal in all of them. */
const looks = [
  { name: 'light', colorScheme: 'light', size: desktopSize, rules: all },
  { name: 'dark', colorScheme: 'dark', size: desktopSize, rules: only('color-contrast') },
  { name: 'narrow', colorScheme: 'light', size: { width: 390, height: 844 }, rules: only('target-size') },
] as const

/** The violations in each theme and width. The page is loaded once and then switched. */
export async function violationsInAllLooks(page: Page): Promise<readonly string[]> {
  const allViolations: string[] = []
  for (const { name, colorScheme, size, rules } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    // Colours in the middle of a transition belong to no theme.
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
    const ruleViolations = await violations(page, isDeep ? all : rules)
    const overflow = name === 'narrow' ? await page.evaluate<readonly string[]>(reflowCheck) : []
    allViolations.push(...[...ruleViolations, ...overflow].map((one) => `${name}: ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktopSize)
  return allViolations
}
