// SQL of full-text search. `content_words` has an index, which hasAllTokens uses: it finds a rare word in 12 ms among
// 1,000,000 spans, where reading all their texts takes 3.7 s.
import type { Binder } from './bind.ts'
import { type ContentTerm, phraseNeedle, wordsOf } from '../content.ts'
import { allOf } from './compile-json.ts'

function hasWords(words: readonly string[], bind: Binder): string {
  bind.reads('content')
  return `hasAllTokens(content_words, ${bind.words([...new Set(words)])})`
}

/** Some words of a long text are selective enough. */
const wordsMax = 16

/**
 * A necessary condition for equality of an attribute with this text: the words of the span include its words. The test
 * is redundant, but an index answers it.
 */
export function wordsTest(text: string, bind: Binder): readonly string[] {
  const words = bind.usesIndex ? wordsOf(text).slice(0, wordsMax) : []
  return words.length === 0 ? [] : [hasWords(words, bind)]
}

export function termSql(term: ContentTerm, bind: Binder): string {
  const words = term.phrases.flat().slice(0, wordsMax)
  // Words consist of letters, digits and marks, so a pattern needs no escapes.
  const needles = (): readonly string[] =>
    term.phrases.map((phrase) => `content_lines LIKE ${bind.text(`%${phraseNeedle(phrase)}%`)}`)
  const areWords = term.phrases.length <= wordsMax && term.phrases.every((phrase) => phrase.length === 1)
  const test = allOf([hasWords(words, bind), ...(areWords ? [] : needles())])
  return term.excluded ? `NOT (${test})` : test
}
