// Evaluators that measure the similarity of the output and the expected answer.
import { StepFailure } from '../failure.ts'
import type { Evaluator, PureEvaluator } from './evaluator.ts'
import {
  comparableText,
  requireExpectedValue,
  evaluatedText,
  evaluatedValue,
  numberSetting,
  scoreOutputs,
  textForm,
  textSetting,
} from './evaluator-input.ts'
import { cosine, levenshteinCharactersMax, levenshteinSimilarity, sharedWords } from './text-similarity.ts'

/** Refuses texts whose comparison would take too long. */
export function refuseLong(...texts: readonly string[]): void {
  if (texts.every((text) => text.length <= levenshteinCharactersMax)) return
  const limit = `${levenshteinCharactersMax} characters`
  throw new StepFailure('not_runnable', `Texts longer than ${limit} are too long for an edit distance.`)
}

export const levenshtein: PureEvaluator = ({ input, settings }) => {
  const expected = comparableText(textForm(requireExpectedValue(input, settings)), settings)
  const actual = evaluatedText(input, settings)
  refuseLong(actual, expected)
  return scoreOutputs(levenshteinSimilarity(actual, expected), {
    threshold: numberSetting(settings, { name: 'threshold', defaultValue: 0.5 }),
  })
}

export const similarityMatch: PureEvaluator = ({ input, settings }) => {
  const expected = textForm(requireExpectedValue(input, settings))
  const score = sharedWords(textForm(evaluatedValue(input, settings)), expected)
  const threshold = numberSetting(settings, { name: 'similarity_threshold', defaultValue: 0.5 })
  return scoreOutputs(score, {
    threshold: numberSetting(settings, { name: 'threshold', defaultValue: threshold }),
  })
}

export const semanticSimilarity: Evaluator = async ({ input, settings, ports }) => {
  const texts = [textForm(evaluatedValue(input, settings)), textForm(requireExpectedValue(input, settings))]
  const [firstVector, secondVector] = await ports.embed({
    model: textSetting(settings, 'embedding_model') ?? 'text-embedding-3-small',
    texts,
    connection: textSetting(settings, 'connection'),
  })
  if (firstVector === undefined || secondVector === undefined || firstVector.length !== secondVector.length) {
    throw new StepFailure('malformed_answer', 'The embeddings of the two texts do not have the same length.')
  }
  return scoreOutputs(cosine(firstVector, secondVector), {
    threshold: numberSetting(settings, { name: 'threshold', defaultValue: 0.8 }),
  })
}
