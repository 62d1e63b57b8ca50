// Two runs over the same questions, to be compared: the candidate is better on the whole and worse on returns. And what
// people said of answers, with a queue of those they have not looked at yet.
import type { Json, JsonObject } from '../kernel/json/value.ts'
import type { Artifacts } from './artifacts.ts'
import type { Question } from './library.ts'
import { spanOf, type DemoSpan } from './spans.ts'
import { send } from './traces.ts'
import { objectAt, textAt, type World } from './world.ts'

interface DemoRun {
  readonly name: string
  readonly revision: { readonly id: string; readonly version: string }
  readonly skill: (question: Question) => number
  /** How long answers are, against the expected one. */
  readonly length: number
}

/** A root span. */
interface Place {
  readonly traceId: string
  readonly spanId: string
}

interface Cell extends Place {
  readonly stepKey: string
}

/** An answer of the program, and how near it is to the expected one. */
interface Answer extends Place {
  readonly score: number
}

const hourMs = 3_600_000

/** One cell's trace: a single span that stands for the call, or for the judgement of one. */
function cellSpan(
  { dice, nowMs }: World,
  words: {
    readonly name: string
    readonly type: string
    readonly inputs: Json
    readonly outputs: Json
    readonly references: Readonly<Record<string, Json>>
    readonly judges?: Cell
    readonly middleMs: number
  },
): { readonly span: DemoSpan; readonly cell: Place } {
  const [traceId, spanId] = [dice.hex(32), dice.hex(16)]
  const startMs = nowMs - hourMs + dice.next() * 600_000
  const span = spanOf({
    traceId,
    spanId,
    name: words.name,
    startMs,
    endMs: startMs + dice.skewed(words.middleMs),
    attributes: {
      'ag.type.trace': words.judges === undefined ? 'invocation' : 'annotation',
      'ag.type.span': words.type,
      'ag.data.inputs': words.inputs,
      'ag.data.outputs': words.outputs,
      ...words.references,
      ...(words.judges === undefined
        ? {
            'gen_ai.request.model': 'gpt-4o-mini',
            'gen_ai.usage.input_tokens': 140,
            'gen_ai.usage.output_tokens': 30,
          }
        : {}),
    },
  })
  const links =
    words.judges === undefined
      ? {}
      : {
          links: [
            {
              traceId: words.judges.traceId,
              spanId: words.judges.spanId,
              attributes: [{ key: 'key', value: { stringValue: 'invocation' } }],
            },
          ],
        }
  return { span: { ...span, ...links }, cell: { traceId, spanId } }
}

/** The answer as a program of this skill would give it: more of the expected words, or fewer. */
function answerOf({ dice }: World, question: Question, { skill, length }: DemoRun): string {
  const words = question.correct_answer.split(' ')
  const kept = words.filter(() => dice.chance(Math.min(1, skill(question) + 0.15)))
  const filler = length > 1 ? ' Is there anything else that we can do for you today?' : ''
  return `${kept.join(' ')}${filler}`
}

interface Steps {
  readonly input: string
  readonly application: string
  readonly similarity: string
  readonly short: string
}

function stepsOf(run: JsonObject, { evaluators }: Artifacts): Steps {
  const steps = objectAt(run, 'data')['steps'] as unknown as readonly {
    readonly key: string
    readonly type: string
    readonly references: Readonly<Record<string, { readonly id?: string }>>
  }[]
  const keyOf = (test: (step: (typeof steps)[number]) => boolean): string => {
    const found = steps.find(test)
    if (found === undefined) throw new Error('The run lacks a step that it was made with.')
    return found.key
  }
  return {
    input: keyOf(({ type }) => type === 'input'),
    application: keyOf(({ type }) => type === 'invocation'),
    similarity: keyOf(({ references }) => references['evaluator_revision']?.id === evaluators.similarity),
    short: keyOf(({ references }) => references['evaluator_revision']?.id === evaluators.short),
  }
}

