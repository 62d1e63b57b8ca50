// Demo artifacts: applications with variants and deployments, evaluators, testsets with history, a saved query.
import { concisePrompt, pages, prompts, questionRows, questions } from './library.ts'
import { objectAt, textAt, type DemoContext } from './context.ts'

export interface Application {
  readonly id: string
  readonly slug: string
  /** Revisions of the default variant, oldest first. */
  readonly revisions: readonly { readonly id: string; readonly version: string }[]
}

export interface Artifacts {
  readonly chat: Application
  readonly search: Application
  readonly agent: Application
  readonly evaluators: { readonly similarity: string; readonly short: string; readonly helpful: string }
  /** The newest revision of the questions. */
  readonly testset: { readonly id: string; readonly revisionId: string }
}

/** The embed of a snippet that several applications share. */
const houseStyle = '@{{workflow.slug=house-style, path=text}}'

const promptData = (system: string, temperature: number, model = 'gpt-4o-mini') => ({
  parameters: {
    prompt: {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: '{{question}}' },
      ],
      template_format: 'curly',
      input_keys: ['question'],
      llm_config: { model, temperature },
    },
  },
})

interface NewApplication {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly commits: readonly { readonly data: object; readonly message: string }[]
}

async function createApplication({ call }: DemoContext, application: NewApplication): Promise<Application> {
  const { slug, name, description, commits } = application
  const [first, ...followUps] = commits
  const answer = await call('POST', '/simple/applications/', {
    application: { slug, name, description, data: first?.data },
  })
  const id = textAt(answer, 'application', 'id')
  const revisions = [{ id: textAt(answer, 'application', 'revision_id'), version: '1' }]
  for (const { data, message } of followUps) {
    const commitAnswer = await call('POST', '/applications/revisions/commit', {
      application_revision_commit: { application_id: id, message, data },
    })
    const revision = objectAt(commitAnswer, 'application_revision')
    revisions.push({ id: textAt(revision, 'id'), version: textAt(revision, 'version') })
  }
  return { id, slug, revisions }
}

const deploy = ({ call }: DemoContext, revisionId: string, environment: string, message: string) =>
  call('POST', '/applications/revisions/deploy', {
    application_revision_ref: { id: revisionId },
    environment_ref: { slug: environment },
    message,
  })

async function createChat(context: DemoContext): Promise<Application> {
  const messages = [
    '',
    'friendlier',
    'no promises of dates',
    'three sentences at most',
    'from the help pages only',
  ]
  const chat = await createApplication(context, {
    slug: 'support-chat',
    name: 'Support chat',
    description: 'Answers customers on the web site.',
    commits: prompts.map((system, i) => ({
      data: promptData(system, i < 3 ? 0.7 : 0.2),
      message: messages[i] ?? '',
    })),
  })
  const forkAnswer = await context.call('POST', '/variants/fork', {
    application_ref: { slug: chat.slug },
    application_variant: { slug: 'support-chat-concise', name: 'Concise' },
  })
  for (const [temperature, message] of [
    [0.2, 'one sentence'],
    [0, 'one sentence, always the same'],
  ] as const) {
    await context.call('POST', '/applications/revisions/commit', {
      application_revision_commit: {
        application_id: chat.id,
        application_variant_id: textAt(forkAnswer, 'application_variant', 'id'),
        message,
        data: promptData(concisePrompt, temperature),
      },
    })
  }
  return chat
}

const createSearch = (context: DemoContext): Promise<Application> =>
  createApplication(context, {
    slug: 'book-search',
    name: 'Book search',
    description: 'Finds help pages and books, then answers from them.',
    commits: [
      { data: promptData('Answer from these pages: {{pages}}', 0.3), message: '' },
      {
        data: promptData('Answer from these pages and name them: {{pages}}', 0.3),
        message: 'names its sources',
      },
      {
        data: promptData('Answer from these pages and name them: {{pages}}', 0.1, 'gpt-4o'),
        message: 'a larger model, less chance',
      },
    ],
  })

const createAgent = (context: DemoContext): Promise<Application> =>
  createApplication(context, {
    slug: 'order-agent',
    name: 'Order agent',
    description: 'Looks into orders with tools and acts on them.',
    commits: [
      { data: promptData('You may look up orders and parcels.', 0), message: '' },
      {
        data: promptData(`You may look up orders and parcels, and refund up to 50. ${houseStyle}`, 0),
        message: 'may refund',
      },
    ],
  })

async function createSnippet({ call }: DemoContext): Promise<void> {
  const response = await call('POST', '/simple/workflows/', {
    workflow: {
      slug: 'house-style',
      name: 'House style',
      description: 'How Harbour Books writes; applications embed it.',
      flags: { is_snippet: true },
      data: { parameters: { text: 'Write plainly and warmly.' } },
    },
  })
  await call('POST', '/workflows/revisions/commit', {
    workflow_revision_commit: {
      workflow_id: textAt(response, 'workflow', 'id'),
      message: 'no exclamation marks',
      data: { parameters: { text: 'Write plainly and warmly. Never use exclamation marks.' } },
    },
  })
}

