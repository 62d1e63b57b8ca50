// A source that is a running server: the command line asks it.
import { agentaWords } from '../../importers/words.ts'
import { CopyButton } from '../ui/copy.tsx'
import body from '../app/body.module.css'
import styles from './imports.module.css'
import { serverUrl } from '../ui/browser/base-path.ts'

export function CommandOnly() {
  const line = `assay import agenta https://agenta.example.com --from-key <its key> --url ${serverUrl} --dry-run`
  return (
    <section className={body['card']} aria-label={agentaWords.name}>
      <h2>On the command line</h2>
      <p>
        {agentaWords.name} is read from a running server, by its address and a key. The pages of Assay never
        ask other addresses: their security policy forbids it. So this runs in a terminal, as often as you
        like; without <code>--dry-run</code> it writes.
      </p>
      <div className={styles['command']}>
        <code>{line}</code>
        <CopyButton label="Copy the command" text={line} />
      </div>
    </section>
  )
}
