// Short help for the template formats, below the choice of the format.
import { syntaxOf } from './template-syntax.ts'
import styles from './prompt-editor.module.css'

export function TemplateHelp({ format }: { format: string }) {
  const rows = syntaxOf(format)
  return (
    <details className={styles['help']}>
      <summary>Syntax of {format}</summary>
      <dl>
        {rows.map(([syntax, meaning]) => (
          <div key={syntax}>
            <dt>
              <code>{syntax}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>A placeholder without a value stops the call.</p>
    </details>
  )
}
