import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHash } from '../../kernel/json/canonical.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { rowFromFlat } from '../../testsets/incoming.ts'
import { parseExact } from '../../testsets/exact.ts'
import { filterToJson } from '../../tracing/filter/tree/to-json.ts'
import { arbitraryFilter } from '../../tracing/filter/testing/arbitraries.ts'
import { textOfFile, type Files, type Layout } from './files.ts'
import { isPayloadPath, layouts } from './layouts.ts'
import { testcaseLine, testcasePaths } from './testcase-lines.ts'

const seed = 79
const { workflow, query, environment } = layouts

const roundTrip = (layout: Layout, data: JsonObject): void => {
  const files = layout.write(data)
  const payload = layout.read(files)
  expect(payload.errors).toEqual([])
  expect(payload.data).toEqual(data)
  expect(contentHash(payload.data ?? {})).toBe(contentHash(data))
  expect(layout.write(payload.data ?? {})).toEqual(files)
  for (const path of files.keys()) expect(layout.isPayloadPath(path)).toBe(true)
}

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '\n',
    'a\n',
    'a\n\n',
    'a\r\nb',
    '\r',
    '---\nname: x\n---\n',
    '\u{feff}a',
    'a\0b',
    '{{x}}',
  ),
)
/** Stored data was written by JSON.stringify: it has no negative zero. */
const json = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
const object = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'content', 'role')), json, {
  maxKeys: 4,
  noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>
const optionalFields = { requiredKeys: [] as never[], noNullPrototype: true } as const
const message = fc.oneof(
  fc.record(
    {
      role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'message', 'Odd role', ''),
      content: fc.oneof(texts, json),
      name: texts,
      tool_calls: json,
    },
    optionalFields,
  ),
  json,
)
const messages = fc.oneof(fc.array(message, { maxLength: 4 }), json)
const parameters = fc
  .tuple(
    object,
    fc.record(
      {
        prompt: fc.oneof(fc.record({ messages, llm_config: object }, optionalFields), json),
        messages,
        prompt_template: messages,
        code: fc.oneof(texts, json),
        rubric: fc.oneof(texts, json),
        runtime: fc.constantFrom('python', 'ruby', 'typescript'),
      },
      optionalFields,
    ),
  )
  .map(([freeMembers, rest]) => ({ ...freeMembers, ...rest }))
const uris = [
  'agenta:builtin:llm:v0',
  'assay:builtin:auto_ai_critique:v0',
  'completion',
  'user:custom:llm:v1',
]
const workflowData = fc.record(
  {
    uri: fc.constantFrom(...uris),
    url: fc.constant('https://example.com/run'),
    headers: object,
    runtime: fc.constantFrom('python', 'typescript', 'javascript'),
    script: texts,
    schemas: fc.record({ parameters: json, inputs: json, outputs: json }, optionalFields),
    parameters: fc.oneof(parameters, object),
  },
  optionalFields,
) as fc.Arbitrary<JsonObject>

