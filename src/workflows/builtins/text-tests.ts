// Evaluators of the text of an output.
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
} from './schema-parts.ts'

const textTest = { categories: ['text'], outputs: scoreOutputs() } as const

export const textTests: readonly Builtin[] = [
  evaluator({
    ...textTest,
    key: 'auto_exact_match',
    name: 'Exact match',
    description: 'The output equals the expected answer.',
    isRecommended: true,
    parameters: objectSchema({ ...correctAnswerKey, ...outputPath, ...caseSensitive }),
    presets: [
      {
        key: 'any_case',
        name: 'Ignore case',
        description: '“Paris” and “PARIS” are the same answer.',
        parameters: { correct_answer_key: 'correct_answer', case_sensitive: false },
      },
    ],
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
      {
        key: 'no_phone_number',
        name: 'No telephone number',
        description: 'Fails when the output shows nine or more digits that read as a telephone number.',
        parameters: {
          case_sensitive: true,
          regex_pattern: '\\+?\\d(?:[\\s().-]{0,2}\\d){8,}',
          regex_should_match: false,
        },
      },
      {
        key: 'no_model_talk',
        name: 'No AI self-reference',
        description: 'Fails on phrases such as “as an AI” or “language model”.',
        parameters: {
          case_sensitive: false,
          regex_pattern: '\\b(as an ai|language model|my training data)\\b',
          regex_should_match: false,
        },
      },
      {
        key: 'only_a_number',
        name: 'Nothing but a number',
        description: 'The whole output is one number, optionally with a sign and decimals.',
        parameters: {
          case_sensitive: true,
          regex_pattern: '^\\s*[+-]?\\d+(\\.\\d+)?\\s*$',
          regex_should_match: true,
        },
      },
      {
        key: 'yes_or_no',
        name: 'Yes or no',
        description: 'The whole output is one of the two words.',
        parameters: {
          case_sensitive: false,
          regex_pattern: '^\\s*(yes|no)[.!]?\\s*$',
          regex_should_match: true,
        },
      },
      {
        key: 'iso_date',
        name: 'A date',
        description: 'Contains a date written as 2031-12-31.',
        parameters: {
          case_sensitive: true,
          regex_pattern: '\\b\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])\\b',
          regex_should_match: true,
        },
      },
    ],
  }),
]
