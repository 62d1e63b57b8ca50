// Evaluators that look at the text of an output.
import { evaluator, type Builtin } from './builtin.ts'
import {
  caseSensitive,
  correctAnswerKey,
  flag,
  objectSchema,
  outputPath,
  scoreOutputs,
  text,
  texts,
} from './words.ts'

const textTest = { categories: ['text'], outputs: scoreOutputs() } as const

export const textTests: readonly Builtin[] = [
  evaluator({
    ...textTest,
    key: 'auto_exact_match',
    name: 'Exact match',
    description: 'The output equals the expected answer.',
    isRecommended: true,
    parameters: objectSchema({ ...correctAnswerKey, ...outputPath, ...caseSensitive }),
  }),
  evaluator({
    ...textTest,
    key: 'auto_contains',
    name: 'Contains',
    description: 'The output contains a text, or the expected answer when no text is given.',
    parameters: objectSchema({ ...outputPath, ...caseSensitive, substring: text, ...correctAnswerKey }),
  }),
  evaluator({
    ...textTest,
    key: 'auto_contains_any',
    name: 'Contains any',
    description: 'The output contains at least one of the texts.',
    parameters: objectSchema({ ...outputPath, ...caseSensitive, substrings: texts }, ['substrings']),
  }),
  evaluator({
    ...textTest,
    key: 'auto_contains_all',
    name: 'Contains all',
    description: 'The output contains every text; the score is the share found.',
    parameters: objectSchema({ ...outputPath, ...caseSensitive, substrings: texts }, ['substrings']),
  }),
  evaluator({
    ...textTest,
    key: 'auto_starts_with',
    name: 'Starts with',
    description: 'The output starts with a text.',
    parameters: objectSchema({ ...outputPath, ...caseSensitive, prefix: text }, ['prefix']),
  }),
  evaluator({
    ...textTest,
    key: 'auto_ends_with',
    name: 'Ends with',
    description: 'The output ends with a text.',
    parameters: objectSchema({ ...outputPath, ...caseSensitive, suffix: text }, ['suffix']),
  }),
  evaluator({
    ...textTest,
    key: 'auto_regex_test',
    name: 'Regular expression',
    description: 'The output matches a pattern, or does not.',
    isRecommended: true,
    parameters: objectSchema(
      {
        ...outputPath,
        ...caseSensitive,
        regex_pattern: { type: 'string', format: 'regex' },
        regex_should_match: flag(true),
      },
      ['regex_pattern'],
    ),
    presets: [
      {
        key: 'no_email_address',
        name: 'No e-mail address',
        description: 'Fails when the output shows an e-mail address.',
        parameters: {
          case_sensitive: false,
          regex_pattern: '[a-z0-9._%+]+@[a-z0-9.]+\\.[a-z]{2,}',
          regex_should_match: false,
        },
      },
    ],
  }),
]
