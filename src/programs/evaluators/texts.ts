// Evaluators that search for texts in the output.
import type { PureEvaluator } from './evaluator.ts'
import {
  comparable,
  expectedValue,
  flagSetting,
  evaluatedText,
  evaluatedValue,
  passFail,
  requiredText,
  textForm,
  textSetting,
  textsSetting,
} from './evaluator-input.ts'
import { matchesPattern } from './patterns.ts'

export const exactMatch: PureEvaluator = ({ input, settings }) => {
  const expected = comparable(textForm(expectedValue(input, settings)), settings)
  return passFail(evaluatedText(input, settings) === expected)
}

export const contains: PureEvaluator = ({ input, settings }) => {
  const substring = textSetting(settings, 'substring') ?? textForm(expectedValue(input, settings))
  return passFail(evaluatedText(input, settings).includes(comparable(substring, settings)))
}

export const containsAny: PureEvaluator = ({ input, settings }) => {
  const text = evaluatedText(input, settings)
  return passFail(
    textsSetting(settings, 'substrings').some((substring) => text.includes(comparable(substring, settings))),
  )
}

/** The score is the share of substrings present; only all of them are a success. */
export const containsAll: PureEvaluator = ({ input, settings }) => {
  const text = evaluatedText(input, settings)
  const substrings = textsSetting(settings, 'substrings')
  const presentCount = substrings.filter((substring) => text.includes(comparable(substring, settings))).length
  return { score: presentCount / substrings.length, success: presentCount === substrings.length }
}

export const startsWith: PureEvaluator = ({ input, settings }) =>
  passFail(evaluatedText(input, settings).startsWith(comparable(requiredText(settings, 'prefix'), settings)))

export const endsWith: PureEvaluator = ({ input, settings }) =>
  passFail(evaluatedText(input, settings).endsWith(comparable(requiredText(settings, 'suffix'), settings)))

export const regexTest: PureEvaluator = ({ input, settings }) => {
  const matches = matchesPattern({
    pattern: requiredText(settings, 'regex_pattern'),
    caseSensitive: flagSetting(settings, { name: 'case_sensitive', otherwise: true }),
    text: textForm(evaluatedValue(input, settings)),
  })
  return passFail(matches === flagSetting(settings, { name: 'regex_should_match', otherwise: true }))
}
