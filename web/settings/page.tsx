// web/settings: the settings of a project, one file per part: keys, secrets, prices, redaction, retention, deletions, usage, ingest, audit.
// Each part is visible to the roles that may use it.
// Imports web/app and web/ui. Start here: the table of parts is in this file.
//
// The Settings page shows one section at a time.
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentType } from 'react'
import body from '../app/body.module.css'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { AboutPart } from './about.tsx'
import { AuditPart } from './audit.tsx'
import { DeletionsPart } from './deletions/deletions.tsx'
import { EnvironmentsPart } from './environments.tsx'
import { IngestPart } from './ingest/ingest.tsx'
import { KeysPart } from './access/keys.tsx'
import { PricesPart } from './prices/prices.tsx'
import { ProjectPart } from './project.tsx'
import { RedactionPart } from './redaction.tsx'
import { RetentionPart } from './retention.tsx'
import { SendTracesPart } from './send-traces.tsx'
import { SecretsPart } from './access/secrets.tsx'
import { UsagePart } from './usage.tsx'
import { SignedInPart } from './access/signed-in.tsx'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/settings/$part')

interface Part {
  readonly part: string
  readonly name: string
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly View: ComponentType
}

const parts: readonly Part[] = [
  { part: 'send', name: 'Send traces', role: 'viewer', View: SendTracesPart },
  { part: 'ingest', name: 'Ingest', role: 'viewer', View: IngestPart },
  { part: 'project', name: 'Project', role: 'viewer', View: ProjectPart },
  { part: 'keys', name: 'Keys', role: 'admin', View: KeysPart },
  { part: 'sessions', name: 'Signed in', role: 'admin', View: SignedInPart },
  { part: 'secrets', name: 'Provider keys', role: 'editor', View: SecretsPart },
  { part: 'prices', name: 'Prices', role: 'viewer', View: PricesPart },
  { part: 'redaction', name: 'Redaction', role: 'viewer', View: RedactionPart },
  { part: 'retention', name: 'Retention', role: 'viewer', View: RetentionPart },
  { part: 'deletions', name: 'Deletions', role: 'viewer', View: DeletionsPart },
  { part: 'usage', name: 'Usage', role: 'viewer', View: UsagePart },
  { part: 'environments', name: 'Environments', role: 'viewer', View: EnvironmentsPart },
  { part: 'audit', name: 'Audit log', role: 'admin', View: AuditPart },
  { part: 'about', name: 'About', role: 'viewer', View: AboutPart },
]

export function SettingsPage() {
  const { part } = route.useParams()
  const { session } = useSession()
  const hasRole = { viewer: true, editor: useHasRole('editor'), admin: useHasRole('admin') }
  const visibleParts = parts.filter(({ role }) => hasRole[role])
  const selectedPart = visibleParts.find((one) => one.part === part)
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the sections are one line that scrolls.
  useEffect(() => {
    // No return value: newer browsers return a promise, which is not a cleanup function.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another part scrolls
  }, [part])
  return (
    <>
      <PageHead title={selectedPart === undefined ? 'Settings' : `Settings: ${selectedPart.name}`} />
      <div className={styles['page']}>
        <nav ref={nav} className={styles['parts']} aria-label="Settings sections">
          {visibleParts.map((one) => (
            <Link
              key={one.part}
              to="/p/$project/settings/$part"
              params={{ project: session.project.slug, part: one.part }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {one.name}
            </Link>
          ))}
        </nav>
        <section className={body['body']} tabIndex={0} aria-label={selectedPart?.name ?? 'Settings'}>
          {selectedPart === undefined ? (
            <Notice icon="settings" title="This section does not exist, or your key has no access" />
          ) : (
            <selectedPart.View />
          )}
        </section>
      </div>
    </>
  )
}
