// Evaluators that compare numbers: values, lengths, time and cost.
import type { JsonObject } from '../../kernel/json/value.ts'
import { evaluator, type Builtin } from './builtin.ts'
import { choice, correctAnswerKey, objectSchema, outputPath, scoreOutputs } from './schema-parts.ts'

const tolerance: JsonObject = { type: 'number', minimum: 0, default: 0 }
const nonNegativeNumber: JsonObject = { type: 'number', minimum: 0 }
const length: JsonObject = { type: 'integer', minimum: 0 }

export const numberTests: readonly Builtin[] = [
  evaluator({
    key: 'auto_numeric_tolerance',
    name: 'Numeric tolerance',
    description: 'The output is a number close enough to the expected one.',
    categories: ['number'],
    parameters: objectSchema({
      ...correctAnswerKey,
      ...outputPath,
      tolerance,
      relative_tolerance: tolerance,
    }),
    outputs: scoreOutputs({ difference: { type: 'number' } }),
    presets: [
      {
        key: 'to_the_cent',
        name: 'To the cent',
        description: 'For amounts of money: may differ by half a cent.',
        parameters: { correct_answer_key: 'correct_answer', tolerance: 0.005, relative_tolerance: 0 },
      },
      {
        key: 'one_percent',
        name: 'Within one percent',
        description: 'Estimates and measurements.',
        parameters: { correct_answer_key: 'correct_answer', tolerance: 0, relative_tolerance: 0.01 },
      },
    ],
  }),
  evaluator({
    key: 'auto_length_bounds',
    name: 'Length bounds',
    description: 'The output is neither too short nor too long.',
    categories: ['number', 'text'],
    parameters: objectSchema({
      ...outputPath,
      min: length,
      max: length,
      unit: choice(['characters', 'words', 'lines', 'bytes'], 'characters'),
    }),
    outputs: scoreOutputs({ length: { type: 'integer' } }),
    presets: [
      {
        key: 'short_answer',
        name: 'Short answer',
        description: 'Between 1 and 50 words.',
        parameters: { min: 1, max: 50, unit: 'words' },
      },
      {
        key: 'one_line',
        name: 'One line',
        description: 'Titles, labels and commands.',
        parameters: { min: 1, max: 1, unit: 'lines' },
      },
      {
        key: 'summary',
        name: 'Summary',
        description: 'Between 50 and 200 words.',
        parameters: { min: 50, max: 200, unit: 'words' },
      },
      {
        key: 'text_message',
        name: 'Text message',
        description: 'At most 160 characters, and not empty.',
        parameters: { min: 1, max: 160, unit: 'characters' },
      },
    ],
  }),
  evaluator({
    key: 'auto_latency_threshold',
    name: 'Latency',
    description: 'The evaluated call was fast enough.',
    categories: ['number'],
    parameters: objectSchema({ max_ms: nonNegativeNumber }, ['max_ms']),
    outputs: scoreOutputs({ duration_ms: { type: 'number' } }),
    presets: [
      {
        key: 'conversation',
        name: 'In a conversation',
        description: 'Within 3 seconds: most people still wait that long.',
        parameters: { max_ms: 3000 },
      },
      {
        key: 'background',
        name: 'In the background',
        description: 'Within a minute.',
        parameters: { max_ms: 60_000 },
      },
    ],
  }),
  evaluator({
    key: 'auto_cost_threshold',
    name: 'Cost',
    description: 'The evaluated call was cheap enough.',
    categories: ['number'],
    parameters: objectSchema({ max_cost: nonNegativeNumber }, ['max_cost']),
    outputs: scoreOutputs({ cost: { type: 'number' } }),
    presets: [
      {
        key: 'one_cent',
        name: 'One cent per call',
        description: 'At most 0.01.',
        parameters: { max_cost: 0.01 },
      },
      {
        key: 'thousand_for_one',
        name: 'A tenth of a cent per call',
        description: 'At most 0.001: for calls on every request.',
        parameters: { max_cost: 0.001 },
      },
    ],
  }),
]
