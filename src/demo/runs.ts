// Creates two runs over the same questions for a comparison: the candidate is better overall and worse on returns. Also
// creates annotations of people, and a queue with the remaining answers.
import { z } from 'zod'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import type { Artifacts } from './artifacts.ts'
import { questionRows, type Question } from './library.ts'
import { spanOf, type DemoSpan } from './spans.ts'
import { send } from './traces.ts'
import { objectAt, textAt, type DemoContext } from './context.ts'

interface DemoRun {
  readonly name: string
  readonly revision: { readonly id: string; readonly version: string }
  readonly skill: (question: Question) => number
  /** The length of answers relative to the expected one. */
  readonly length: number
}

/** A root span. */
interface SpanAddress {
  readonly traceId: string
  readonly spanId: string
}

interface Cell extends SpanAddress {
  readonly stepKey: string
}

/** An answer of the program and its similarity to the expected one. */
interface Answer extends SpanAddress {
  readonly score: number
}

const hourMs = 3_600_000

/** The trace of one cell: a single span for the call or its evaluation. */
function cellSpan(
  { random, nowMs }: DemoContext,
  input: {
    readonly name: string
    readonly type: string
    readonly inputs: Json
    readonly outputs: Json
    readonly references: Readonly<Record<string, Json>>
    readonly evaluated?: Cell
    readonly middleMs: number
  },
): { readonly span: DemoSpan; readonly cell: SpanAddress } {
  const [traceId, spanId] = [random.hex(32), random.hex(16)]
  const startMs = nowMs - hourMs + random.next() * 600_000
  const span = spanOf({
    traceId,
    spanId,
    name: input.name,
    startMs,
    endMs: startMs + random.skewed(input.middleMs),
    attributes: {
      'ag.type.trace': input.evaluated === undefined ? 'invocation' : 'annotation',
      'ag.type.span': input.type,
      'ag.data.inputs': input.inputs,
      'ag.data.outputs': input.outputs,
      ...input.references,
      ...(input.evaluated === undefined
        ? {
            'gen_ai.request.model': 'gpt-4o-mini',
            'gen_ai.usage.input_tokens': 140,
            'gen_ai.usage.output_tokens': 30,
          }
        : {}),
    },
  })
  const links =
    input.evaluated === undefined
      ? {}
      : {
          links: [
            {
              traceId: input.evaluated.traceId,
              spanId: input.evaluated.spanId,
              attributes: [{ key: 'key', value: { stringValue: 'invocation' } }],
            },
          ],
        }
  return { span: { ...span, ...links }, cell: { traceId, spanId } }
}

/** An answer with a part of the expected words; a higher skill keeps more of them. */
function answerOf({ random }: DemoContext, question: Question, { skill, length }: DemoRun): string {
  const words = question.correct_answer.split(' ')
  const answerWords = words.filter(() => random.chance(Math.min(1, skill(question) + 0.15)))
  const filler = length > 1 ? ' Is there anything else that we can do for you today?' : ''
  return `${answerWords.join(' ')}${filler}`
}

interface Steps {
  readonly input: string
  readonly application: string
  readonly similarity: string
  readonly short: string
}

const runSteps = z.object({
  steps: z.array(
    z.object({
      key: z.string(),
      type: z.string(),
      references: z.record(z.string(), z.object({ id: z.string().optional() })),
    }),
  ),
})
const addedScenarios = z.object({ scenarios: z.array(z.object({ id: z.string() })) })

function stepsOf(run: JsonObject, { evaluators }: Artifacts): Steps {
  const { steps } = runSteps.parse(objectAt(run, 'data'))
  const keyOf = (test: (step: (typeof steps)[number]) => boolean): string => {
    const step = steps.find(test)
    if (step === undefined) throw new Error('The run lacks one of its steps.')
    return step.key
  }
  return {
    input: keyOf(({ type }) => type === 'input'),
    application: keyOf(({ type }) => type === 'invocation'),
    similarity: keyOf(({ references }) => references['evaluator_revision']?.id === evaluators.similarity),
    short: keyOf(({ references }) => references['evaluator_revision']?.id === evaluators.short),
  }
}

