// The state of an empty project: code for a first span, and other ways to fill it.
import { OtherWays } from '../app/getting-started/other-ways.tsx'
import { Snippets } from '../app/getting-started/snippets.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './first-span.module.css'

export function FirstSpan() {
  return (
    <div className={styles['page']}>
      <div className={styles['inner']}>
        <h2>Send your first trace</h2>
        <p>
          Use any OpenTelemetry exporter. Create a key and run this code; the trace appears here. The code is
          also in Settings, under Send traces.
        </p>
        <Snippets />
        <output className={styles['waits']}>
          <Icon name="live" size={14} /> Waiting for the first span…
        </output>
        <OtherWays />
      </div>
    </div>
  )
}