async function createEvaluators({ call }: DemoContext): Promise<Artifacts['evaluators']> {
  const create = async (evaluator: object) =>
    textAt(await call('POST', '/simple/evaluators/', { evaluator }), 'evaluator', 'revision_id')
  return {
    similarity: await create({
      slug: 'similar-to-expected',
      name: 'Similar to the expected answer',
      data: {
        uri: 'auto_similarity_match',
        parameters: { correct_answer_key: 'correct_answer', similarity_threshold: 0.6 },
      },
    }),
    short: await create({
      slug: 'short-enough',
      name: 'Short enough',
      data: { uri: 'auto_length_bounds', parameters: { max: 160, unit: 'characters' } },
    }),
    helpful: await create({
      slug: 'helpful',
      name: 'Helpful',
      description: 'People say whether the answer helps.',
      flags: { is_human: true },
      data: {
        uri: 'assay:custom:feedback:v0',
        schemas: {
          outputs: {
            type: 'object',
            properties: {
              helpful: { type: 'boolean', title: 'Does it help?' },
              tone: { type: 'integer', minimum: 1, maximum: 5, title: 'Tone' },
              comment: { type: 'string', title: 'Comment' },
            },
            required: ['helpful'],
          },
        },
      },
    }),
  }
}

/** A delta that replaces the answers to some questions of the newest version. */
async function answersOf(
  { call }: DemoContext,
  testsetId: string,
  answers: readonly (readonly [string, string])[],
): Promise<object> {
  const { testcases } = questionRows.parse(
    await call('POST', '/testcases/query', { testset_ref: { id: testsetId } }),
  )
  const newAnswers = new Map(answers)
  const replace = testcases.flatMap(({ id, data }) => {
    const answer = newAnswers.get(data.question)
    return answer === undefined ? [] : [{ id, data: { ...data, correct_answer: answer } }]
  })
  return { rows: { replace } }
}

/** A variant with reviewed answers. One of them conflicts with the default variant on merge. */
async function createReviewedVariant(context: DemoContext, testsetId: string): Promise<void> {
  const { call } = context
  const forkAnswer = await call('POST', '/testsets/variants/fork', {
    testset_ref: { id: testsetId },
    testset_variant: { slug: 'support-questions-reviewed', name: 'Reviewed' },
  })
  await call('POST', '/testsets/revisions/commit', {
    testset_revision_commit: {
      testset_id: testsetId,
      testset_variant_id: textAt(forkAnswer, 'testset_variant', 'id'),
      message: 'reviewed by the shop',
      delta: await answersOf(context, testsetId, [
        [
          'When do I get my money back?',
          'Refunds arrive within five working days; some banks take two more.',
        ],
        [
          'Do you have gift cards?',
          'Yes, gift cards from 10 to 200, by mail or e-mail, good for three years.',
        ],
      ]),
    },
  })
}

async function createTestsets(context: DemoContext): Promise<Artifacts['testset']> {
  const { call } = context
  const first = questions.slice(0, 16).map((data) => ({ data }))
  const response = await call('POST', '/simple/testsets/', {
    testset: {
      slug: 'support-questions',
      name: 'Support questions',
      description: 'What customers ask, with the answers we want.',
      data: { testcases: first },
    },
  })
  const id = textAt(response, 'testset', 'id')
  const commit = (message: string, data: object) =>
    call('POST', '/testsets/revisions/commit', {
      testset_revision_commit: { testset_id: id, message, ...data },
    })
  await commit('questions about accounts and books', {
    delta: { rows: { add: questions.slice(16).map((data) => ({ data })) } },
  })
  await createReviewedVariant(context, id)
  const last = await commit('the answer about refunds is exact', {
    delta: await answersOf(context, id, [
      [
        'When do I get my money back?',
        'Refunds arrive within five working days after the book is back with us.',
      ],
    ]),
  })
  await call('POST', '/simple/testsets/', {
    testset: {
      slug: 'search-questions',
      name: 'Search questions',
      data: {
        testcases: pages.map(({ id: page, title }) => ({
          data: { question: `What do you know of ${title}?`, page },
        })),
      },
    },
  })
  return { id, revisionId: textAt(last, 'testset_revision', 'id') }
}

export async function createArtifacts(context: DemoContext): Promise<Artifacts> {
  await createSnippet(context)
  const [chat, search, agent] = [
    await createChat(context),
    await createSearch(context),
    await createAgent(context),
  ]
  for (const [application, at, environment, message] of [
    [chat, 1, 'production', 'first release'],
    [chat, 2, 'production', 'no promises of dates'],
    [chat, 3, 'staging', 'three sentences, to be watched'],
    [chat, 4, 'development', 'tried on the help pages'],
    [search, 1, 'production', 'names its sources'],
    [search, 2, 'staging', 'a larger model'],
    [agent, 0, 'production', 'look-ups only'],
    [agent, 1, 'development', 'refunds'],
  ] as const) {
    await deploy(context, application.revisions[at]?.id ?? '', environment, message)
  }
  const evaluators = await createEvaluators(context)
  const testset = await createTestsets(context)
  await context.call('POST', '/simple/queries/', {
    query: {
      slug: 'failing-answers',
      name: 'Failing answers',
      data: {
        filtering: { conditions: [{ field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }] },
      },
    },
  })
  return { chat, search, agent, evaluators, testset }
}
