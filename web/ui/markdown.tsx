// Markdown as a model wrote it: drawn, but nothing in it can run, load or send anything.
import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useEffect, useRef } from 'react'
import styles from './markdown.module.css'

const allowed = {
  ALLOWED_TAGS:
    'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true as const,
}

export function Markdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // As nodes, not as text: no string ever becomes HTML of the page.
    const fragment = DOMPurify.sanitize(
      marked.parse(text, { async: false, gfm: true, breaks: true }),
      allowed,
    )
    for (const link of fragment.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noreferrer noopener'
    }
    for (const heading of fragment.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
      // Headings of a message are not headings of the page.
      const line = document.createElement('p')
      line.className = styles['heading'] ?? ''
      line.append(...heading.childNodes)
      heading.replaceWith(line)
    }
    place.current?.replaceChildren(fragment)
  }, [text])
  return <div ref={place} className={styles['markdown']} />
}
