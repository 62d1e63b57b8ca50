// The revision graph of an application with 5,000 revisions on eleven variants: drawn, and scrolled through.
import type { Page } from 'playwright-core'

export interface MeasureContext {
  readonly page: Page
  /** The address of the project. */
  readonly home: string
  readonly server: { readonly url: string; readonly key: string }
  readonly rounds: number
  readonly report: (measure: string, limit: string, values: readonly number[]) => void
  /** Milliseconds from an action until the expression is true. */
  readonly measureAction: (page: Page, action: string, expression: string) => Promise<number>
  /** Measures the main-thread work of each frame of scrolling. */
  readonly measureScrolling: (subject: string, page: Page, selector: string) => Promise<void>
}

const revisions = 5000
const forks = 10

type Answer = Readonly<Record<string, { readonly id: string; readonly variant_id: string }>>

async function fillGraph({ url, key }: MeasureContext['server']): Promise<void> {
  const post = async (path: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const application = { slug: 'graph', name: 'Graph', data: { parameters: { n: 0 } } }
  const createAnswer = await post('/simple/applications/', { application })
  const variants = [createAnswer['application']?.variant_id ?? '']
  for (let at = 0; at < forks; at++) {
    const forkAnswer = await post('/applications/variants/fork', {
      application_variant: { slug: `graph-${at}`, name: `Variant ${at}` },
      application_variant_ref: { id: variants[0] },
    })
    variants.push(forkAnswer['application_variant']?.id ?? '')
  }
  // Commits to the variants in rotation, so that the branches overlap in time.
  for (let at = 0; at < revisions; at += variants.length) {
    await Promise.all(
      variants.map((variantId, lane) =>
        post('/applications/revisions/commit', {
          application_revision_commit: {
            application_variant_id: variantId,
            message: `commit ${at + lane}`,
            data: { parameters: { n: at + lane } },
          },
        }),
      ),
    )
  }
}

export async function measureGraph(context: MeasureContext): Promise<void> {
  const { page, home, rounds, report, measureAction, measureScrolling } = context
  await fillGraph(context.server)
  const times: number[] = []
  const totals: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${home}/apps`)
    await page.getByRole('grid').getByRole('link', { name: 'Graph' }).waitFor()
    await page.waitForLoadState('networkidle')
    times.push(
      await measureAction(
        page,
        `window.clicked = performance.now()
         document.querySelector('[role=grid] a[href$="/apps/graph"]').click()`,
        `document.querySelectorAll('[role=listbox] circle').length > 5`,
      ),
    )
    // The scroll container is as high as all rows.
    const isComplete = `document.querySelector('[role=listbox]').scrollHeight > ${revisions * 40}`
    await measureAction(page, '', isComplete)
    totals.push(await page.evaluate<number>('performance.now() - window.clicked'))
  }
  report(`graph of ${revisions} revisions: drawn, ms after the click`, '300', times)
  report(`graph of ${revisions} revisions: all of it can be scrolled to, ms after the click`, '–', totals)
  await measureScrolling('graph', page, '[role=listbox]')
}
