// Evaluators that compare numbers: values, lengths, time and cost.
import type { JsonObject } from '../../kernel/json/value.ts'
import { evaluator, type Builtin } from './builtin.ts'
import { choice, correctAnswerKey, objectSchema, outputPath, scoreOutputs } from './words.ts'

const tolerance: JsonObject = { type: 'number', minimum: 0, default: 0 }
const atLeastZero: JsonObject = { type: 'number', minimum: 0 }
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
    ],
  }),
  evaluator({
    key: 'auto_latency_threshold',
    name: 'Latency',
    description: 'The judged call was fast enough.',
    categories: ['number'],
    parameters: objectSchema({ max_ms: atLeastZero }, ['max_ms']),
    outputs: scoreOutputs({ duration_ms: { type: 'number' } }),
  }),
  evaluator({
    key: 'auto_cost_threshold',
    name: 'Cost',
    description: 'The judged call was cheap enough.',
    categories: ['number'],
    parameters: objectSchema({ max_cost: atLeastZero }, ['max_cost']),
    outputs: scoreOutputs({ cost: { type: 'number' } }),
  }),
]
