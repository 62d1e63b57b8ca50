// Evaluators that read an output as JSON.
import { evaluator, type Builtin } from './builtin.ts'
import {
  choice,
  correctAnswerKey,
  flag,
  objectSchema,
  outputPath,
  scoreOutputs,
  text,
  texts,
  threshold,
} from './schema-parts.ts'

const jsonTest = { categories: ['json'], outputs: scoreOutputs() } as const

export const jsonTests: readonly Builtin[] = [
  evaluator({
    ...jsonTest,
    key: 'auto_contains_json',
    name: 'JSON validity',
    description: 'The output contains JSON, or is JSON, and matches a schema when one is given.',
    isRecommended: true,
    parameters: objectSchema({
      ...outputPath,
      mode: choice(['contains', 'whole'], 'contains'),
      schema: { type: 'object' },
    }),
    presets: [
      {
        key: 'whole_object',
        name: 'Nothing but an object',
        description: 'The whole output is one JSON object.',
        parameters: { mode: 'whole', schema: { type: 'object' } },
      },
      {
        key: 'whole_list',
        name: 'Nothing but a list',
        description: 'The whole output is one JSON list with at least one item.',
        parameters: { mode: 'whole', schema: { type: 'array', minItems: 1 } },
      },
      {
        key: 'answer_with_sources',
        name: 'An answer with its sources',
        description: 'An object with a text and a list of texts, as a start for a schema of your own.',
        parameters: {
          mode: 'whole',
          schema: {
            type: 'object',
            properties: {
              answer: { type: 'string', minLength: 1 },
              sources: { type: 'array', items: { type: 'string' }, minItems: 1 },
            },
            required: ['answer', 'sources'],
          },
        },
      },
    ],
  }),
  evaluator({
    ...jsonTest,
    key: 'auto_json_diff',
    name: 'JSON difference',
    description: 'The share of leaves that equal those of the expected JSON.',
    parameters: objectSchema({
      ...correctAnswerKey,
      ...outputPath,
      ...threshold(1),
      compare_schema_only: flag(false),
      predict_keys: flag(false),
      case_insensitive_keys: flag(false),
    }),
    presets: [
      {
        key: 'same_structure',
        name: 'Same structure',
        description: 'Names and types are compared, values are not.',
        parameters: {
          correct_answer_key: 'correct_answer',
          threshold: 1,
          compare_schema_only: true,
          predict_keys: true,
          case_insensitive_keys: false,
        },
      },
      {
        key: 'most_fields',
        name: 'Most fields are right',
        description: 'Four of five values equal the expected ones.',
        parameters: {
          correct_answer_key: 'correct_answer',
          threshold: 0.8,
          compare_schema_only: false,
          predict_keys: false,
          case_insensitive_keys: false,
        },
      },
    ],
  }),
  evaluator({
    ...jsonTest,
    key: 'json_multi_field_match',
    name: 'JSON field match',
    description: 'Compares the named fields with those of the expected JSON.',
    parameters: objectSchema({ ...correctAnswerKey, ...outputPath, ...threshold(1), fields: texts }, [
      'fields',
    ]),
    outputs: scoreOutputs({ fields: { type: 'object', additionalProperties: { type: 'boolean' } } }),
  }),
  evaluator({
    ...jsonTest,
    key: 'field_match_test',
    name: 'Field match',
    description: 'One field of the output equals the expected answer.',
    parameters: objectSchema({ json_field: text, ...correctAnswerKey }, ['json_field']),
  }),
]
