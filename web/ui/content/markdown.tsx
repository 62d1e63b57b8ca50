// Markdown drawn from its tokens, as React elements: no text ever becomes HTML of the page. Tags, comments and entities are
// printed as they were written, link targets are printed beside their words, and nothing is loaded from elsewhere.
import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, useMemo, type ReactNode } from 'react'
import { safeHref } from './links.ts'
import { MarkedText, PlainText } from './plain-text.tsx'
import styles from './markdown.module.css'

// Blocks of HTML would swallow the Markdown between two tags; without them the tags are text of a paragraph.
const reader = new Marked({ gfm: true, tokenizer: { html: () => undefined } })

/** Quotes and lists below this depth are printed as written: browsers cannot lay out thousands of nested boxes. */
const depthMax = 24

/** The tokens of a text; undefined: it is nested too deeply to be read. */
export function markdownTokens(text: string): readonly Token[] | undefined {
  try {
    return reader.lexer(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const drawn = (tokens: readonly Token[] | undefined, depth: number): ReactNode =>
  (tokens ?? []).map((token, at) => (
    <Fragment key={at}>{drawnToken(token as MarkedToken, depth + 1)}</Fragment>
  ))

function drawnToken(token: MarkedToken, depth: number): ReactNode {
  if (depth > depthMax) return <MarkedText text={token.raw} />
  switch (token.type) {
    case 'space':
      return undefined
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled aria-label="Task" />
    case 'heading':
      // A heading of a message is no heading of the page.
      return <p className={styles['heading']}>{drawn(token.tokens, depth)}</p>
    case 'paragraph':
      return <p>{drawn(token.tokens, depth)}</p>
    case 'blockquote':
      return <blockquote>{drawn(token.tokens, depth)}</blockquote>
    case 'code':
      return (
        <pre>
          {token.lang !== undefined && token.lang !== '' && (
            <span className={styles['language']}>{token.lang}</span>
          )}
          <code>
            <MarkedText text={token.text} />
          </code>
        </pre>
      )
    case 'codespan':
      return (
        <code>
          <MarkedText text={token.text} />
        </code>
      )
    case 'list':
      return drawnList(token, depth)
    case 'list_item':
      return <li>{drawn(token.tokens, depth)}</li>
    case 'table':
      return drawnTable(token, depth)
    case 'strong':
      return <strong>{drawn(token.tokens, depth)}</strong>
    case 'em':
      return <em>{drawn(token.tokens, depth)}</em>
    case 'del':
      return <del>{drawn(token.tokens, depth)}</del>
    case 'link':
      return drawnLink(token, depth)
    case 'image':
      return (
        <>
          <MarkedText text={token.text} /> <Target href={token.href} title={token.title} />
        </>
      )
    case 'escape':
      return <MarkedText text={token.text} />
    case 'text':
      return token.tokens === undefined ? <MarkedText text={token.text} /> : drawn(token.tokens, depth)
    // Tags, comments, and definitions of links, which may hold words of their own: as written.
    case 'html':
      return <MarkedText text={token.raw} />
    case 'def':
      return (
        <p>
          <MarkedText text={token.raw.trimEnd()} />
        </p>
      )
    default:
      return <MarkedText text={(token as Token).raw} />
  }
}

function drawnList({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const drawnItems = drawn(items, depth)
  return ordered ? <ol start={start === '' ? 1 : start}>{drawnItems}</ol> : <ul>{drawnItems}</ul>
}

const words = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

function drawnTable({ header, rows, raw }: Tokens.Table, depth: number): ReactNode {
  // Cells beyond the columns of the header are not among the tokens: such a table is printed as written.
  const cells = [...header, ...rows.flat()].map(({ text }) => text).join('')
  if (words(cells) !== words(raw)) return <PlainText text={raw} />
  return (
    <table>
      <thead>
        <tr>
          {header.map(({ tokens }, at) => (
            <th key={at}>{drawn(tokens, depth)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {row.map(({ tokens }, at) => (
              <td key={at}>{drawn(tokens, depth)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where a link leads, in sight of the reader: words can promise anything. */
function Target({ href, title }: { href: string; title?: string | null | undefined }) {
  const safe = safeHref(href)
  return (
    <span className={styles['target']}>
      {safe === undefined ? (
        href
      ) : (
        <a href={safe} target="_blank" rel="noreferrer noopener">
          {href}
        </a>
      )}
      {title !== undefined && title !== null && title !== '' && <> “{title}”</>}
    </span>
  )
}

function drawnLink({ href, title, text, tokens }: Tokens.Link, depth: number): ReactNode {
  if (text === href || `mailto:${text}` === href) return <Target href={href} title={title} />
  return (
    <>
      <span className={styles['linked']}>{drawn(tokens, depth)}</span> <Target href={href} title={title} />
    </>
  )
}

export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => markdownTokens(text), [text])
  if (tokens === undefined) return <PlainText text={text} />
  return <div className={styles['markdown']}>{drawn(tokens, 0)}</div>
}
