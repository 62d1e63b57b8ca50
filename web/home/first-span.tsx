// An empty project: lines to copy for a first span, and a project that is already full.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '../app/api.ts'
import { forgetSessions, useMay, useSigned } from '../app/session.tsx'
import { sayFailure } from '../app/toasts.tsx'
import { serverUrl } from '../ui/base-path.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Segments } from '../ui/segments.tsx'
import styles from './first-span.module.css'

type Language = 'python' | 'typescript' | 'curl'

const linesOf: Readonly<Record<Language, (origin: string) => string>> = {
  python: (origin) => `# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(
    endpoint="${origin}/v1/traces",
    headers={"Authorization": "ApiKey <your key>"})))
trace.set_tracer_provider(provider)

with trace.get_tracer("first").start_as_current_span("hello") as span:
    span.set_attribute("ag.data.inputs", '{"question": "Is this on?"}')
provider.shutdown()`,
  typescript: (
    origin,
  ) => `// npm install @opentelemetry/sdk-trace-base @opentelemetry/exporter-trace-otlp-proto
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'

const exporter = new OTLPTraceExporter({
  url: '${origin}/v1/traces',
  headers: { Authorization: 'ApiKey <your key>' },
})
const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] })

const span = provider.getTracer('first').startSpan('hello')
span.setAttribute('ag.data.inputs', '{"question": "Is this on?"}')
span.end()
await provider.shutdown()`,
  curl: (origin) => `curl ${origin}/api/simple/traces/ -H 'Authorization: ApiKey <your key>' \\
  -H 'Content-Type: application/json' \\
  -d '{"trace": {"data": {"inputs": {"question": "Is this on?"}, "outputs": "It is."}}}'`,
}

/** Makes the project, signs in to it, and goes there. */
function useDemo() {
  const { api } = useSigned()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { project, key } = await api.projects.createDemo({ timeoutMs: 120_000 })
      await signIn(key)
      await forgetSessions(client)
      return project.slug
    },
    onSuccess: (project) => navigate({ to: '/p/$project', params: { project } }),
    onError: sayFailure,
  })
}

export function FirstSpan() {
  const [language, setLanguage] = useState<Language>('python')
  const demo = useDemo()
  const isAdmin = useMay('admin')
  const mayImport = useMay('editor')
  const { session } = useSigned()
  const lines = linesOf[language](serverUrl)
  return (
    <div className={styles['page']}>
      <div className={styles['inner']}>
        <h2>Send your first span</h2>
        <p>Any OpenTelemetry exporter will do. Put in a key of this project, run it, and it appears here.</p>
        <div className={styles['top']}>
          <Segments
            label="Language"
            value={language}
            onValue={setLanguage}
            options={[
              { value: 'python', name: 'Python' },
              { value: 'typescript', name: 'TypeScript' },
              { value: 'curl', name: 'curl' },
            ]}
          />
          <CopyButton label="Copy these lines" text={lines} />
        </div>
        {/* What scrolls can be reached by keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles['lines']} tabIndex={0}>
          {lines}
        </pre>
        <p className={styles['waits']} role="status">
          <Icon name="live" size={14} /> Waiting for the first span…
        </p>
        {mayImport && (
          <div className={styles['demo']}>
            <div>
              <h2>Or bring what you have</h2>
              <p>
                Traces, testsets and prompts of Langfuse, LangSmith, Phoenix, MLflow and others, from the
                files they export.
              </p>
            </div>
            <Link
              to="/p/$project/import"
              params={{ project: session.project.slug }}
              className={styles['way']}
            >
              Import… <Icon name="right" size={10} />
            </Link>
          </div>
        )}
        {isAdmin && !session.project.is_default && (
          <p>
            Whoever runs this server can create a project with made-up data to look around in:{' '}
            <code>assay demo</code>.
          </p>
        )}
        {isAdmin && session.project.is_default && (
          <div className={styles['demo']}>
            <div>
              <h2>Or look around first</h2>
              <p>
                A project of a made-up help desk: traces, testsets, deployments, runs. It takes a few seconds.
              </p>
            </div>
            <Button look="main" disabled={demo.isPending} onClick={() => demo.mutate()}>
              {demo.isPending ? 'Creating it…' : 'Create demo project'}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
