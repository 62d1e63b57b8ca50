import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/value.ts'
import { builtins } from '../../workflows/builtins/table.ts'
import { evaluate, type Case } from './evaluators.fixture.ts'

const parametersOf = (key: string, preset: string) => {
  const parameters = builtins
    .find((builtin) => builtin.key === key)
    ?.presets.find((candidate) => candidate.key === preset)
  if (parameters === undefined) throw new Error(`no preset ${preset} of ${key}`)
  return parameters.parameters
}

type Row = readonly [key: string, preset: string, passes: Case, fails: Case]

const out = (outputs: Json): Case => ({ outputs })
const evaluationCase = (outputs: Json, expected: Json): Case => ({ outputs, expected })

test.each<Row>([
  ['auto_exact_match', 'any_case', evaluationCase('PARIS', 'Paris'), evaluationCase('Rome', 'Paris')],
  ['auto_regex_test', 'no_email_address', out('Write to us.'), out('Write to Ada@example.com.')],
  ['auto_regex_test', 'no_phone_number', out('In 2031, 12 of 345.'), out('Call +49 (30) 123-456 78')],
  ['auto_regex_test', 'no_model_talk', out('The AI Act.'), out('As an AI, I cannot.')],
  ['auto_regex_test', 'only_a_number', out(' -12.50 '), out('12 apples')],
  ['auto_regex_test', 'yes_or_no', out('Yes.'), out('Yes, but no.')],
  ['auto_regex_test', 'iso_date', out('on 2031-12-31'), out('on 2031-13-31')],
  ['auto_contains_json', 'whole_object', out('{"a":1}'), out('[1]')],
  ['auto_contains_json', 'whole_list', out('[1]'), out('[]')],
  [
    'auto_contains_json',
    'answer_with_sources',
    out({ answer: 'Paris', sources: ['a.md'] }),
    out({ answer: 'Paris', sources: [] }),
  ],
  [
    'auto_json_diff',
    'same_structure',
    evaluationCase({ a: 2 }, { a: 1 }),
    evaluationCase({ a: '2' }, { a: 1 }),
  ],
  [
    'auto_json_diff',
    'most_fields',
    evaluationCase([1, 2, 3, 4, 0], [1, 2, 3, 4, 5]),
    evaluationCase([1, 2, 3, 0, 0], [1, 2, 3, 4, 5]),
  ],
  ['auto_numeric_tolerance', 'to_the_cent', evaluationCase('19.991', 19.99), evaluationCase('20', 19.99)],
  ['auto_numeric_tolerance', 'one_percent', evaluationCase(1009, 1000), evaluationCase(1011, 1000)],
  ['auto_length_bounds', 'one_line', out('a title'), out('two\nlines')],
  ['auto_length_bounds', 'text_message', out('Hi'), out('x'.repeat(161))],
  ['auto_length_bounds', 'summary', out('word '.repeat(60)), out('too short')],
  [
    'auto_levenshtein_distance',
    'typos_allowed',
    evaluationCase('Constantinopel of old', 'constantinople of old'),
    evaluationCase('Rome', 'Paris'),
  ],
  ['match', 'exact_answer', evaluationCase('Paris', 'Paris'), evaluationCase('paris', 'Paris')],
  [
    'match',
    'answer_and_form',
    evaluationCase({ answer: 'It is PARIS.' }, 'Paris'),
    evaluationCase({ answer: 'Rome' }, 'Paris'),
  ],
])('%s with the preset %s passes the first case and fails the second', async (key, preset, passes, fails) => {
  const parameters = parametersOf(key, preset)
  expect(await evaluate(key, parameters, passes)).toMatchObject({ success: true })
  expect(await evaluate(key, parameters, fails)).toMatchObject({ success: false })
})
