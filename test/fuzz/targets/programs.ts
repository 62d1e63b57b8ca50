// Requests to routes that run programs: templates of every format, and settings and inputs of every built-in.
import fc from 'fast-check'
import { hostileJson, hostileName, hostileText, jsonBytes, corrupt } from '../hostile.ts'
import { post, type Target } from '../request.ts'

const pieces = fc.constantFrom(
  '{{a}}',
  '{{ a }}',
  '{{{a}}}',
  '{{#a}}',
  '{{/a}}',
  '{{^a}}',
  '{{> a}}',
  '{{=<% %>=}}',
  '{a}',
  '{a.b[0]!r:>10}',
  '{',
  '}',
  '{{',
  '}}',
  '{% for i in a %}',
  '{% endfor %}',
  '{% if a %}',
  '{% else %}',
  '{% endif %}',
  '{% set x = a %}',
  '{{ a | upper | length }}',
  '{{ a[0].b }}',
  '{{ range(1000000) }}',
  '{{ a ** 99999 }}',
  '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
  '{{ a.constructor.__proto__ }}',
  '$.a.b',
  'text ',
)
const templates = fc.oneof(
  fc.array(fc.oneof(pieces, hostileText), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.constantFrom(
    '{{#a}}'.repeat(200),
    '{% for i in a %}'.repeat(100),
    '{'.repeat(10_000),
    '{{a}}'.repeat(2000),
  ),
)
const formats = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('curly', 'fstring', 'jinja2', 'mustache') },
  { weight: 1, arbitrary: hostileName },
)

const inputs = fc.record(
  { a: hostileJson, b: hostileJson, country: hostileText, correct_answer: hostileJson },
  { requiredKeys: [] },
)

const prompts = corrupt(
  fc.record({
    prompt: fc.record({
      messages: fc.array(fc.record({ role: fc.constantFrom('user', 'system', 'tool'), content: templates }), {
        maxLength: 3,
      }),
      llm_config: fc.record({
        model: fc.constantFrom('gpt-4o-mini', 'no-such-model'),
        temperature: fc.double({ min: 0, max: 2, noNaN: true }),
      }),
      template_format: formats,
    }),
  }),
)

const promptRequests = fc
  .record({ key: fc.constantFrom('completion', 'chat'), parameters: prompts, inputs })
  .map(({ key, ...data }) => post(`/api/services/${key}/v0/invoke`, jsonBytes({ data })))

const patterns = fc.oneof(fc.constantFrom('(a+)+$', '[', '(?<n>a)\\k<n>', 'a{1,99999}', '^.*$'), hostileText)

/** Settings from the catalog, with some of the members that built-ins read. */
const settingsOf = (parameters: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    corrupt(fc.constant(parameters)),
    fc
      .record(
        {
          correct_answer_key: hostileName,
          json_schema: hostileJson,
          regex_pattern: patterns,
          substrings: fc.array(hostileText, { maxLength: 4 }),
          threshold: fc.double(),
          case_sensitive: fc.boolean(),
        },
        { requiredKeys: [] },
      )
      .map((members) => ({ ...(parameters as object), ...members })),
  )

const answers = fc.oneof(
  hostileText,
  hostileJson,
  hostileJson.map((value) => JSON.stringify(value) ?? ''),
)

export interface Builtin {
  readonly key: string
  /** The parameters in the catalog. */
  readonly parameters: unknown
}

const invocationOf = ({ key, parameters }: Builtin) =>
  fc
    .record({ parameters: settingsOf(parameters), inputs, outputs: answers, trace: hostileJson })
    .map((data) => post(`/api/services/${encodeURIComponent(key)}/v0/invoke`, jsonBytes({ data })))

const commitRequests = ({ key, parameters }: Builtin) =>
  corrupt(
    fc.record({
      data: fc.record({
        uri: fc.constant(`agenta:builtin:${key}:v0`),
        parameters: settingsOf(parameters),
        schemas: hostileJson,
      }),
    }),
  ).map((evaluator) => post('/api/simple/evaluators/', jsonBytes({ evaluator })))

export const programsTarget = (builtins: readonly Builtin[]): Target => ({
  name: 'programs',
  requests: fc.oneof(
    { weight: 3, arbitrary: promptRequests },
    { weight: 4, arbitrary: fc.constantFrom(...builtins).chain(invocationOf) },
    { weight: 1, arbitrary: fc.constantFrom(...builtins).chain(commitRequests) },
  ),
})
