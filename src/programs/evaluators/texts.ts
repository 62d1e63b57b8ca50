// Evaluators that look for texts in the output.
import type { Judgement } from './evaluator.ts'
import {
  comparable,
  expectedValue,
  flagSetting,
  judgedText,
  judgedValue,
  passFail,
  requiredText,
  textForm,
  textSetting,
  textsSetting,
} from './judged.ts'
import { matchesPattern } from './patterns.ts'

export const exactMatch: Judgement = ({ judged, settings }) => {
  const expected = comparable(textForm(expectedValue(judged, settings)), settings)
  return passFail(judgedText(judged, settings) === expected)
}

export const contains: Judgement = ({ judged, settings }) => {
  const wanted = textSetting(settings, 'substring') ?? textForm(expectedValue(judged, settings))
  return passFail(judgedText(judged, settings).includes(comparable(wanted, settings)))
}

export const containsAny: Judgement = ({ judged, settings }) => {
  const text = judgedText(judged, settings)
  return passFail(
    textsSetting(settings, 'substrings').some((one) => text.includes(comparable(one, settings))),
  )
}

/** The score is the share found; only all of them are a success. */
export const containsAll: Judgement = ({ judged, settings }) => {
  const text = judgedText(judged, settings)
  const wanted = textsSetting(settings, 'substrings')
  const found = wanted.filter((one) => text.includes(comparable(one, settings))).length
  return { score: found / wanted.length, success: found === wanted.length }
}

export const startsWith: Judgement = ({ judged, settings }) =>
  passFail(judgedText(judged, settings).startsWith(comparable(requiredText(settings, 'prefix'), settings)))

export const endsWith: Judgement = ({ judged, settings }) =>
  passFail(judgedText(judged, settings).endsWith(comparable(requiredText(settings, 'suffix'), settings)))

export const regexTest: Judgement = ({ judged, settings }) => {
  const found = matchesPattern({
    pattern: requiredText(settings, 'regex_pattern'),
    caseSensitive: flagSetting(settings, 'case_sensitive', true),
    text: textForm(judgedValue(judged, settings)),
  })
  return passFail(found === flagSetting(settings, 'regex_should_match', true))
}
