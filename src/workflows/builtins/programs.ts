// Built-ins for the feedback of people and for programs of users, and a mock.
import type { JsonObject } from '../../kernel/json/value.ts'
import { builtin, evaluator, type Builtin } from './builtin.ts'
import { choice, correctAnswerKey, objectSchema, scoreOutputs, text, threshold } from './schema-parts.ts'

const timeoutMs = (value: number): JsonObject => ({
  timeout_ms: { type: 'integer', maximum: 60_000, default: value },
})

const webhookSettings: JsonObject = {
  ...correctAnswerKey,
  webhook_url: { type: 'string', format: 'uri' },
  ...timeoutMs(10_000),
}

const codeSettings: JsonObject = {
  ...correctAnswerKey,
  ...threshold(0.5),
  code: text,
  runtime: choice(['javascript', 'typescript', 'python'], 'javascript'),
  ...timeoutMs(5000),
  memory_mb: { type: 'integer', maximum: 512, default: 64 },
}

const codeDefaults: JsonObject = {
  correct_answer_key: 'correct_answer',
  threshold: 0.5,
  timeout_ms: 5000,
  memory_mb: 64,
}

const exactMatchCode = `function evaluate({ outputs, correct_answer }) {
  return outputs === correct_answer
}
`

const exactMatchPython = `def evaluate(inputs, outputs, correct_answer):
    return outputs == correct_answer
`

const custom = { kind: 'custom', isApplication: true, isEvaluator: true } as const

const feedback = builtin({
  ...custom,
  key: 'feedback',
  name: 'Human feedback',
  description: 'Filled in by a person; the outputs schema is the form.',
  categories: ['human'],
  isRecommended: true,
})

// A hook has its address in `url`, code has its text in `script`. The setting is needed only without those,
// so these two do not list it as required.
const hook = builtin({
  ...custom,
  key: 'hook',
  name: 'Hook',
  description: 'Your own program, called at its URL.',
  categories: ['custom'],
  hasSettings: true,
  alternative: { dataKey: 'url', setting: 'webhook_url' },
  parameters: objectSchema(webhookSettings),
  outputs: scoreOutputs(),
})

const code = builtin({
  ...custom,
  key: 'code',
  name: 'Code',
  description: 'A script in JavaScript, TypeScript or Python that is stored with the revision.',
  categories: ['custom'],
  hasSettings: true,
  alternative: { dataKey: 'script', setting: 'code' },
  parameters: objectSchema(codeSettings),
  outputs: scoreOutputs(),
})

const mock = builtin({
  ...custom,
  key: 'mock',
  name: 'Mock',
  description: 'Fixed answers for experiments.',
  categories: ['custom'],
  hasSettings: true,
  parameters: objectSchema(
    { key: choice(['echo', 'pass', 'fail', 'score', 'reflect']), kwargs: { type: 'object' } },
    ['key'],
  ),
  outputs: (parameters) =>
    parameters['key'] === undefined || parameters['key'] === 'echo' ? undefined : scoreOutputs(),
  presets: [
    { key: 'echo', name: 'Echo', description: 'Returns its inputs.', parameters: { key: 'echo' } },
    { key: 'pass', name: 'Always pass', description: 'Always a success.', parameters: { key: 'pass' } },
    { key: 'fail', name: 'Always fail', description: 'Never a success.', parameters: { key: 'fail' } },
    {
      key: 'score',
      name: 'Fixed score',
      description: 'Always the same score.',
      parameters: { key: 'score', kwargs: { score: 1, threshold: 0.5 } },
    },
  ],
})

const webhookTest = evaluator({
  key: 'auto_webhook_test',
  name: 'Webhook',
  description: 'Your own program evaluates the output over HTTP.',
  categories: ['custom'],
  parameters: objectSchema(webhookSettings, ['webhook_url']),
  outputs: scoreOutputs(),
})

const customCodeRun = evaluator({
  key: 'auto_custom_code_run',
  name: 'Code',
  description:
    'Your own function in JavaScript, TypeScript or Python evaluates the output, without access to network, files or environment.',
  categories: ['custom'],
  isRecommended: true,
  parameters: objectSchema(codeSettings, ['code']),
  outputs: scoreOutputs(),
  presets: [
    {
      key: 'equals',
      name: 'Equals the expected answer (JavaScript)',
      description: 'The shortest useful function, to start from.',
      parameters: { ...codeDefaults, code: exactMatchCode, runtime: 'javascript' },
    },
    {
      key: 'equals_python',
      name: 'Equals the expected answer (Python)',
      description: 'The shortest useful function, to start from.',
      parameters: { ...codeDefaults, code: exactMatchPython, runtime: 'python' },
    },
  ],
})

export const programs: readonly Builtin[] = [feedback, hook, code, mock]
export const programEvaluators: readonly Builtin[] = [webhookTest, customCodeRun]
