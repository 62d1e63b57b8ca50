// Renders Markdown tokens as React elements; text never becomes HTML. Tags, comments and entities appear as written, link
// targets appear beside the link text, and nothing is loaded from other hosts.
import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, useMemo, type ReactNode } from 'react'
import { safeHref } from './links.ts'
import { MarkedText, PlainText } from './plain-text.tsx'
import styles from './markdown.module.css'

// An HTML block would hide the Markdown between two tags. Without HTML blocks the tags are text of a paragraph.
const reader = new Marked({ gfm: true, tokenizer: { html: () => undefined } })

/** Quotes and lists below this depth appear as written: browsers cannot lay out thousands of nested boxes. */
const depthMax = 24

/** Returns undefined when the nesting is too deep for the parser. */
export function markdownTokens(text: string): readonly Token[] | undefined {
  try {
    return reader.lexer(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const render = (tokens: readonly Token[] | undefined, depth: number): ReactNode =>
  (tokens ?? []).map((token, at) => (
    <Fragment key={at}>{renderToken(token as MarkedToken, depth + 1)}</Fragment>
  ))

function renderToken(token: MarkedToken, depth: number): ReactNode {
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
      // A heading inside a message must not be a heading of the page.
      return <p className={styles['heading']}>{render(token.tokens, depth)}</p>
    case 'paragraph':
      return <p>{render(token.tokens, depth)}</p>
    case 'blockquote':
      return <blockquote>{render(token.tokens, depth)}</blockquote>
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
      return renderList(token, depth)
    case 'list_item':
      return <li>{render(token.tokens, depth)}</li>
    case 'table':
      return renderTable(token, depth)
    case 'strong':
      return <strong>{render(token.tokens, depth)}</strong>
    case 'em':
      return <em>{render(token.tokens, depth)}</em>
    case 'del':
      return <del>{render(token.tokens, depth)}</del>
    case 'link':
      return renderLink(token, depth)
    case 'image':
      return (
        <>
          <MarkedText text={token.text} /> <Target href={token.href} title={token.title} />
        </>
      )
    case 'escape':
      return <MarkedText text={token.text} />
    case 'text':
      return token.tokens === undefined ? <MarkedText text={token.text} /> : render(token.tokens, depth)
    // Tags, comments and link definitions may contain text: render them as written.
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

function renderList({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const renderedItems = render(items, depth)
  return ordered ? <ol start={start === '' ? 1 : start}>{renderedItems}</ol> : <ul>{renderedItems}</ul>
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

function renderTable({ header, rows, raw }: Tokens.Table, depth: number): ReactNode {
  // The parser drops cells beyond the header columns: render such a table as written.
  const cells = [...header, ...rows.flat()].map(({ text }) => text).join('')
  if (lettersOf(cells) !== lettersOf(raw)) return <PlainText text={raw} />
  return (
    <table>
      <thead>
        <tr>
          {header.map(({ tokens }, at) => (
            <th key={at}>{render(tokens, depth)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map(({ tokens }, at) => (
              <td key={at}>{render(tokens, depth)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The visible target of a link: link text can be misleading. */
function Target({ href, title }: { href: string; title?: string | null | undefined }) {
  const url = safeHref(href)
  return (
    <span className={styles['target']}>
      {url === undefined ? (
        href
      ) : (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {href}
        </a>
      )}
      {title !== undefined && title !== null && title !== '' && <> “{title}”</>}
    </span>
  )
}

function renderLink({ href, title, text, tokens }: Tokens.Link, depth: number): ReactNode {
  if (text === href || `mailto:${text}` === href) return <Target href={href} title={title} />
  return (
    <>
      <span className={styles['linked']}>{render(tokens, depth)}</span> <Target href={href} title={title} />
    </>
  )
}

export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => markdownTokens(text), [text])
  if (tokens === undefined) return <PlainText text={text} />
  return <div className={styles['markdown']}>{render(tokens, 0)}</div>
}
