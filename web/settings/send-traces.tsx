// Code that sends traces, and other ways to fill a project.
import body from '../app/body.module.css'
import { OtherWays } from '../app/getting-started/other-ways.tsx'
import { Snippets } from '../app/getting-started/snippets.tsx'
import styles from './page.module.css'

export function SendTracesPart() {
  return (
    <section className={`${body['card']} ${styles['stack']}`}>
      <h2>Send traces</h2>
      <p>Use any OpenTelemetry exporter. Insert a key of this project into this code and run it.</p>
      <Snippets />
      <OtherWays />
    </section>
  )
}
