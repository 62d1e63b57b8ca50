// A source that is a running server. Only the command line can read it.
import { agentaDescription } from '../../importers/texts.ts'
import { CopyButton } from '../ui/copy.tsx'
import body from '../app/body.module.css'
import styles from './imports.module.css'
import { serverUrl } from '../ui/browser/base-path.ts'

export function CommandOnly() {
  const line = `assay import agenta https://agenta.example.com --from-key <its key> --url ${serverUrl} --dry-run`
  return (
    <section className={body['card']} aria-label={agentaDescription.name}>
      <h2>On the command line</h2>
      <p>
        {agentaDescription.name} is imported from a running server by its URL and a key. The security policy
        of these pages forbids requests to other servers, so run this command in a terminal. Without{' '}
        <code>--dry-run</code> it writes. You can repeat it at any time.
      </p>
      <div className={styles['command']}>
        <code>{line}</code>
        <CopyButton label="Copy the command" text={line} />
      </div>
    </section>
  )
}
