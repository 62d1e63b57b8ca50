// Evaluators that search for texts in the output.
import type { PureEvaluator } from './evaluator.ts'
import {
  comparableText,
  requireExpectedValue,
  flagSetting,
  evaluatedText,
  evaluatedValue,
  passFail,
  requireText,
  textForm,
  textSetting,
  textsSetting,
} from './evaluator-input.ts'
import { matchesPattern } from './patterns.ts'

export const exactMatch: PureEvaluator = ({ input, settings }) => {
  const expected = comparableText(textForm(requireExpectedValue(input, settings)), settings)
  return passFail(evaluatedText(input, settings) === expected)
}

export const contains: PureEvaluator = ({ input, settings }) => {
  const substring = textSetting(settings, 'substring') ?? textForm(requireExpectedValue(input, settings))
  return passFail(evaluatedText(input, settings).includes(comparableText(substring, settings)))
}

export const containsAny: PureEvaluator = ({ input, settings }) => {
  const text = evaluatedText(input, settings)
  return passFail(
    textsSetting(settings, 'substrings').some((substring) =>
      text.includes(comparableText(substring, settings)),
    ),
  )
}

/** The score is the share of substrings that the text contains. It succeeds only if it contains all. */
export const containsAll: PureEvaluator = ({ input, settings }) => {
  const text = evaluatedText(input, settings)
  const substrings = textsSetting(settings, 'substrings')
  const presentCount = substrings.filter((substring) =>
    text.includes(comparableText(substring, settings)),
  ).length
  return { score: presentCount / substrings.length, success: presentCount === substrings.length }
}

export const startsWith: PureEvaluator = ({ input, settings }) =>
  passFail(
    evaluatedText(input, settings).startsWith(comparableText(requireText(settings, 'prefix'), settings)),
  )

export const endsWith: PureEvaluator = ({ input, settings }) =>
  passFail(evaluatedText(input, settings).endsWith(comparableText(requireText(settings, 'suffix'), settings)))

export const regexTest: PureEvaluator = ({ input, settings }) => {
  const matches = matchesPattern({
    pattern: requireText(settings, 'regex_pattern'),
    isCaseSensitive: flagSetting(settings, { name: 'case_sensitive', defaultValue: true }),
    text: textForm(evaluatedValue(input, settings)),
  })
  return passFail(matches === flagSetting(settings, { name: 'regex_should_match', defaultValue: true }))
}