async function makeRun(world: World, artifacts: Artifacts, demo: DemoRun): Promise<readonly Answer[]> {
  const { call } = world
  const { chat, evaluators, testset } = artifacts
  const made = await call('POST', '/simple/evaluations/', {
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
  const runId = textAt(made, 'evaluation', 'id')
  const { run } = (await call('GET', `/evaluations/runs/${runId}`)) as { readonly run: JsonObject }
  const steps = stepsOf(run, artifacts)
  const rows = await call('POST', '/testcases/query', { testset_revision_ref: { id: testset.revisionId } })
  const testcases = rows['testcases'] as unknown as readonly {
    readonly id: string
    readonly data: Question
  }[]
  const { scenarios } = (await call('POST', `/simple/evaluations/${runId}/scenarios/add`, {
    count: testcases.length,
  })) as unknown as { readonly scenarios: readonly { readonly id: string }[] }
  const spans: DemoSpan[] = []
  const answers: Answer[] = []
  const results = testcases.flatMap(({ id: testcaseId, data: question }, i) => {
    const answer = answerOf(world, question, demo)
    const called = cellSpan(world, {
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
    const application = { stepKey: steps.application, ...called.cell }
    const score =
      Math.round(Math.min(1, demo.skill(question) * (0.85 + world.dice.next() * 0.3)) * 1000) / 1000
    answers.push({ ...called.cell, score })
    const judged = (stepKey: string, evaluator: string, outputs: Json): Cell => {
      const { span, cell } = cellSpan(world, {
        name: evaluator,
        type: 'task',
        inputs: { inputs: { question: question.question }, outputs: answer },
        outputs,
        references: { 'ag.refs.evaluator.slug': evaluator },
        judges: application,
        middleMs: 6,
      })
      spans.push(span)
      return { stepKey, ...cell }
    }
    const cells = [
      application,
      judged(steps.similarity, 'similar-to-expected', { score, success: score >= enough }),
      judged(steps.short, 'short-enough', {
        score: answer.length <= 160 ? 1 : 0,
        success: answer.length <= 160,
        length: answer.length,
      }),
    ]
    spans.push(called.span)
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
  await world.settled(await send(world, 'evaluation', spans))
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

/** From here on an answer says enough, for the evaluator and for most people. */
const enough = 0.6

/** People mostly see what the evaluator measures, and sometimes something else. */
async function makeJudgements(world: World, judged: readonly Answer[]): Promise<void> {
  const { call, dice } = world
  for (const { traceId, spanId, score } of judged) {
    const helpful = score >= enough !== dice.chance(0.12)
    const [tone, comment] = helpful
      ? [dice.between(3, 5), dice.of(comments.helpful)]
      : [dice.between(2, 4), dice.of(comments.unhelpful)]
    await call('POST', '/annotations/', {
      annotation: {
        origin: 'human',
        kind: 'adhoc',
        channel: 'web',
        data: { outputs: { helpful, tone, comment } },
        references: { evaluator: { slug: 'helpful' } },
        links: { invocation: { trace_id: traceId, span_id: spanId } },
      },
    })
  }
}

async function makeQueue(
  { call }: World,
  { evaluators }: Artifacts,
  waiting: readonly Place[],
): Promise<void> {
  const { queue } = (await call('POST', '/simple/queues/', {
    queue: {
      name: 'Are the new answers helpful?',
      data: { kind: 'traces', evaluators: { [evaluators.helpful]: 'human' } },
    },
  })) as { readonly queue: JsonObject }
  await call('POST', `/simple/queues/${textAt(queue, 'id')}/traces/`, {
    trace_ids: waiting.map(({ traceId }) => traceId),
  })
}

/** So many answers of each run were looked at by a person; the candidate's others wait in the queue. */
const judgedAnswers = 14

export async function makeRuns(world: World, artifacts: Artifacts): Promise<void> {
  const { revisions } = artifacts.chat
  const [baseline, candidate] = [revisions[2], revisions[4]]
  if (baseline === undefined || candidate === undefined) throw new Error('The chat lacks its revisions.')
  const before = { name: 'Support chat, version 3', revision: baseline, skill: () => 0.66, length: 1.4 }
  const after = {
    name: 'Support chat, version 5',
    revision: candidate,
    skill: ({ topic }: Question) => (topic === 'returns' ? 0.48 : 0.86),
    length: 1,
  }
  const earlier = await makeRun(world, artifacts, before)
  const answers = await makeRun(world, artifacts, after)
  await makeJudgements(world, [...earlier.slice(0, judgedAnswers), ...answers.slice(0, judgedAnswers)])
  await makeQueue(world, artifacts, answers.slice(judgedAnswers))
}