describe('reading the written files gives an equal payload, and writing it again the same bytes', () => {
  test('for random data of the workflow family', () => {
    fc.assert(
      fc.property(workflowData, (data) => roundTrip(workflow, data)),
      { seed, numRuns: 200 },
    )
  })

  test('for random queries, and filters in canonical form are text', () => {
    fc.assert(
      fc.property(arbitraryFilter, object, (filter, rest) => {
        const data = { ...rest, filtering: filterToJson(filter) }
        roundTrip(query, data)
        roundTrip(query, { ...rest, filtering: { ...data.filtering, unknown: 1 } })
        roundTrip(query, rest)
      }),
      { seed, numRuns: 100 },
    )
    const files = query.write({
      filtering: { field: 'span_name', operator: 'is', value: 'a' },
      windowing: { limit: 5 },
    })
    expect([...files]).toEqual([
      ['query.txt', 'span_name = "a"\n'],
      ['settings.json', '{\n  "windowing": {\n    "limit": 5\n  }\n}\n'],
    ])
  })

  test('for random environments', () => {
    const data = object.map((references) => ({ references }))
    fc.assert(
      fc.property(data, (value) => roundTrip(environment, value)),
      { seed, numRuns: 100 },
    )
  })

  test('for random rows of testsets', () => {
    const metadata = fc.record({ flags: object, tags: object, meta: object }, optionalFields)
    fc.assert(
      fc.property(object, metadata, (data, rest) => {
        const line = testcaseLine({ data: { ...data, testcase_dedup_id: 'a' }, ...rest })
        const row = rowFromFlat(parseExact(line) as JsonObject)
        expect(row.data).toEqual({ ...data, testcase_dedup_id: 'a' })
        for (const name of ['flags', 'tags', 'meta'] as const)
          expect(row[name] ?? {}).toEqual(rest[name] ?? {})
        expect(line.indexOf('\n')).toBe(line.length - 1)
      }),
      { seed, numRuns: 100 },
    )
  })

  test('for every example of data in the interface document', () => {
    let examples = 0
    const visit = (value: Json): void => {
      if (Array.isArray(value)) for (const item of value as Json[]) visit(item)
      if (!isJsonObject(value)) return
      for (const [name, member] of Object.entries(value)) {
        if (name === 'data' && isJsonObject(member)) {
          examples++
          for (const layout of [workflow, query]) roundTrip(layout, member)
        }
        visit(member)
      }
    }
    visit(JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Json)
    expect(examples).toBeGreaterThan(50)
  })
})

const promptData: JsonObject = {
  uri: 'agenta:builtin:chat:v0',
  runtime: 'python',
  script: 'def run():\n    return 1\n',
  schemas: { inputs: { type: 'object' } },
  parameters: {
    prompt: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', name: 'ada', content: '{{question}}\n' },
        { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] },
        { '@ag.embed': {} },
      ],
      llm_config: { model: 'gpt-5', temperature: 0.5, seed: 2 ** 60 },
    },
    rubric: 'Polite.',
  },
}

/** These bytes must not change: clients have fetched objects with them. */
const promptFiles: Files = new Map([
  ['script.py', 'def run():\n    return 1\n\n'],
  ['rubric.md', 'Polite.\n'],
  ['schemas/inputs.json', '{\n  "type": "object"\n}\n'],
  ['messages/01-system.md', 'Be brief.\n'],
  ['messages/02-user.md', '{{question}}\n\n'],
  ['messages/02-user.json', '{\n  "name": "ada"\n}\n'],
  [
    'messages/03-assistant.json',
    '{\n  "content": [\n    {\n      "type": "text",\n      "text": "Yes"\n    }\n  ]\n}\n',
  ],
  ['messages/04-message.json', '{\n  "@ag.embed": {}\n}\n'],
  [
    'settings.json',
    `{
  "uri": "agenta:builtin:chat:v0",
  "runtime": "python",
  "parameters": {
    "prompt": {
      "llm_config": {
        "model": "gpt-5",
        "temperature": 0.5,
        "seed": 1.152921504606847e+18
      }
    }
  }
}
`,
  ],
])

const withChanges = (changes: Readonly<Record<string, string | undefined>>): Files => {
  const files = new Map(promptFiles)
  for (const [path, text] of Object.entries(changes)) {
    if (text === undefined) files.delete(path)
    else files.set(path, text)
  }
  return files
}