async function createRun(
  context: DemoContext,
  artifacts: Artifacts,
  demo: DemoRun,
): Promise<readonly Answer[]> {
  const { call } = context
  const { chat, evaluators, testset } = artifacts
  const response = await call('POST', '/simple/evaluations/', {
    evaluation: {
      name: demo.name,
      data: {
        status: 'running',
        testset_steps: { [testset.revisionId]: 'custom' },
        application_steps: { [demo.revision.id]: 'custom' },
        evaluator_steps: { [evaluators.similarity]: 'custom', [evaluators.short]: 'custom' },
      },
    },
  })
  const runId = textAt(response, 'evaluation', 'id')
  const run = await call('GET', `/evaluations/runs/${runId}`)
  const steps = stepsOf(objectAt(run, 'run'), artifacts)
  const rows = await call('POST', '/testcases/query', { testset_revision_ref: { id: testset.revisionId } })
  const { testcases } = questionRows.parse(rows)
  const { scenarios } = addedScenarios.parse(
    await call('POST', `/simple/evaluations/${runId}/scenarios/add`, { count: testcases.length }),
  )
  const spans: DemoSpan[] = []
  const answers: Answer[] = []
  const results = testcases.flatMap(({ id: testcaseId, data: question }, i) => {
    const answer = answerOf(context, question, demo)
    const invocation = cellSpan(context, {
      name: chat.slug,
      type: 'workflow',
      inputs: { question: question.question },
      outputs: answer,
      references: {
        'ag.refs.application.slug': chat.slug,
        'ag.refs.application_revision.id': demo.revision.id,
      },
      middleMs: 950,
    })
    const application = { stepKey: steps.application, ...invocation.cell }
    const score =
      Math.round(Math.min(1, demo.skill(question) * (0.85 + context.random.next() * 0.3)) * 1000) / 1000
    answers.push({ ...invocation.cell, score })
    const evaluate = (stepKey: string, evaluator: string, outputs: Json): Cell => {
      const { span, cell } = cellSpan(context, {
        name: evaluator,
        type: 'task',
        inputs: { inputs: { question: question.question }, outputs: answer },
        outputs,
        references: { 'ag.refs.evaluator.slug': evaluator },
        evaluated: application,
        middleMs: 6,
      })
      spans.push(span)
      return { stepKey, ...cell }
    }
    const cells = [
      application,
      evaluate(steps.similarity, 'similar-to-expected', { score, success: score >= helpfulScore }),
      evaluate(steps.short, 'short-enough', {
        score: answer.length <= 160 ? 1 : 0,
        success: answer.length <= 160,
        length: answer.length,
      }),
    ]
    spans.push(invocation.span)
    const scenarioId = scenarios[i]?.id
    return [
      {
        run_id: runId,
        scenario_id: scenarioId,
        step_key: steps.input,
        status: 'success',
        testcase_id: testcaseId,
      },
      ...cells.map(({ stepKey, traceId }) => ({
        run_id: runId,
        scenario_id: scenarioId,
        step_key: stepKey,
        status: 'success',
        trace_id: traceId,
        testcase_id: testcaseId,
      })),
    ]
  })
  await context.waitUntilStored(await send(context, 'evaluation', spans))
  await call('POST', `/simple/evaluations/${runId}/populate`, { results })
  await call('PATCH', '/evaluations/scenarios/', {
    scenarios: scenarios.map(({ id }) => ({ id, status: 'success' })),
  })
  await call('POST', '/evaluations/metrics/refresh', {
    metrics: { run_id: runId, scenario_ids: scenarios.map(({ id }) => id) },
  })
  await call('POST', '/evaluations/metrics/refresh', { metrics: { run_id: runId } })
  await call('POST', `/evaluations/runs/${runId}/close?status=success`)
  return answers
}

const comments = {
  helpful: ['Clear and polite.', 'Just right.', 'All that was asked.'],
  unhelpful: ['Does not answer the question.', 'The date is wrong.', 'Leaves out what matters.'],
}

/** Answers with at least this score count as helpful, for the evaluator and for most people. */
const helpfulScore = 0.6

/** People mostly agree with the evaluator, but not always. */
async function createAnnotations(context: DemoContext, answers: readonly Answer[]): Promise<void> {
  const { call, random } = context
  for (const { traceId, spanId, score } of answers) {
    const isHelpful = score >= helpfulScore !== random.chance(0.12)
    const [tone, comment] = isHelpful
      ? [random.between(3, 5), random.pick(comments.helpful)]
      : [random.between(2, 4), random.pick(comments.unhelpful)]
    await call('POST', '/annotations/', {
      annotation: {
        origin: 'human',
        kind: 'adhoc',
        channel: 'web',
        data: { outputs: { helpful: isHelpful, tone, comment } },
        references: { evaluator: { slug: 'helpful' } },
        links: { invocation: { trace_id: traceId, span_id: spanId } },
      },
    })
  }
}

async function createQueue(
  { call }: DemoContext,
  { evaluators }: Artifacts,
  unratedSpans: readonly SpanAddress[],
): Promise<void> {
  const createAnswer = await call('POST', '/simple/queues/', {
    queue: {
      name: 'Are the new answers helpful?',
      data: { kind: 'traces', evaluators: { [evaluators.helpful]: 'human' } },
    },
  })
  await call('POST', `/simple/queues/${textAt(createAnswer, 'queue', 'id')}/traces/`, {
    trace_ids: unratedSpans.map(({ traceId }) => traceId),
  })
}

/** The number of annotated answers of each run. The other answers of the candidate are in the queue. */
const annotatedAnswers = 14

export async function createRuns(context: DemoContext, artifacts: Artifacts): Promise<void> {
  const { revisions } = artifacts.chat
  const [baseline, candidate] = [revisions[2], revisions[4]]
  if (baseline === undefined || candidate === undefined) throw new Error('The chat lacks its revisions.')
  const baselineRun = { name: 'Support chat, version 3', revision: baseline, skill: () => 0.66, length: 1.4 }
  const candidateRun = {
    name: 'Support chat, version 5',
    revision: candidate,
    skill: ({ topic }: Question) => (topic === 'returns' ? 0.48 : 0.86),
    length: 1,
  }
  const baselineAnswers = await createRun(context, artifacts, baselineRun)
  const answers = await createRun(context, artifacts, candidateRun)
  await createAnnotations(context, [
    ...baselineAnswers.slice(0, annotatedAnswers),
    ...answers.slice(0, annotatedAnswers),
  ])
  await createQueue(context, artifacts, answers.slice(annotatedAnswers))
}
