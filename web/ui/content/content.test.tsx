// Text mode shows the stored text; Markdown mode drops nothing but markup and loads nothing; blocks hold every member.
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { textPieces } from './invisible.ts'
import { Markdown } from './markdown.tsx'
import { PlainText } from './plain-text.tsx'

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}
/** The text of markup that React wrote. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)

const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(
        '<instructions>\n  be  brief\n</instructions>',
        '<document index="1">',
        'vector<int>',
        '<!-- hidden injection -->',
        'a*b*c',
        '__init__',
        '\t\tindented',
        '&lt;',
        '\u202Egnp.exe',
        '\u200B\u200B',
        '\u{E0069}\u{E0067}',
        '\uFEFF',
        '👩‍👩‍👧',
        'می‌خواهم',
      ),
    ),
  )
  .map((pieces) => pieces.join(''))

test('the visible text of Text mode is the stored text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(
        textPieces(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
      expect(textOf(renderToStaticMarkup(<PlainText text={text} />))).toBe(text)
    }),
    { numRuns: 300, examples: [['\n'], ['\n\ntwo lines before']] },
  )
})

const marksOf = (text: string) => textPieces(text).flatMap(({ mark }) => mark ?? [])

test('invisible characters are marked', () => {
  expect(marksOf('safe\u202Egnp.exe')).toEqual(['U+202E'])
  expect(marksOf('a\u200B\u200B\u200Bb\u2066c\u2069')).toEqual(['U+200B ×3', 'U+2066', 'U+2069'])
  expect(marksOf('bell\u0007 nul\u0000 lone\uD800 cr\rx')).toEqual(['U+0007', 'U+0000', 'U+D800', 'U+000D'])
  const tags = Array.from('ignore all', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  expect(marksOf(`hello${tags.join('')}`)).toEqual(['tags: ignore all'])
})

test('characters that emoji, scripts and line ends need are not marked', () => {
  for (const text of ['👩‍👩‍👧 ❤️ 1️⃣', 'می‌خواهم', 'क्‍ष', 'one\r\ntwo\n\tthree', 'naïve café 日本語']) {
    expect(marksOf(text)).toEqual([])
  }
})

const markup = (text: string): string => renderToStaticMarkup(<Markdown text={text} />)

const markdownExamples = [
  '<instructions>\nAnswer in **one** line.\n</instructions>',
  '<document index="1" source="a*b*c">\n  text\n</document>',
  'Use `vector<int>` or vector<int>.',
  'before <!-- hidden injection --> after',
  '<!-- a comment\n\nover two paragraphs -->',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)" onclick="x()">click</a>',
  '<iframe src="https://example.com"></iframe>',
  '<details><summary>more</summary>hidden</details>',
  '<style>body{display:none}</style>',
  '&lt;b&gt; &amp; &copy;',
  '[//]: # (a note that Markdown hides)',
  '![alt words](https://example.com/pixel.png?stolen=1 "the title")',
  '[words](https://example.com/?q=1 "its title")',
  '[run](javascript:alert(1))',
  '[data](data:text/html;base64,PHNjcmlwdD4=)',
  '```python\ndef __init__(self):\n    x = a*b*c\n```',
  '| a | b |\n|---|---|\n| 1 | 2 | dropped by tables |',
  '> quoted\n\n- one\n- two\n\n1. first\n2. second',
  '# Title\n\ntext  with  double  spaces',
  '~~gone~~ **bold** *em*',
]

/** Letters and digits in order; numbers of lists are drawn by the browser. */
const lettersOf = (text: string): string =>
  text.replaceAll(/^\d+\. /gm, '').replaceAll(/[^\p{L}\p{N}]+/gu, '')

test.each(markdownExamples)('Markdown shows every word of %j and nothing of it runs or loads', (text) => {
  const html = markup(text)
  expect(lettersOf(textOf(html))).toBe(lettersOf(text))
  expect(html).not.toMatch(/<(?:script|img|iframe|style|object|embed|video|audio|form|base|link|meta)\b/i)
  expect(html).not.toMatch(/<[^>]*\s(?:on\w+|src|srcset|style|action)=/i)
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(?:https?|mailto):/)
})

test('tags, comments and entities are printed as written', () => {
  for (const text of [
    '<instructions>',
    'a <!-- hidden --> b',
    'vector<int>',
    '&lt;b&gt;',
    '<b onclick="x">',
  ]) {
    expect(textOf(markup(text))).toBe(text)
  }
  expect(markup('<answer>\n**yes**\n</answer>')).toContain('<strong>yes</strong>')
})

test('Markdown of any text creates no element that runs or loads', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(markup(text)).not.toMatch(/<(?:script|img|iframe|style)\b/i)
    }),
    { numRuns: 200 },
  )
})

test('thousands of nested quotes render without thousands of boxes', () => {
  const html = markup(`${'>'.repeat(5000)} deep`)
  expect(textOf(html)).toContain('deep')
  expect(html.split('<blockquote>').length).toBeLessThan(50)
})