describe('the files of a prompt', () => {
  test('have these names and bytes', () => {
    expect([...workflow.write(promptData)]).toEqual([...promptFiles])
  })

  test.each([
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no final newline', (text: string) => text.replace(/([^\n])\n$/, '$1')],
    ['a byte order mark', (text: string) => `\u{feff}${text}`],
  ])('mean the same with %s', (_, change) => {
    const files = new Map([...promptFiles].map(([path, text]) => [path, change(text)] as const))
    expect(workflow.read(files).errors).toEqual([])
    expect(contentHash(workflow.read(files).data ?? {})).toBe(contentHash(promptData))
  })

  test('mean the same in another key order, and with gaps between the numbers', () => {
    const files = withChanges({
      'messages/02-user.json': undefined,
      'messages/02-user.md': undefined,
      'messages/3-assistant.json': undefined,
      'messages/15-user.md': '{{question}}\n\n',
      'messages/15-user.json': '{"name":"ada"}',
      'messages/03-assistant.json': undefined,
      'messages/0016-assistant.json': '{"content":[{"text":"Yes","type":"text"}]}',
      'messages/04-message.json': undefined,
      'messages/100-message.json': '{ "@ag.embed": {} }',
      'schemas/inputs.json': '{"type": "object"}',
    })
    expect(workflow.read(files)).toMatchObject({ errors: [], data: promptData })
  })

  test.each([
    ['settings.json', '{\n  "uri": "x",\n  oops\n}', 3, 'The file is not valid JSON.'],
    ['settings.json', '[]', 1, 'The file must contain a JSON object.'],
    ['settings.json', '{\n "a": 1,\n "b": [1,\n 12345678901234567890]}', 4, /./],
    ['settings.json', '{\n"runtime": "python",\n"script": "x"}', 3, /script is given here and in script.py/],
    ['script.js', 'x', 1, 'The runtime of settings.json needs the name script.py.'],
    ['schemas/input.json', '{}', 1, /^The schemas are/],
    ['messages/notes.md', 'x', 1, /^Name the file after its position and role/],
    ['messages/01-user.md', 'x', 1, /^Two messages have the number 1/],
    ['messages/02-user.json', '{\n\n"role": "x"}', 3, 'role is already given by the name of the file.'],
    ['messages/02-user.json', '{"content": "x"}', 1, 'content is already given by messages/02-user.md.'],
  ])('name the file and line of a mistake: %s %j', (path, text, line, message) => {
    const { data, errors } = workflow.read(withChanges({ [path]: text }))
    expect(data).toBeUndefined()
    expect(errors).toEqual([{ path, line, message: expect.stringMatching(message) as string }])
  })

  test('have a location for each value', () => {
    const { locate } = workflow.read(promptFiles)
    expect(locate(['parameters', 'prompt', 'llm_config', 'temperature'])).toEqual({
      path: 'settings.json',
      line: 8,
    })
    expect(locate(['parameters', 'prompt', 'messages', 0, 'content'])).toEqual({
      path: 'messages/01-system.md',
      line: 1,
    })
    expect(locate(['parameters', 'prompt', 'messages', 2, 'content', 0, 'text'])).toEqual({
      path: 'messages/03-assistant.json',
      line: 5,
    })
    expect(locate(['schemas', 'inputs', 'type'])).toEqual({ path: 'schemas/inputs.json', line: 2 })
    expect(locate(['script'])).toEqual({ path: 'script.py', line: 1 })
  })
})

test('a filter that cannot be parsed is reported with its file', () => {
  const { errors } = query.read(new Map([['query.txt', 'span_name = = 2\n']]))
  expect(errors).toEqual([
    { path: 'query.txt', line: 1, message: expect.stringContaining('column') as string },
  ])
})

test('files of the client belong to no payload', () => {
  for (const path of ['README.md', '.github/workflows/x.yml', 'docs/settings.json', 'script.sh']) {
    expect(isPayloadPath('workflow', path), path).toBe(false)
    expect(isPayloadPath('testset', path), path).toBe(false)
  }
  expect(workflow.read(new Map([['README.md', 'x']]))).toMatchObject({ data: undefined, errors: [] })
})

test('chunks of rows are ordered by number', () => {
  expect(
    testcasePaths(['testcases/10.jsonl', 'testcases/000002.jsonl', 'README.md', 'testcases.jsonl']),
  ).toEqual(['testcases.jsonl', 'testcases/000002.jsonl', 'testcases/10.jsonl'])
})

test('a text file has one newline more than its text', () => {
  expect(['', '\n', 'a', 'a\n', 'a\n\n'].map(textOfFile)).toEqual(['', '', 'a', 'a', 'a\n'])
})
