// Evaluators that say how alike the output and the expected answer are.
import { StepFailure } from '../failure.ts'
import type { Evaluator, Judgement } from './evaluator.ts'
import {
  comparable,
  expectedValue,
  judgedText,
  judgedValue,
  numberSetting,
  scored,
  textForm,
  textSetting,
} from './judged.ts'
import { cosine, levenshteinCharactersMax, levenshteinSimilarity, sharedWords } from './likeness.ts'

/** Refuses texts whose comparison would hold up everything else. */
export function refuseLong(...texts: readonly string[]): void {
  if (texts.every((text) => text.length <= levenshteinCharactersMax)) return
  const limit = `${levenshteinCharactersMax} characters`
  throw new StepFailure('not_runnable', `Texts longer than ${limit} are not compared letter by letter.`)
}

export const levenshtein: Judgement = ({ judged, settings }) => {
  const expected = comparable(textForm(expectedValue(judged, settings)), settings)
  const actual = judgedText(judged, settings)
  refuseLong(actual, expected)
  return scored(levenshteinSimilarity(actual, expected), numberSetting(settings, 'threshold', 0.5))
}

export const similarityMatch: Judgement = ({ judged, settings }) => {
  const expected = textForm(expectedValue(judged, settings))
  const score = sharedWords(textForm(judgedValue(judged, settings)), expected)
  const threshold = numberSetting(settings, 'similarity_threshold', 0.5)
  return scored(score, numberSetting(settings, 'threshold', threshold))
}

export const semanticSimilarity: Evaluator = async ({ judged, settings, ports }) => {
  const texts = [textForm(judgedValue(judged, settings)), textForm(expectedValue(judged, settings))]
  const [one, two] = await ports.embed({
    model: textSetting(settings, 'embedding_model') ?? 'text-embedding-3-small',
    texts,
    connection: textSetting(settings, 'connection'),
  })
  if (one === undefined || two === undefined || one.length !== two.length) {
    throw new StepFailure('malformed_answer', 'The embeddings of the two texts do not have the same length.')
  }
  return scored(cosine(one, two), numberSetting(settings, 'threshold', 0.8))
}
