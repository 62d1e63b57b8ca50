// The scenes of the screenshots: pages that a link opens, and states that need clicks.
import type { Page } from 'playwright-core'
import { promptScenes } from './prompt-scenes.ts'
const failedFilter = encodeURIComponent('status_code = STATUS_CODE_ERROR')
const settings = [
  'ingest',
  'project',
  'keys',
  'sessions',
  'secrets',
  'prices',
  'redaction',
  'retention',
  'deletions',
  'usage',
  'environments',
  'audit',
  'about',
]

/** Pages that a link opens. */
export const paths: Readonly<Record<string, string>> = {
  home: '',
  traces: '/traces?range=7d',
  'traces-slowest': `/traces?range=7d&filter=${failedFilter}&sort=duration`,
  'traces-none': `/traces?filter=${encodeURIComponent('span_name = nowhere')}`,
  'traces-fault': `/traces?filter=${encodeURIComponent('span_name = a span_id = b')}`,
  sessions: '/sessions?range=30d',
  users: '/users?range=30d',
  'users-filtered': '/users?range=30d&filter=status_code%20%3D%20STATUS_CODE_ERROR&sort=cost',
  'traces-columns':
    '/traces?range=30d&columns=name,model,tags,input,output,scores,attributes.ag.meta.request.model,time',
  runs: '/runs',
  'runs-over-time': '/runs?over=time&app=support-chat',
  queues: '/queues',
  'queue-new': '/queues?new=true',
  'run-new-empty': '/runs?new=%7B%7D',
  'runs-compare-gone': `/runs/compare?ids=01a1e39a-b590-78b0-906a-cf0185200000,nonsense`,
  testsets: '/testsets',
  testset: '/testsets/support-questions',
  'testset-row': '/testsets/support-questions?row=9&column=correct_answer&open=true',
  'testset-found': '/testsets/support-questions?find=book',
  'testset-history': '/testsets/support-questions?view=history',
  'testset-diff': '/testsets/support-questions/diff/2..3',
  'testset-unknown': '/testsets/nowhere',
  analytics: '/analytics?range=7d&by=attributes.ag.user.id',
  applications: '/apps',
  'applications-none': '/apps?search=nobody',
  application: '/apps/support-chat',
  'application-old': '/apps/support-chat@2',
  'application-diff': '/apps/support-chat@4?tab=diff',
  'application-code': '/apps/support-chat?tab=code',
  'application-uses': '/apps/support-chat@3?tab=uses',
  workflows: '/workflows',
  evaluators: '/evaluators',
  'evaluator-quality': '/evaluators/similar-to-expected?tab=quality',
  'evaluator-quality-version': '/evaluators/similar-to-expected?tab=quality&alone=true',
  'evaluator-quality-none': '/evaluators/helpful?tab=quality',
  'evaluator-quality-version-none': '/evaluators/helpful?tab=quality&alone=true',
  queries: '/queries',
  query: '/queries/failing-answers',
  environments: '/environments',
  'environments-history': '/environments?view=history&of=production',
  'environments-compare': '/environments?view=compare&of=production&with=development',
  catalog: '/catalog?template=auto_ai_critique',
  'catalog-preset': '/catalog?template=auto_length_bounds&preset=text_message',
  import: '/import',
  'import-files': '/import?source=langfuse',
  'import-command': '/import?source=agenta',
  'unknown-trace': `/traces/${'ab'.repeat(16)}`,
  ...Object.fromEntries(settings.map((part) => [`settings-${part}`, `/settings/${part}`])),
}

/** An export of another tool. */
function exportedSource(name: string, suffix = '') {
  const at = '2026-11-10T10:00:00Z'
  const records = [
    { id: 't-1', timestamp: at, name: 'answer', input: 'Where is my book?' },
    { id: 'o-1', trace_id: 't-1', start_time: at, type: 'GENERATION', name: 'chat' },
    { id: 's-1', trace_id: 't-1', timestamp: at, name: 'helpful', value: 0.8, data_type: 'NUMERIC' },
    { id: 's-2', session_id: 'x', timestamp: at, name: 'mood', value: 1 },
    { id: 'i-1', datasetName: 'Golden questions', input: 'Where?', expectedOutput: 'Here.' },
    { name: 'Greeting', version: 1, prompt: 'Greet {{customer}}.', labels: ['production'] },
  ]
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('') + suffix
  return { name, mimeType: 'application/jsonl', buffer: Buffer.from(text) }
}

