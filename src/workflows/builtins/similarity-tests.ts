// Evaluators that measure the similarity of output and expected answer, and the LLM judge.
import { evaluator, type Builtin } from './builtin.ts'
import { judgePresets } from './judge-presets.ts'
import { templateFormat } from './messages.ts'
import {
  caseSensitive,
  correctAnswerKey,
  objectAt,
  objectSchema,
  outputPath,
  scoreOutputs,
  text,
  threshold,
} from './schema-parts.ts'

const similarity = { categories: ['similarity'], outputs: scoreOutputs() } as const

const judgeOutputs = scoreOutputs({ reasoning: text })

const judge = evaluator({
  key: 'auto_ai_critique',
  name: 'LLM judge',
  description: 'A language model judges the output by a rubric.',
  categories: ['llm'],
  isRecommended: true,
  needsModel: true,
  parameters: objectSchema(
    {
      ...correctAnswerKey,
      ...outputPath,
      ...threshold(0.5),
      model: text,
      rubric: text,
      prompt_template: { type: 'array' },
      template_format: templateFormat,
      temperature: { type: 'number', default: 0 },
      json_schema: { type: 'object' },
    },
    ['model'],
  ),
  outputs: (parameters) => objectAt(parameters, 'json_schema', 'schema') ?? judgeOutputs,
  presets: judgePresets,
})

export const similarityTests: readonly Builtin[] = [
  evaluator({
    ...similarity,
    key: 'auto_levenshtein_distance',
    name: 'Levenshtein similarity',
    description: 'The share of letters that need no change to turn the output into the expected answer.',
    parameters: objectSchema({ ...correctAnswerKey, ...outputPath, ...caseSensitive, ...threshold(0.5) }),
    presets: [
      {
        key: 'typos_allowed',
        name: 'Equal except for typos',
        description: 'At most one letter in ten differs; case does not matter.',
        parameters: { correct_answer_key: 'correct_answer', case_sensitive: false, threshold: 0.9 },
      },
    ],
  }),
  evaluator({
    ...similarity,
    key: 'auto_similarity_match',
    name: 'Shared words',
    description: 'The share of words that the output and the expected answer have in common.',
    parameters: objectSchema(
      {
        similarity_threshold: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
        // The name that other evaluators use; it takes precedence if both are sent.
        threshold: { type: 'number', minimum: 0, maximum: 1 },
        ...correctAnswerKey,
      },
      ['similarity_threshold'],
    ),
  }),
  evaluator({
    ...similarity,
    key: 'auto_semantic_similarity',
    name: 'Semantic similarity',
    description: 'Compares the embeddings of the output and the expected answer.',
    needsModel: true,
    parameters: objectSchema({
      ...correctAnswerKey,
      ...outputPath,
      ...threshold(0.8),
      embedding_model: { type: 'string', default: 'text-embedding-3-small' },
    }),
    presets: [
      {
        key: 'same_meaning',
        name: 'Same meaning',
        description: 'Strict: a paraphrase passes, another answer on the same subject does not.',
        parameters: {
          correct_answer_key: 'correct_answer',
          threshold: 0.9,
          embedding_model: 'text-embedding-3-small',
        },
      },
      {
        key: 'same_subject',
        name: 'Same subject',
        description: 'Loose: an answer on the same subject passes.',
        parameters: {
          correct_answer_key: 'correct_answer',
          threshold: 0.6,
          embedding_model: 'text-embedding-3-small',
        },
      },
    ],
  }),
  judge,
]
