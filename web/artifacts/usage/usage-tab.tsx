// Code to paste that uses the application: by environment or by version, in TypeScript, Python and curl.
import { useState } from 'react'
import { serviceKeyOf } from '../../app/trials/program.ts'
import { useEnvironments } from '../../app/versions/queries.ts'
import { basePath } from '../../ui/browser/base-path.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { promptOf } from '../../ui/prompt-editor/prompt.ts'
import { variablesOf } from '../../ui/prompt-editor/variables.ts'
import { Segments } from '../../ui/segments.tsx'
import type { PanelProps } from '../tabs.ts'
import { codeOf, type Language, type Purpose, type Target } from './usage-code.ts'
import styles from './usage-tab.module.css'

const languages: readonly { readonly value: Language; readonly name: string }[] = [
  { value: 'typescript', name: 'TypeScript' },
  { value: 'python', name: 'Python' },
  { value: 'curl', name: 'curl' },
]
const purposes: readonly { readonly value: Purpose; readonly name: string }[] = [
  { value: 'fetch', name: 'Fetch the prompt' },
  { value: 'run', name: 'Run on the server' },
]

interface TargetOption {
  readonly name: string
  readonly target: Target
}

/** Environments where the application is deployed first, then the selected version and the newest one. */
function useTargets({ artifact, revision }: PanelProps): readonly TargetOption[] {
  const { data } = useEnvironments()
  const environments = (data ?? []).filter(({ entries }) =>
    entries.some((entry) => entry.artifact.id === artifact.id),
  )
  const { variant_slug: variant, version } = revision
  return [
    ...environments.map(({ name, slug }) => ({
      name: `Environment: ${name}`,
      target: { environment: slug },
    })),
    { name: `Version: ${variant}@${version}`, target: { variant, version } },
    { name: `Newest version of ${variant}`, target: { variant } },
  ]
}

function exampleInputs(
  data: PanelProps['revision']['data'],
  service: string,
): Readonly<Record<string, unknown>> {
  const prompt = promptOf(data?.['parameters'])
  const names = prompt === undefined ? [] : variablesOf(prompt).filter((name) => name !== 'messages')
  return {
    ...Object.fromEntries(names.map((name) => [name, `<${name}>`])),
    ...(service === 'chat' ? { messages: [{ role: 'user', content: 'Hello' }] } : {}),
  }
}

function CodeBlock({ text }: { text: string }) {
  return (
    // A scroll container must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles['code']} tabIndex={0} aria-label="Code">
      {text}
    </pre>
  )
}

export function UsageTab(props: PanelProps) {
  const { artifact, revision } = props
  const targets = useTargets(props)
  const [selectedName, setSelectedName] = useState<string>()
  const [language, setLanguage] = useState<Language>('typescript')
  const isPrompt = promptOf(revision.data?.['parameters']) !== undefined
  const [purpose, setPurpose] = useState<Purpose>(isPrompt ? 'fetch' : 'run')
  const option = targets.find(({ name }) => name === selectedName) ?? targets[0]
  if (option === undefined) return null
  const service = serviceKeyOf(revision.data ?? {})
  const snippet = codeOf[language]({
    origin: `${window.location.origin}${basePath}`,
    application: artifact.slug,
    target: option.target,
    purpose,
    service,
    inputs: exampleInputs(revision.data, service),
  })
  return (
    <div className={styles['use']}>
      <div className={styles['top']}>
        <select
          aria-label="Version to use"
          value={option.name}
          onChange={({ target }) => setSelectedName(target.value)}
        >
          {targets.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <Segments
          label="Purpose"
          value={purpose}
          onValue={setPurpose}
          options={isPrompt ? purposes : purposes.slice(1)}
        />
        <Segments label="Language" value={language} onValue={setLanguage} options={languages} />
        <CopyButton label="Copy code" text={snippet} />
      </div>
      <CodeBlock text={snippet} />
      <p>
        Set <code>ASSAY_API_KEY</code> to a key of this project (Settings, Keys).{' '}
        {purpose === 'fetch'
          ? 'The program calls the model with its own provider key.'
          : 'The server calls the model and records a trace.'}
      </p>
    </div>
  )
}