const serverError = {
  status: 500,
  contentType: 'application/json',
  headers: { 'x-request-id': '01a1e24a-6051-7360-a8cf-567a3e501df4' },
  body: '{"code": "internal_error", "detail": "Something went wrong on our side."}',
}

/** A narrow page shows either the tree or the content of a span, a wide one both. */
async function showPane(page: Page, name: RegExp): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? Infinity) < 700
  if (isNarrow) await page.getByText(name).click()
}

async function showTree(page: Page): Promise<void> {
  await showPane(page, /^Spans \d+$/)
  await page.getByRole('tree').waitFor()
}

/** The clicks that lead to the other scenes. */
export const scenes: Readonly<Record<string, (page: Page, base: string) => Promise<void>>> = {
  ...promptScenes,
  trace: async (page, base) => {
    await page.goto(
      `${base}/traces?range=7d&sort=duration&filter=${encodeURIComponent('span_name = order-agent and attributes.ag.metrics.errors.cumulative > 0')}`,
    )
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await showTree(page)
    await page.getByRole('treeitem', { name: /chat/ }).last().click()
  },
  'trace-failed': async (page, base) => {
    await page.goto(`${base}${paths['traces-slowest']}`)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await showTree(page)
  },
  'trace-annotations': async (page) => {
    await showPane(page, /^Content$/)
    await page.getByRole('tab', { name: /Annotations/ }).click()
    await page.getByLabel('Comment').waitFor()
  },
  'trace-compare': async (page) => {
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Next in list' }).click()
    // The next trace may have no span that matches.
    await page
      .getByRole('row', { name: /Duration/ })
      .or(page.getByText('no span that matches'))
      .waitFor()
  },
  'testset-draft': async (page, base) => {
    await page.goto(`${base}/testsets/support-questions`)
    await page.getByRole('gridcell', { name: 'How do I return a book?' }).dblclick()
    await page.getByRole('textbox', { name: /, row/ }).fill('How can I return a book?')
    await page.keyboard.press('Enter')
    await page.getByRole('toolbar', { name: 'Draft' }).waitFor()
  },
  'testset-type': async (page, base) => {
    await page.goto(`${base}/testsets/support-questions`)
    await page.getByRole('button', { name: /^correct_answer/ }).click()
    await page.getByRole('menuitem', { name: 'Number' }).click()
    await page.getByText('None of the 24 values can be converted to numbers').waitFor()
  },
  'testset-merge': async (page, base) => {
    await page.goto(`${base}/testsets/support-questions`)
    await page.getByRole('button', { name: /^Variant/ }).click()
    await page.getByRole('menuitem', { name: 'Reviewed' }).last().click()
    await page.getByRole('region', { name: 'Conflict' }).waitFor()
  },
  'testset-upload': async (page, base) => {
    await page.goto(`${base}/testsets`)
    await page.getByRole('button', { name: 'Upload' }).click()
    const buffer = Buffer.from(
      'Question,Answer,notes\nWhere is my book?,On its way.,\nWho are you?,A shop.,x\n',
    )
    await page.getByLabel(/Choose a file/).setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer })
    await page.getByText('CSV with 2 rows').waitFor()
  },
  session: async (page, base) => {
    await page.goto(`${base}/sessions?range=30d`)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await page.getByRole('region', { name: 'Transcript' }).waitFor()
  },
  playground: async (page, base) => {
    await page.goto(`${base}/apps`)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await page.getByRole('link', { name: 'Playground' }).click()
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByText('The provider is not configured').waitFor()
  },
  'evaluator-tried': async (page, base) => {
    await page.goto(`${base}/evaluators/short-enough?tab=try`)
    await page.getByLabel('Output', { exact: true }).fill('Paris')
    await page.getByLabel('Testcase').fill('{"correct_answer": "Paris"}')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('link', { name: 'Trace' }).waitFor()
  },
  'filter-completed': async (page, base) => {
    await page.goto(`${base}/traces?range=7d`)
    await page.getByRole('grid').waitFor()
    await page.getByLabel('Filter', { exact: true }).pressSequentially('span_type = ')
    await page.getByRole('option').first().waitFor()
  },
  'traces-selected': async (page, base) => {
    await page.goto(`${base}/traces?range=7d`)
    await page.getByRole('grid').getByRole('row').nth(2).getByRole('checkbox').check()
  },
  'application-new': async (page, base) => {
    await page.goto(`${base}/apps`)
    await page.getByRole('button', { name: 'New application' }).click()
    await page.getByLabel('Template').waitFor()
  },
  'evaluator-new-preset': async (page, base) => {
    await page.goto(`${base}/evaluators`)
    await page.getByRole('button', { name: 'New evaluator' }).click()
    await page.getByLabel('Template').selectOption({ value: 'auto_regex_test' })
    await page.getByRole('button', { name: 'No e-mail address' }).click()
  },
  'application-commit': async (page, base) => {
    await page.goto(`${base}/apps/support-chat`)
    await page
      .getByLabel('Message 1', { exact: true })
      .fill('You are the help desk. Greet {{customer}} by name.')
    await page.getByRole('button', { name: 'Commit…' }).click()
    await page.locator('ins').first().waitFor()
  },
  'application-deploy': async (page, base) => {
    await page.goto(`${base}/apps/support-chat@2`)
    await page.getByRole('button', { name: 'Deploy…' }).click()
    await page.locator('ins').first().waitFor()
  },
  'environments-version': async (page, base) => {
    await page.goto(`${base}/environments`)
    await page.getByRole('button', { name: 'support-chat.revision in staging: more' }).click()
    await page.getByRole('menuitem', { name: 'Deploy another version here…' }).click()
    await page.getByRole('listbox').waitFor()
  },
  'environments-promote': async (page, base) => {
    await page.goto(`${base}/environments`)
    await page.getByRole('button', { name: 'Promote…' }).click()
    await page
      .getByRole('dialog')
      .getByText(/no runs|%/)
      .first()
      .waitFor()
  },
  'import-read': async (page, base) => {
    await page.goto(`${base}/import?source=langfuse`)
    await page
      .getByLabel(/Select files, or drop/)
      .setInputFiles([exportedSource('export.jsonl'), exportedSource('cut.jsonl', '{')])
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
  },
  'import-done': async (page) => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Receipts' }).waitFor()
  },
  run: async (page, base) => {
    await page.goto(`${base}/runs`)
    await page
      .getByRole('row')
      .filter({ hasText: 'version 5' })
      .click({ position: { x: 10, y: 10 } })
    await page.getByRole('grid', { name: 'Rows of the run' }).waitFor()
  },
  'run-row': async (page) => {
    await page
      .getByRole('grid')
      .getByRole('row')
      .nth(3)
      .click({ position: { x: 10, y: 10 } })
    await page.getByRole('article', { name: 'Row' }).waitFor()
  },
  'run-manifest': async (page) => {
    await page.getByRole('button', { name: 'Manifest' }).click()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('All parts are unchanged').waitFor()
  },
  'run-cell': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('grid').getByRole('row').nth(2).getByTitle('Show trace').first().click()
    await page.getByRole('list', { name: 'Spans of the trace' }).waitFor()
  },
  'run-sorted': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByLabel('Sort rows by').selectOption({ index: 1 })
    await page.getByText('24 rows', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filter rows' }).click()
    await page.getByLabel('Metric', { exact: true }).waitFor()
  },
  'run-new': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Run again…' }).click()
    await page.getByRole('region', { name: 'Estimate' }).getByText('average of the last').first().waitFor()
    await page.getByRole('button', { name: 'Add evaluator' }).click()
    await page.getByRole('menuitem', { name: 'Regular expression' }).click()
  },
  'run-new-preset': async (page) => {
    await page.getByRole('button', { name: 'No e-mail address' }).click()
    await page.getByText('Fails when the output shows an e-mail address.').waitFor()
  },
  'run-new-live': async (page) => {
    await page.getByRole('button', { name: 'Live traces' }).click()
    await page.getByLabel('Saved query').selectOption({ label: 'Failing answers' })
    await page.getByLabel('Sample (% of traces)').fill('10')
    await page.getByText('A live run takes new traces').waitFor()
  },
  'run-failures': async (page, base) => {
    await page.goto(`${base}/runs?new=%7B%7D`)
    await page
      .getByRole('region', { name: 'Rows' })
      .getByLabel('Testset')
      .selectOption({ label: 'Search questions' })
    await page.getByRole('button', { name: 'Add evaluator' }).click()
    await page.getByRole('menuitem', { name: 'Exact match', exact: true }).click()
    await page.getByLabel('Correct answer key').fill('nowhere')
    await page.getByRole('button', { name: 'Start run' }).click()
    await page.getByRole('button', { name: /missing expected/ }).click()
    await page
      .getByRole('grid')
      .getByRole('row')
      .nth(1)
      .click({ position: { x: 10, y: 10 } })
    await page.getByRole('button', { name: 'Retry cell' }).waitFor()
  },
  'run-add': async (page) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Evaluators…' }).click()
    await page.getByRole('dialog').waitFor()
  },
  queue: async (page, base) => {
    await page.goto(`${base}/queues`)
    await page
      .getByRole('row')
      .filter({ hasText: 'helpful' })
      .first()
      .click({ position: { x: 10, y: 10 } })
    await page.getByRole('form', { name: 'Annotation' }).waitFor()
    await page.keyboard.press('1')
  },
  'queue-people': async (page) => {
    await page.getByRole('button', { name: 'People and agreement' }).click()
    await page.getByRole('heading', { name: 'Progress' }).waitFor()
  },
  'runs-compare': async (page, base) => {
    await page.goto(`${base}/runs`)
    for (const version of ['version 3', 'version 5'])
      await page.getByRole('row').filter({ hasText: version }).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Compare 2' }).click()
    await page.getByRole('grid', { name: 'Compared rows' }).waitFor()
  },
  'runs-compare-row': async (page) => {
    await page
      .getByRole('grid')
      .getByRole('row')
      .nth(1)
      .click({ position: { x: 10, y: 10 } })
    await page.getByRole('article', { name: 'Row' }).locator('pre').first().waitFor()
  },
  'runs-agreement': async (page) => {
    await page.getByRole('tab', { name: 'Agreement' }).click()
    await page.getByText('Changed verdicts').waitFor()
  },
  'runs-gate': async (page) => {
    await page.getByRole('tab', { name: 'Gate' }).click()
    await page.getByText(/The run (passes|fails)/).waitFor()
  },
  'runs-compare-three': async (page, base) => {
    await page.goto(`${base}/runs?new=%7B%7D`)
    await page
      .getByRole('region', { name: 'Rows' })
      .getByLabel('Testset')
      .selectOption({ label: 'Support questions' })
    await page.getByRole('button', { name: 'Add evaluator' }).click()
    await page.getByRole('menuitem', { name: /^Short enough/ }).click()
    await page.getByRole('button', { name: 'Start run' }).click()
    await page.getByLabel('Metrics of the run').waitFor()
    await page.goto(`${base}/runs`)
    for (const row of [
      page.getByRole('row').filter({ hasText: 'version 3' }),
      page.getByRole('row').filter({ hasText: 'version 5' }),
      page.getByRole('row').nth(1),
    ])
      await row.getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Compare 3' }).click()
    await page.getByRole('button', { name: 'Show' }).first().waitFor()
  },
  'runs-compare-failure': async (page) => {
    await page.route('**/runs/compare', (route) => route.fulfill(serverError))
    await page.reload()
    await page.getByRole('alert').first().waitFor()
    await page.unroute('**/runs/compare')
  },
  palette: async (page, base) => {
    await page.goto(base)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
  },
  keys: async (page, base) => {
    await page.goto(`${base}/traces`)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('?')
  },
  failure: async (page, base) => {
    await page.route('**/sessions/query', (route) => route.fulfill(serverError))
    await page.goto(`${base}/sessions`)
    await page.getByRole('alert').waitFor()
    await page.unroute('**/sessions/query')
  },
}
